import Foundation
import Geometry
import Testing
import Timeline

@testable import Filters

@Suite struct GradientRowsTests {
  private static func rows(
    _ shape: GradientShape, _ spread: GradientSpread, angle: Double, center: Vector,
    stops: [Double] = [0, 0.3, 1], turns: TurnMap? = nil
  ) -> GradientRows {
    let colors = [Color.black, .white, .transparent]
    let coding = ColorCoding(matrix: .bt709, range: .limited, depth: 8)
    return GradientRows(
      width: 37, height: 23, box: Vector(74, 69), shape: shape, spread: spread, angle: angle,
      center: center,
      ramp: GradientRamp(zip(stops, colors).map { (offset: $0, color: $1) }, coding: coding),
      turns: turns)
  }

  @Test(arguments: [GradientShape.linear, .radial, .conic])
  func `a row has the colours of its places`(_ shape: GradientShape) {
    for spread in [GradientSpread.pad, .repeat, .reflect] {
      for (angle, center) in [
        (0.0, Vector(0.5, 0.5)), (90, Vector(0, 0)), (33.3, Vector(0.31, 0.77)),
        (-725, Vector(-2, 1.5)), (180, Vector(5.0 / 74, 4.5 / 69)),
      ] {
        for stops in [[0, 0.3, 1], [0.4, 0.5, 0.6], [0.5, 0.5, 0.5]] {
          let rows = Self.rows(shape, spread, angle: angle, center: center, stops: stops)
          let scratch = Scratch()
          let made = scratch.take(UInt16.self, 4 * 37)
          let row = PictureRow(y: made, u: made + 37, v: made + 74, a: made + 111)
          for y in 0..<23 {
            // Any columns, and no others.
            let columns = y % 3..<37 - y % 5
            made.update(repeating: 4711, count: 4 * 37)
            rows.fill(row, y: y, columns: columns)
            for x in 0..<37 {
              let samples = [row.y[x], row.u[x], row.v[x], row.a[x]]
              let color = rows.color(at: Vector((Double(x) + 0.5) * 2, (Double(y) + 0.5) * 3))
              let exact = [color.y, color.u, color.v, color.a]
              #expect(samples == (columns.contains(x) ? exact : [4711, 4711, 4711, 4711]))
            }
          }
        }
      }
    }
  }

  @Test func `a gradient of 16 bits has as many colours as there are values`() {
    let coding = ColorCoding(matrix: .bt709, range: .full, depth: 16)
    let ramp = GradientRamp(
      [(offset: 0, color: Color.black), (offset: 1, color: Color.white)], coding: coding)
    let rows = GradientRows(
      width: 1, height: 1, box: Vector(65_536, 1), shape: .linear, spread: .pad, angle: 90,
      center: Vector(0.5, 0.5), ramp: ramp)
    for index in 0..<1000 {
      let place = 20_000 + 17 * index
      let color = rows.color(at: Vector(Double(place) + 0.5, 0.5))
      #expect(abs(Int(color.y) - place) <= 2, "\(place)")
    }
  }

  @Test func `turns that are kept give the same colours`() {
    for center in [Vector(0.5, 0.5), Vector(0, 0), Vector(0.31, 0.77), Vector(-2, 1.5)] {
      let turns = TurnMap(Self.rows(.conic, .pad, angle: 0, center: center))
      for angle in [0.0, 33.3, 180, -725, 1e6] {
        let rows = Self.rows(.conic, .repeat, angle: angle, center: center)
        let kept = Self.rows(.conic, .repeat, angle: angle, center: center, turns: turns)
        let scratch = Scratch()
        let made = scratch.take(UInt16.self, 8 * 37)
        func row(_ start: Int) -> PictureRow {
          let plane = made + start
          return PictureRow(y: plane, u: plane + 37, v: plane + 74, a: plane + 111)
        }
        for y in 0..<23 {
          made.update(repeating: 4711, count: 8 * 37)
          rows.fill(row(0), y: y, columns: 2..<35)
          kept.fill(row(4 * 37), y: y, columns: 2..<35)
          #expect((0..<4 * 37).allSatisfy { made[$0] == made[$0 + 4 * 37] }, "\(center) \(y)")
        }
      }
    }
  }

  @Test func `turns are those of the arctangent`() {
    let scratch = Scratch()
    let places = scratch.take(Double.self, 401)
    let turns = scratch.take(UInt32.self, 401)
    for down in [-300.0, -1.5, -0.01, 0, 0.5, 7, 2000] {
      for start in [0.0, 0.25, -1.7, 12.125] {
        for x in 0..<401 { places[x] = Double(x - 200) * 0.75 }
        GradientLines.turns(places, down, to: turns, count: 401)
        GradientLines.shares(turns, from: start, to: places, count: 401)
        for x in 0..<401 where x != 200 || down != 0 {
          let turn = Foundation.atan2(Double(x - 200) * 0.75, -down) / (2 * .pi) - start
          let off = abs(places[x] - (turn - turn.rounded(.down)))
          // Just before the start is as near to it as just after.
          #expect(min(off, 1 - off) < 1e-6, "\(x - 200) \(down) \(start)")
          #expect(places[x] >= 0 && places[x] < 1)
        }
      }
    }
    // Diagonals are whole eighths, at which colours may begin.
    for (x, down, turn) in [(3.0, -3.0, 0.125), (3, 3, 0.375), (-3, 3, 0.625), (-3, -3, 0.875)] {
      places[0] = x
      GradientLines.turns(places, down, to: turns, count: 1)
      GradientLines.shares(turns, from: 0, to: places, count: 1)
      #expect(places[0] == turn)
    }
  }
}
