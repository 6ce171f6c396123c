import Bytes
import Colors
import TestSupport
import Testing
import Y4M

@testable import Filters

/// Light in a smaller range; the curves themselves are tested in `Colors`.
@Suite struct ToneMapTests {
  /// A signal of PQ for light in cd/m².
  private func signal(_ light: Double) -> Double { TransferCurve.pq.encode(light / 10000) }

  private func mapped(_ keys: String, _ colors: [SIMD3<Double>]) throws -> [SIMD3<Double>] {
    try ColorStrip.colors(#"{ "type": "effect", "effect": "tone-map"\#(keys) }"#, of: colors)
  }

  private func grey(_ light: Double) -> SIMD3<Double> { SIMD3(repeating: signal(light)) }

  @Test func `the peak becomes white, and what is dark stays as bright`() throws {
    let found = try mapped("", [grey(0), grey(5), grey(20), grey(1000), grey(4000)])
    for (color, light) in zip(found, [0, 5, 20, 203, 203]) {
      let wanted = Maths.pow(Double(light) / 203, 1 / 2.4)
      #expect((color - wanted).max().magnitude < 2e-3, "\(light): \(color)")
    }
    let other = try mapped(#", "peak": 4000, "white": 100"#, [grey(5), grey(4000)])
    #expect((other[0].y - Maths.pow(0.05, 1 / 2.4)).magnitude < 2e-3)
    #expect((other[1].y - 1).magnitude < 2e-3)
  }

  @Test(arguments: ToneCurve.allCases)
  func `greys follow the curve, to PQ as to a display`(_ curve: ToneCurve) throws {
    let mapping = ToneMapping(curve, from: 0...2000, to: 0...400)
    let lights: [Double] = [1, 30, 150, 400, 900, 2000]
    let keys = #", "curve": "\#(curve.rawValue)", "peak": 2000, "white": 400"#
    for (found, light) in zip(try mapped(keys, lights.map(grey)), lights) {
      let wanted = Maths.pow(mapping.value(light) / 400, 1 / 2.4)
      #expect((found.y - wanted).magnitude < 1e-3, "\(light): \(found)")
    }
    for (found, light) in zip(try mapped(keys + #", "to": "pq""#, lights.map(grey)), lights) {
      #expect((found.y - signal(mapping.value(light))).magnitude < 1e-3, "\(light): \(found)")
    }
  }

  @Test func `strong colours come within, and keep their hue without desaturation`() throws {
    let bright = SIMD3(signal(900), signal(450), signal(90))
    let keys = #", "fromGamut": "bt709", "desaturation": 0"#
    let found = try mapped(keys, [bright])[0]
    let light = SIMD3(
      Maths.pow(found.x, 2.4), Maths.pow(found.y, 2.4), Maths.pow(found.z, 2.4))
    #expect((light.y / light.x - 0.5).magnitude < 5e-3)
    #expect((light.z / light.x - 0.1).magnitude < 5e-3)
    let paler = try mapped(#", "fromGamut": "bt709", "desaturation": 1"#, [bright])[0]
    #expect(paler.y > found.y && paler.z > found.z && (paler.x - found.x).magnitude < 1e-3)
    // Green of BT.2020 lies far outside: cut, it has no red or blue left.
    let green = SIMD3(0, signal(100), 0)
    let soft = try mapped("", [green])[0]
    let cut = try mapped(#", "outside": "clip""#, [green])[0]
    #expect(cut.x < 1e-3 && cut.z < 1e-3)
    #expect(soft.x >= 0 && soft.z > 0.01 && (soft.y - cut.y).magnitude < 0.02)
  }

  @Test func `light beyond white that another effect made is brought back`() throws {
    let found = try ColorStrip.colors(
      #"""
      { "type": "effect", "effect": "transfer", "from": "pq", "to": "linear" },
      { "type": "effect", "effect": "tone-map", "from": "linear", "fromGamut": "bt709" }
      """#, of: [grey(1000), grey(20)])
    #expect((found[0].y - 1).magnitude < 2e-3)
    #expect((found[1].y - Maths.pow(20.0 / 203, 1 / 2.4)).magnitude < 2e-3)
  }

  @Test func `hybrid log-gamma is shown on a display of 1000`() throws {
    let found = try mapped(
      #", "from": "hlg", "curve": "clip""#, [SIMD3(repeating: 0.75), SIMD3(repeating: 1)])
    #expect((found[0].y - 1).magnitude < 3e-3 && (found[1].y - 1).magnitude < 2e-3)
  }

  @Test func `a moving peak is drawn as a standing one`() throws {
    let format = PixelFormat.named("420p10", 32, 16)
    let source = Frame.noise(format)
    let moving = try Film(
      #"""
      [{ "type": "effect", "effect": "tone-map", "duration": 2,
         "peak": { "from": 500, "to": 2500 } }]
      """#, format)
    let standing = try Film(
      #"[{ "type": "effect", "effect": "tone-map", "peak": 1500, "duration": 2 }]"#, format)
    let found = try moving.frame(source, at: 1)
    #expect(found.isIdentical(to: try standing.frame(source, at: 1)))
    #expect(!found.isIdentical(to: try moving.frame(source, at: 0.2)))
  }

  private func change(to target: TransferCurve, _ compression: GamutCompression?) -> ToneChange {
    let shape = ToneChange.Shape(
      curve: .bt2390, range: SIMD2(1000, 203), source: LightCoding(.pq, .auto, isFull: false),
      target: LightCoding(target, .auto, isFull: false),
      matrix: ColorMatrix(ColorGamut.bt2020.matrix(to: .bt709)), compression: compression,
      desaturation: 0.5)
    return ToneChange(shape: shape, table: ToneTable(.bt2390, from: 1000, to: 203))
  }

  @Test func `a display of 2.4 has a way of its own, near that of other curves`() throws {
    let compression = try #require(GamutCompression(from: .bt2020, to: .bt709))
    let change = change(to: .bt709, compression)
    #expect(change.isBounded && ColorProgram(change).isBounded)
    #expect(!self.change(to: .gamma22, compression).isBounded)
    #expect(!self.change(to: .bt709, nil).isBounded)
    var noise = Noise(seed: 7)
    let scratch = Scratch()
    scratch.scope {
      let (found, wanted) = (RGBRow(count: 3000, scratch), RGBRow(count: 3000, scratch))
      for x in 0..<3000 {
        for row in [found.red, found.green, found.blue] {
          row[x] = Float(noise.next(1150)) / 1000 - 0.05
        }
      }
      wanted.copy(from: found)
      scratch.scope { change.apply(to: found, scratch: scratch) }
      change.shape.source.decode(wanted)
      let light = ColorMatrix.scaled(SIMD3(repeating: change.shape.before))
      MatrixRows(light.after(change.shape.matrix)).apply(to: wanted, scratch: scratch)
      let rows = (wanted.red, wanted.green, wanted.blue)
      compression.apply(red: rows.0, green: rows.1, blue: rows.2, count: 3000)
      change.table.apply(red: rows.0, green: rows.1, blue: rows.2, count: 3000, desaturation: 0.5)
      for row in [rows.0, rows.1, rows.2] { for x in 0..<3000 { row[x] /= 203 } }
      change.shape.target.encode(wanted)
      for (one, two) in [(found.red, rows.0), (found.green, rows.1), (found.blue, rows.2)] {
        for x in 0..<3000 {
          #expect(one[x] >= 0 && one[x] < 1.0002, "\(x): \(one[x])")
          #expect((one[x] - max(0, two[x])).magnitude < 2e-3, "\(x): \(one[x]) \(two[x])")
        }
      }
    }
  }
}

extension ColorProgram {
  /// One change alone.
  fileprivate init(_ change: ToneChange) {
    var run = ColorRun()
    run.append(change)
    self.init(run)
  }
}
