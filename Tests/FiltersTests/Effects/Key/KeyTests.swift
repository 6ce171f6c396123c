import Images
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct KeyTests {
  /// How far the samples of a frame are from the exact ones, at most.
  private func error(_ frame: Frame, _ exact: ExactRecoloring) -> Double {
    frame.format.planes.indices.map { plane in
      zip(frame.samples(plane), exact.samples(of: plane)).map { abs(Double($0) - $1) }.max() ?? 0
    }.max() ?? 0
  }

  /// Colours cut to black and white, but for those that lay beyond before.
  private static func cut(_ color: SIMD3<Double>, _ before: SIMD3<Double>) -> SIMD3<Double> {
    color.clamped(
      lowerBound: pointwiseMin(before, SIMD3()),
      upperBound: pointwiseMax(before, SIMD3(repeating: 1)))
  }

  private static func share(_ unlikeness: Double, _ tolerance: Double, _ softness: Double) -> Double
  {
    min(max((unlikeness - tolerance) / softness, 0), 1)
  }

  /// Cb and Cr of BT.709, around 0.
  private static func chroma(_ color: SIMD3<Double>) -> SIMD2<Double> {
    let luma = brightness(color)
    return SIMD2(
      (color.z - luma) / (2 - 2 * Matrix.bt709.blue), (color.x - luma) / (2 - 2 * Matrix.bt709.red))
  }

  private static func brightness(_ color: SIMD3<Double>) -> Double {
    let (red, blue) = (Matrix.bt709.red, Matrix.bt709.blue)
    return color.x * red + color.y * (1 - red - blue) + color.z * blue
  }

  private static func length(_ vector: SIMD2<Double>) -> Double {
    (vector * vector).sum().squareRoot()
  }

  /// Effects, and what they make of a colour, over black.
  static let changes: [(String, @Sendable (SIMD3<Double>) -> SIMD3<Double>)] = [
    (
      #""color-key", "color": "rgb(20% 40% 60%)", "tolerance": 0.2, "softness": 0.3"#,
      { color in
        let apart = color - SIMD3(0.2, 0.4, 0.6)
        return color * share(((apart * apart).sum() / 3).squareRoot(), 0.2, 0.3)
      }
    ),
    (
      #""luma-key", "level": 0.3, "tolerance": 0.1, "softness": 0.2"#,
      { $0 * share(abs(brightness($0) - 0.3), 0.1, 0.2) }
    ),
    (
      #""luma-key", "level": 0.3, "tolerance": 0.1, "softness": 0.2, "invert": true"#,
      { $0 * (1 - share(abs(brightness($0) - 0.3), 0.1, 0.2)) }
    ),
    (
      #""despill", "color": "green""#,
      { SIMD3($0.x, min($0.y, ($0.x + $0.z) / 2), $0.z) }
    ),
    (
      #""despill", "color": "blue", "mode": "max", "amount": 0.5"#,
      { SIMD3($0.x, $0.y, $0.z - 0.5 * max($0.z - max($0.x, $0.y), 0)) }
    ),
    (
      #""despill", "color": "red", "mode": "double""#,
      { SIMD3(min($0.x, ($0.y + 2 * $0.z) / 3), $0.y, $0.z) }
    ),
    (
      #""color-hold", "color": "rgb(20% 40% 60%)", "tolerance": 0.3, "softness": 0.4, "amount": 0.75"#,
      { color in
        let (own, held) = (chroma(color), chroma(SIMD3(0.2, 0.4, 0.6)))
        let cosine = (own * held).sum() / max(length(own), 1e-9) / length(held)
        let grey = 0.75 * share((1 - cosine) / 2, 0.3, 0.4)
        return color + grey * (SIMD3(repeating: brightness(color)) - color)
      }
    ),
    (
      #""chroma-key", "method": "distance", "color": "rgb(20% 40% 60%)", "despillMode": "average""#,
      { color in
        let screen = SIMD3(0.2, 0.4, 0.6)
        let far = length(chroma(color) - chroma(screen)) / length(chroma(screen))
        let share = share(far, 0.07, 0.8)
        var left = cut((color - (1 - share) * screen) / max(share, 1.0 / 1024), color)
        left.z = min(left.z, (left.x + left.y) / 2)
        return cut(left, color) * share
      }
    ),
  ]

  @Test(arguments: everyFormat)
  func `every sample is what the formula says`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    for (effect, change) in Self.changes {
      let film = try Film(
        #"[{ "type": "effect", "effect": \#(effect) }]"#, format, matrix: .bt709)
      let exact = ExactRecoloring(source: source, matrix: .bt709, range: .limited, change: change)
      // Numbers of 24 bits, divided by shares: some steps at 16 bits.
      let most = format.depth > 12 ? 24.0 : 0.6
      #expect(error(try film.frame(source), exact) < most, "\(effect)")
    }
  }

  @Test func `colour difference takes out the screen's part`() throws {
    // Without any pure screen, its brightness is the given one. All of a flat picture is amid what
    // stays, from 0.58 on partly and from 0.62 on all of it: then 0.87 is the whole.
    let format = PixelFormat.named("444p16", 16, 16)
    for (color, k, rest) in [
      (SIMD3(0.5, 0.6, 0.4), 0.3, 0.1), (SIMD3(0.25, 0.45, 0.25), 0.4, 0),
      (SIMD3(0.7, 0.5, 0.4), -0.1, 0.3),
    ] {
      let unlike = 1 - k - 0.1 * rest - 0.5 / 0.5 * max(rest - 0.17 * (1 - k), 0)
      let core = min(max((unlike - 0.58) * 25, 0), 1)
      let share = min(unlike / (1 - 0.13 * core), 1)
      let screen = SIMD3(0.2, 0.7, 0.2)
      var left = (color - (1 - share) * screen) / share
      left.y = min(left.y, max(left.x, left.z))
      let result = try keyed(color, #""color": "rgb(20% 70% 20%)""#, format)
      let exact = Self.cut(left, color) * share
      #expect(abs(result - Self.brightness(exact)) < 1e-3, "\(color)")
      let alpha = try keyed(color, #""color": "rgb(20% 70% 20%)", "view": "alpha""#, format)
      #expect(abs(alpha - share) < 1e-3, "\(color)")
    }
  }

  /// No channel of it stands out.
  @Test(arguments: ["difference", "distance"])
  func `a key of grey takes nothing away, and its alpha is whole`(_ method: String) throws {
    let format = PixelFormat.named("444p16", 16, 16)
    let color = SIMD3(0.3, 0.5, 0.2)
    let setting = ##""color": "#808080", "method": "\##(method)""##
    let alpha = try keyed(color, setting + #", "view": "alpha""#, format)
    #expect(abs(alpha - 1) < 1e-4)
    #expect(abs(try keyed(color, setting, format) - Self.brightness(color)) < 1e-3)
  }

  /// The luma, 0 to 1, that a chroma key makes of a flat picture of BT.709.
  private func keyed(
    _ color: SIMD3<Double>, _ arguments: String, _ format: PixelFormat
  ) throws -> Double {
    let chroma = Self.chroma(color)
    let source = Frame.flat(
      format,
      [
        Int(((16 + 219 * Self.brightness(color)) * 256).rounded()),
        Int(((128 + 224 * chroma.x) * 256).rounded()),
        Int(((128 + 224 * chroma.y) * 256).rounded()),
      ])
    let film = try Film(
      #"[{ "type": "effect", "effect": "chroma-key", \#(arguments) }]"#, format, matrix: .bt709)
    return (Double(try film.frame(source)[0, 8, 8]) / 256 - 16) / 219
  }

  @Test func `a screen that is darker in places is taken away whole`() throws {
    let format = PixelFormat.named("444p16", 160, 90)
    let film = try Film(
      #"""
      [{ "type": "gradient", "size": ["100%", "100%"], "stops": ["#187018", "#30e030"] },
       { "type": "effect", "effect": "chroma-key", "color": "#20a020", "view": "alpha" }]
      """#, format)
    let result = try film.frame(.flat(format, [4096, 32768, 32768]))
    for x in stride(from: 0, to: 160, by: 8) where x < 120 {
      #expect(result[0, x, 45] < 4096 + 219 * 256 / 50, "\(x)")
    }
  }

  @Test func `in a group, what lies below is seen where the screen was`() throws {
    for name in ["444", "420mpeg2", "444p16"] {
      let format = PixelFormat.named(name, 64, 32)
      let source = Frame.noise(format)
      let shown = try Film(
        ##"[{ "type": "color", "color": "#c06040", "size": [32, "100%"], "position": [32, 0] }]"##,
        format
      ).frame(source)
      for effect in ["chroma-key", "color-key"] {
        let film = try Film(
          #"""
          [{ "type": "group", "layers": [
            { "type": "color", "color": "#20a040" },
            { "type": "color", "color": "#c06040", "size": [32, "100%"], "position": [32, 0] },
            { "type": "effect", "effect": "\#(effect)", "color": "#20a040", "softness": 0.2 } ] }]
          """#, format)
        let result = try film.frame(source)
        for x in [0, 8, 20, 30, 34, 50, 63] {
          let most = format.depth > 8 ? 64 : 1
          #expect(abs(result[0, x, 9] - shown[0, x, 9]) <= most, "\(name) \(effect) \(x)")
        }
      }
    }
  }

  @Test func `a colour in which no channel stands out keys nothing`() throws {
    let format = PixelFormat.named("420jpeg", 20, 14)
    let source = Frame.noise(format)
    let film = try Film(
      #"[{ "type": "effect", "effect": "chroma-key", "color": "grey" }]"#, format)
    #expect(try film.frame(source).isIdentical(to: source))
  }
  @Test func `a matte shrinks by whole and parts of pixels, and grows`() throws {
    let format = PixelFormat.named("444p16", 40, 24)
    let full = 219.0 * 256
    for (shrink, column, share) in [
      ("0px", 10, 1.0), ("0px", 9, 0), ("2px", 11, 0), ("2px", 12, 1), ("1.25px", 11, 0.75),
      ("-3px", 7, 1), ("-3px", 6, 0), ("-2.5px", 7, 0.5),
    ] {
      let film = try Film(
        ##"""
        [{ "type": "color", "color": "#00ff00" },
         { "type": "color", "color": "white", "position": [10, 6], "size": [20, 12] },
         { "type": "effect", "effect": "chroma-key", "view": "alpha", "shrink": "\##(shrink)" }]
        """##, format)
      let result = try film.frame(.flat(format, [4096, 32768, 32768]))
      let made = (Double(result[0, column, 12]) - 4096) / full
      #expect(abs(made - share) < 1e-3, "\(shrink) at \(column)")
    }
  }

  @Test func `a feathered edge is the integral of a gaussian`() throws {
    let format = PixelFormat.named("444p16", 80, 24)
    let film = try Film(
      ##"""
      [{ "type": "color", "color": "#00ff00" },
       { "type": "color", "color": "white", "position": [40, 0], "size": [40, 24] },
       { "type": "effect", "effect": "chroma-key", "view": "alpha", "feather": 3 }]
      """##, format)
    let result = try film.frame(.flat(format, [4096, 32768, 32768]))
    // The normal distribution at so many standard deviations.
    let places: [(Int, Double, Double)] = [
      (39, -1.0 / 6, 0.4338), (36, -3.5 / 3, 0.1217), (45, 5.5 / 3, 0.9666), (30, -9.5 / 3, 0.0008),
    ]
    for (column, deviations, exact) in places {
      let made = (Double(result[0, column, 12]) - 4096) / (219 * 256)
      #expect(abs(made - exact) < 0.006, "\(deviations) deviations")
    }
  }

  @Test(arguments: [#""feather": 4"#, #""shrink": "-4px""#])
  func `what a wider matte adds is the screen without its colour`(_ setting: String) throws {
    let format = PixelFormat.named("444p16", 80, 24)
    func shown(_ view: String) throws -> Frame {
      let film = try Film(
        ##"""
        [{ "type": "color", "color": "#26b333" },
         { "type": "color", "color": "#998066", "position": [40, 0], "size": [40, 24] },
         { "type": "effect", "effect": "chroma-key", "color": "#26b333", "view": "\##(view)", \##(setting) }]
        """##, format)
      return try film.frame(.flat(format, [4096, 32768, 32768]))
    }
    let (alpha, keyed) = (try shown("alpha"), try shown("composite"))
    // Green as weak as blue: 0.299, 0.587 and 0.114 of #263333.
    let wanted = (0.299 * 38 + 0.701 * 51) / 255
    for column in 36..<39 {
      let share = Double(alpha[0, column, 12]) - 4096
      try #require(share > 0.1 * 219 * 256)
      let luma = (Double(keyed[0, column, 12]) - 4096) / share
      #expect(abs(luma - wanted) < 0.03, "\(column): \(luma), not \(wanted)")
    }
  }

  @Test func `what looks as in the still is taken away, at every subsampling`() throws {
    // Red, green, blue and white quarters, as large as the canvas and half as large.
    func still(_ size: Int) -> Picture {
      let parts: [[UInt8]] = [
        [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255],
      ]
      var pixels: [UInt8] = []
      for y in 0..<size {
        for x in 0..<size { pixels += parts[2 * (2 * y / size) + 2 * x / size] }
      }
      return Picture(width: size, height: size, samples: .eight(pixels))
    }
    for name in ["444", "420mpeg2", "422p10"] {
      let format = PixelFormat.named(name, 32, 32)
      for size in [32, 16] {
        let film = try Film(
          ##"""
          [{ "type": "color", "color": "red" },
           { "type": "color", "color": "lime", "position": [16, 0] },
           { "type": "color", "color": "blue", "position": [0, 16] },
           { "type": "color", "color": "#808080", "position": [4, 4], "size": [4, 24] },
           { "type": "effect", "effect": "difference-key", "source": "room.png", "view": "alpha" }]
          """##, format, pictures: ["room.png": still(size)])
        let unit = 1 << (format.depth - 8)
        let result = try film.frame(.flat(format, [16 * unit, 128 * unit, 128 * unit]))
        for (x, y, luma) in [
          (12, 4, 16), (26, 4, 16), (12, 26, 16), (6, 6, 235), (6, 26, 235), (26, 26, 235),
        ] {
          #expect(abs(result[0, x, y] - luma * unit) <= unit, "\(name) \(size) \(x), \(y)")
        }
      }
    }
  }

  @Test(arguments: [
    #""transfer": "bt709""#, #""transfer": "pq""#, #""transfer": "hlg""#, #""transfer": "linear""#,
    #""primaries": "p3-d65""#,
  ])
  func `a still has the light of the stream, as pictures have`(_ light: String) throws {
    let format = PixelFormat.named("444p12", 32, 8)
    var pixels: [UInt8] = []
    for place in 0..<256 {
      let across = UInt8(place % 32)
      pixels += [across * 8, 200 - across * 5, UInt8(place), 255]
    }
    let still = Picture(width: 32, height: 8, samples: .eight(pixels))
    let film = try Film(
      #"""
      { "version": 1, "canvas": { \#(light) }, "layers": [
        { "type": "image", "source": "room.png" },
        { "type": "effect", "effect": "difference-key", "source": "room.png", "tolerance": 0.01,
          "softness": 0.02, "view": "alpha" }] }
      """#, format, pictures: ["room.png": still])
    let made = try film.frame(.flat(format, [256, 2048, 2048]))
    #expect(made.samples(0).allSatisfy { $0 == 256 })
  }

  @Test func `with a still of the screen alone, its shadows are keyed too`() throws {
    let format = PixelFormat.named("444p10", 64, 16)
    // From a third of the given light to all of it.
    var samples: [UInt8] = []
    for _ in 0..<16 {
      for x in 0..<64 {
        let light = 1 / 3.0 + 2 / 3.0 * Double(x) / 63
        samples += [UInt8(30 * light), UInt8(180 * light), UInt8(60 * light), 255]
      }
    }
    let screen = Picture(width: 64, height: 16, samples: .eight(samples))
    func alpha(_ more: String) throws -> [Double] {
      let film = try Film(
        ##"""
        [{ "type": "image", "source": "screen.png" },
         { "type": "color", "color": "#808080", "position": [4, 4], "size": [4, 4] },
         { "type": "effect", "effect": "chroma-key", "color": "#1eb43c", "view": "alpha"\##(more) }]
        """##, format, range: .full, pictures: ["screen.png": screen])
      return try film.frame(.flat(format, [0, 512, 512])).samples(0).map { Double($0) / 1023 }
    }
    let (with, without) = (try alpha(#", "cleanPlate": "screen.png""#), try alpha(""))
    func share(_ shares: [Double], _ x: Int, _ y: Int) -> Double { shares[y * 64 + x] }
    #expect(with.enumerated().allSatisfy { (4..<8).contains($0 % 64) || $1 < 0.02 })
    #expect(share(with, 6, 6) > 0.95)
    #expect(share(without, 1, 12) > 0.1)
    let error = try #require(throws: TimelineFault.self) { try alpha(#", "cleanPlate": "no.png""#) }
    #expect(error.description.contains("no.png"))
  }
}
