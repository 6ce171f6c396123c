import TestSupport
import Testing
import Y4M

@testable import Filters

@Suite struct ColorEffectTests {
  /// How far the samples of a frame are from the exact ones, at most.
  private func error(_ frame: Frame, _ exact: ExactRecoloring) -> Double {
    frame.format.planes.indices.map { plane in
      zip(frame.samples(plane), exact.samples(of: plane)).map { abs(Double($0) - $1) }.max() ?? 0
    }.max() ?? 0
  }

  /// Layers of effects, and the change of a colour that they are.
  static let changes: [(String, @Sendable (SIMD3<Double>) -> SIMD3<Double>)] = [
    (#"{ "type": "effect", "effect": "invert" }"#, { 1 - $0 }),
    (
      #"{ "type": "effect", "effect": "invert", "channels": "green", "amount": 0.75 }"#,
      { SIMD3($0.x, 0.75 - 0.5 * $0.y, $0.z) }
    ),
    (#"{ "type": "effect", "effect": "exposure", "ev": 2.4 }"#, { $0 * 2 }),
    (#"{ "type": "effect", "effect": "exposure", "ev": -4.8 }"#, { $0 / 4 }),
    (
      #"""
      { "type": "effect", "effect": "exposure", "ev": 2.4 }, { "type": "effect", "effect": "invert" },
      { "type": "effect", "effect": "exposure", "ev": -2.4 }
      """#, { (1 - $0 * 2) / 2 }
    ),
  ]

  @Test(arguments: everyFormat)
  func `every sample is off by rounding alone`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    for (layers, change) in Self.changes {
      for range in [ColorRange.limited, .full] {
        let film = try Film("[\(layers)]", format, range: range, matrix: .bt709)
        let result = try film.frame(source)
        let exact = ExactRecoloring(source: source, matrix: .bt709, range: range, change: change)
        // Numbers of 24 bits: a hundredth of a step more at 16 bits.
        #expect(error(result, exact) < 0.51, "\(layers), \(range)")
      }
    }
  }

  @Test(arguments: everyFormat)
  func `what several effects undo comes back byte for byte`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    let invert = #"{ "type": "effect", "effect": "invert" }"#
    let film = try Film("[\(invert), \(invert)]", format)
    #expect(try film.frame(source).isIdentical(to: source))
    // Far beyond white and back again: what lies between is not cut.
    let up = #"{ "type": "effect", "effect": "exposure", "ev": 6 }"#
    let down = #"{ "type": "effect", "effect": "exposure", "ev": -6 }"#
    #expect(
      try Film("[\(up), \(down)]", format).frame(source).greatestDifference(from: source) == 0)
  }

  @Test(arguments: everyFormat)
  func `grey stays grey, and black black`(_ format: PixelFormat) throws {
    for luma in [16, 100, 235] {
      let unit = 1 << (format.depth - 8)
      let source = Frame.flat(format, [luma * unit, 128 * unit, 128 * unit])
      let film = try Film(#"[{ "type": "effect", "effect": "exposure", "ev": 1.3 }]"#, format)
      let result = try film.frame(source)
      for (plane, role) in format.roles.enumerated() where role == .blue || role == .red {
        #expect(result.samples(plane).allSatisfy { $0 == 128 * unit })
      }
      if luma == 16 { #expect(result.isIdentical(to: source)) }
    }
  }

  @Test func `white and what is whiter are not driven further`() throws {
    let format = PixelFormat.named("444", 4, 4)
    let film = try Film(#"[{ "type": "effect", "effect": "exposure", "ev": 4 }]"#, format)
    for (before, after) in [(235, 235), (250, 250), (200, 235)] {
      let result = try film.frame(.flat(format, [before, 128, 128]))
      #expect(result.samples(0).allSatisfy { $0 == after })
    }
  }

  @Test func `a region is changed as all of the picture is`() throws {
    for name in ["420mpeg2", "420jpeg", "420paldv", "410", "411"] {
      let format = PixelFormat.named(name, 45, 31)
      let source = Frame.noise(format)
      let effect = #""type": "effect", "effect": "exposure", "ev": 1"#
      let whole = try Film("[{ \(effect) }]", format).frame(source)
      let part = try Film(
        #"[{ \#(effect), "region": { "position": [8, 8], "size": [17, 12] } }]"#, format
      ).frame(source)
      for y in 0..<31 {
        for x in 0..<45 {
          let isInside = (8..<25).contains(x) && (8..<20).contains(y)
          #expect(part[0, x, y] == (isInside ? whole : source)[0, x, y], "\(name) \(x), \(y)")
        }
      }
    }
  }

  @Test func `effects in one region are one change, and those mixed in are a part of it`() throws {
    let format = PixelFormat.named("444", 45, 31)
    let source = Frame.noise(format)
    let region = #""region": { "position": [8, 8], "size": [20, 12], "feather": 9 }"#
    func effect(_ name: String, _ more: String) -> String {
      #"{ "type": "effect", "effect": "\#(name)", \#(more) }"#
    }
    // Inverted twice is as it was, at the soft edge too.
    let twice = effect("invert", region)
    #expect(try Film("[\(twice), \(twice)]", format).frame(source).isIdentical(to: source))
    let elsewhere = effect("invert", #""region": { "size": [20, 12], "feather": 9 }"#)
    #expect(try !Film("[\(twice), \(elsewhere)]", format).frame(source).isIdentical(to: source))
    // Mixed in to a half it is grey, whatever it was, and grey stays grey in the other.
    let half = effect("invert", #""mix": 0.5"#)
    let grey = try Film("[\(half)]", format, range: .full).frame(source)
    #expect(grey.samples(0).allSatisfy { abs(Int($0) - 128) <= 1 })
    let curved = effect("exposure", #""ev": 1, "mix": 0.25"#)
    let flat = Frame.flat(format, [100, 128, 128])
    let whole = try Film("[\(effect("exposure", #""ev": 1"#))]", format).frame(flat)[0, 9, 9]
    let part = try Film("[\(curved)]", format).frame(flat)[0, 9, 9]
    #expect(abs(Double(part) - (100 + 0.25 * (Double(whole) - 100))) <= 1)
  }

  @Test func `in a group, soft colours change as opaque ones do`() throws {
    let format = PixelFormat.named("444", 8, 8)
    let source = Frame.flat(format, [16, 128, 128])
    let film = try Film(
      #"""
      [{ "type": "group", "layers": [
        { "type": "color", "color": "#ffffff80" }, { "type": "effect", "effect": "invert" } ] }]
      """#, format)
    // Half transparent white becomes half transparent black.
    #expect(try film.frame(source).greatestDifference(from: source) == 0)
    let grey = Frame.flat(format, [235, 128, 128])
    let result = try film.frame(grey)
    #expect(abs(result[0, 4, 4] - 125) <= 1)
  }
}
