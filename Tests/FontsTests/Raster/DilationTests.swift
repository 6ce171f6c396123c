import Geometry
import Testing

@testable import Fonts

@Suite struct DilationTests {
  private static func winding(of outline: Outline) -> ContourWinding? {
    var rasterizer = Rasterizer()
    return rasterizer.winding(of: outline)
  }

  private static let plain = ContourWinding(isClockwise: false)

  private static func turned(_ outline: Outline) -> Outline { outline.mapped(by: .scale(-1, 1)) }

  @Test func `a circle grows to a larger one`() {
    var rasterizer = Rasterizer()
    let circle = Shapes.circle(40, 40, radius: 20)
    #expect(Self.winding(of: circle) == Self.plain)
    let grown = circle.dilated(by: 7, winding: Self.plain, tolerance: 1.0 / 32)
    let cover = rasterizer.coverage(of: grown, overlaps: .added)
    let wanted = rasterizer.coverage(of: Shapes.circle(40, 40, radius: 27))
    #expect(abs(cover.area - wanted.area) < 6)
    for row in 0..<80 {
      for column in 0..<80 {
        #expect(abs(cover.at(column, row) - wanted.at(column, row)) <= 12)
      }
    }
  }

  @Test func `a hole shrinks, and is gone when it is narrower than what grows into it`() {
    var rasterizer = Rasterizer()
    let outer = Shapes.rectangle(10, 10, 60, 60)
    func cover(hole: Double) -> Coverage {
      let inner = Shapes.rectangle(
        40 - hole / 2, 40 - hole / 2, hole, hole, reversed: true)
      let outline = Shapes.joined(outer, inner)
      #expect(Self.winding(of: outline) == Self.plain)
      let grown = outline.dilated(by: 5, winding: Self.plain, join: .miter)
      return rasterizer.coverage(of: grown, overlaps: .added)
    }
    #expect(cover(hole: 20).area == 4900 - 100)
    #expect(cover(hole: 9).area == 4900)
    #expect(cover(hole: 4).area == 4900)
  }

  @Test func `letters grow as their fills and strokes together, but where borders cross`() throws {
    var rasterizer = Rasterizer()
    let font = try BuiltInFont.font()
    var (sum, count) = (0, 0)
    for (letter, radius) in zip("aebgksvwxRSQM&@8%", [3.0, 4, 5, 2, 6, 1, 8].cycled) {
      let glyph = try #require(letter.unicodeScalars.first.flatMap { font.glyph(for: $0) })
      let scale = 56 / Double(font.unitsPerEm)
      let outline = try font.outline(of: glyph).mapped(by: .scale(scale, -scale))
      let seen = rasterizer.winding(of: outline)
      let winding = try #require(seen)
      for join in [LineJoin.round, .miter, .bevel] {
        let grown = rasterizer.coverage(
          of: outline.dilated(by: radius, winding: winding, join: join, tolerance: 1.0 / 32),
          overlaps: winding.overlaps ? .all : .added)
        let stroke = rasterizer.coverage(
          of: outline.stroked(width: 2 * radius, join: join, tolerance: 1.0 / 32), overlaps: .all)
        let wanted = stroke.adding(rasterizer.coverage(of: outline))
        for row in wanted.y..<wanted.y + wanted.height {
          for column in wanted.x..<wanted.x + wanted.width {
            let off = abs(grown.at(column, row) - wanted.at(column, row))
            #expect(
              off <= 72,
              "\(letter) \(radius) \(join) at \(column), \(row): \(grown.at(column, row)) for \(wanted.at(column, row))"
            )
            sum += off
            if wanted.at(column, row) > 0 { count += 1 }
          }
        }
      }
    }
    #expect(Double(sum) / Double(count) < 0.5)
  }

  @Test func `the direction of a shape is seen, and whether it has both`() {
    let square = Shapes.rectangle(0, 0, 20, 20)
    #expect(Self.winding(of: square) == Self.plain)
    #expect(Self.winding(of: Self.turned(square)) == ContourWinding(isClockwise: true))
    #expect(Self.winding(of: Outline()) == nil)
    let eight = Shapes.polygon([(0, 0), (20, 20), (20, 0), (0, 20)])
    #expect(Self.winding(of: eight) == nil)
    let twice = Shapes.joined(square, Shapes.rectangle(10, 10, 20, 20))
    #expect(Self.winding(of: twice) == ContourWinding(isClockwise: false, overlaps: true))
    let apart = Shapes.joined(square, Shapes.rectangle(40, 0, 9, 9, reversed: true))
    #expect(Self.winding(of: apart) == nil)
    #expect(Self.winding(of: Shapes.rectangle(0, 0, 5000, 10)) == nil)
  }

  @Test func `nothing grows by nothing`() {
    for radius in [0.0, -1, .nan, .infinity] {
      #expect(
        Shapes.rectangle(0, 0, 9, 9).dilated(by: radius, winding: Self.plain).isEmpty)
    }
  }

  @Test func `coverage is joined and moved`() {
    let left = Coverage(x: 2, y: 3, width: 2, height: 1, bytes: [200, 100])
    let right = Coverage(x: 3, y: 2, width: 1, height: 2, bytes: [7, 200])
    let both = left.adding(right)
    #expect(both.box == PixelBox(x: 2, y: 2, width: 2, height: 2))
    #expect(both.bytes == [0, 7, 200, 255])
    #expect(left.adding(.empty) == left && Coverage.empty.adding(left) == left)
    #expect(left.moved(3, -1).at(5, 2) == 200)
  }
}

extension Array {
  /// Its elements over and over.
  fileprivate var cycled: some Sequence<Element> {
    sequence(state: 0) { index in
      defer { index += 1 }
      return self[index % count]
    }
  }
}
