import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// What holds for every effect that is a function of a colour.
@Suite struct ColorFamilyTests {
  static let formats = [
    PixelFormat.named("420mpeg2", 33, 21), .named("420paldv", 30, 22), .named("422p10", 35, 18),
    .named("444p12", 19, 23), .named("mono", 21, 13), .named("411", 37, 15),
    .named("444alpha", 17, 11), .named("420mpeg2", 1, 1),
  ]

  private static var effects: [any ColorEffect.Type] {
    Registry.effects.compactMap { $0 as? any ColorEffect.Type }
  }

  /// Effects as a timeline has them, by their defaults or by their examples' arguments, and a look
  /// of nothing but colours.
  static let layers: [String] =
    effects.map { effect in
      switch effect.declaration.name {
      case "exposure": #"{ "type": "effect", "effect": "exposure", "ev": 0.7 }"#
      case "adjust":
        #"{ "type": "effect", "effect": "adjust", "gamma": 1.4, "saturation": 1.5 }"#
      case "levels": #"{ "type": "effect", "effect": "levels", "inBlack": 0.1, "gamma": 1.3 }"#
      case "curves": #"{ "type": "effect", "effect": "curves", "preset": "strong-contrast" }"#
      case "hue-saturation":
        #"{ "type": "effect", "effect": "hue-saturation", "hue": 50, "lightness": 0.1 }"#
      case "white-balance": #"{ "type": "effect", "effect": "white-balance", "temperature": 4000 }"#
      case "wheels":
        #"{ "type": "effect", "effect": "wheels", "gain": [1.2, 1, 0.8], "gamma": 1.2 }"#
      case "channel-mixer":
        #"{ "type": "effect", "effect": "channel-mixer", "red": [0.5, 0.3, 0.2] }"#
      case "color-balance":
        #"{ "type": "effect", "effect": "color-balance", "shadows": [0.2, 0, -0.2] }"#
      case "hsl": #"{ "type": "effect", "effect": "hsl", "red": { "hue": 30, "lightness": 0.6 } }"#
      case "shadows-highlights":
        #"{ "type": "effect", "effect": "shadows-highlights", "shadows": 0.5, "highlights": -0.4 }"#
      case "hue-curves":
        #"{ "type": "effect", "effect": "hue-curves", "saturation": [[0, 0.5], [180, 1.5]] }"#
      case "cdl": #"{ "type": "effect", "effect": "cdl", "slope": 1.2, "power": 0.9 }"#
      case "transfer": #"{ "type": "effect", "effect": "transfer", "from": "srgb" }"#
      case "lut": #"{ "type": "effect", "effect": "lut"\#(EffectFiles.keys(of: "lut")) }"#
      case let name: #"{ "type": "effect", "effect": "\#(name)" }"#
      }
    } + [#"{ "type": "effect", "effect": "look" }"#]

  /// Those that lead grey to other colours, or are meant to.
  private static let tinting = [
    "white-balance", "wheels", "sepia", "gradient-map", "channel-mixer", "color-balance",
    "split-tone", "colorize", "false-color", "look",
  ]

  @Test(arguments: formats)
  func `in place, or from a copy: the same bytes`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    for layer in Self.layers {
      let inPlace = try Film("[\(layer)]", format, files: EffectFiles.all).frame(source)
      // Greys stay in many of them.
      if format.width > 1, format.chroma != .none {
        #expect(!inPlace.isIdentical(to: source), "\(layer)")
      }
      let region = layer.replacingLast(
        "}", with: #", "region": { "position": [0, 0], "size": ["100%", "100%"] } }"#)
      let copied = try Film("[\(region)]", format, files: EffectFiles.all).frame(source)
      #expect(inPlace.isIdentical(to: copied), "\(layer)")
    }
  }

  @Test(arguments: ["444", "420mpeg2", "420p10", "mono", "444p16"])
  func `grey stays grey`(_ name: String) throws {
    let format = PixelFormat.named(name, 8, 8)
    let unit = 1 << (format.depth - 8)
    for layer in Self.layers
    where !Self.tinting.contains(where: { layer.contains(#""effect": "\#($0)""#) }) {
      for luma in [16, 60, 126, 200, 235] {
        let source = Frame.flat(format, [luma * unit, 128 * unit, 128 * unit])
        let result = try Film("[\(layer)]", format, files: EffectFiles.all).frame(source)
        for (plane, role) in format.roles.enumerated() where role == .blue || role == .red {
          let off = result.samples(plane).map { abs($0 - 128 * unit) }.max() ?? 0
          #expect(off == 0, "\(layer) at \(luma)")
        }
      }
    }
  }

  @Test(arguments: [ColorRange.limited, .full])
  func `a level that lies between two samples is one of them everywhere`(
    _ range: ColorRange
  ) throws {
    for (name, levels) in [("444", 7), ("444", 3), ("444p10", 7), ("444p16", 9)] {
      let format = PixelFormat.named(name, 256, 4)
      let source = Frame.flat(format, [0, 128 << (format.depth - 8), 128 << (format.depth - 8)])
      for y in 0..<4 {
        for x in 0..<256 { source[0, x, y] = (256 * y + x) * format.peak / 1023 }
      }
      let layer = #"[{ "type": "effect", "effect": "posterize", "levels": \#(levels) }]"#
      let result = try Film(layer, format, range: range).frame(source)
      // What lies beyond black and white keeps its sample.
      let unit = 1 << (format.depth - 8)
      let legal = range == .full ? 0...format.peak : 16 * unit...235 * unit
      let found = zip(source.samples(0), result.samples(0)).filter { legal.contains(Int($0.0)) }
      #expect(Set(found.map(\.1)).count == levels, "\(name) \(levels)")
    }
  }

  @Test(arguments: [0, 6])
  func `strong colours without luma keep their light beside those of a little`(
    _ radius: Int
  ) throws {
    // Red of one half, and green below black.
    let format = PixelFormat.named("444p12", 24, 20)
    let keys = #""shadows": 1, "radius": \#(radius)"#
    let layer = #"[{ "type": "effect", "effect": "shadows-highlights", \#(keys) }]"#
    let film = try Film(layer, format)
    let results = try [256, 257, 260].map {
      try film.frame(Frame.flat(format, [$0, 2048, 3186]))
    }
    for plane in 0..<3 {
      let samples = results.map { Int($0[plane, 9, 7]) }
      #expect(abs(samples[1] - samples[0]) <= 4, "\(plane): \(samples)")
      #expect(abs(samples[2] - samples[0]) <= 16, "\(plane): \(samples)")
    }
    #expect(results[0][0, 9, 7] > 500)
  }

  @Test func `ten bits are eight bits and two more`() throws {
    let (eight, ten) = (PixelFormat.named("444", 32, 32), PixelFormat.named("444p10", 32, 32))
    let source = Frame.noise(eight)
    let deep = Frame(ten)
    for plane in 0..<3 {
      for y in 0..<32 { for x in 0..<32 { deep[plane, x, y] = source[plane, x, y] * 4 } }
    }
    for layer in Self.layers
    where !["posterize", "threshold", "solarize", "false-color"].contains(where: layer.contains) {
      let result = try Film("[\(layer)]", eight, files: EffectFiles.all).frame(source)
      let other = try Film("[\(layer)]", ten, files: EffectFiles.all).frame(deep)
      for plane in 0..<3 {
        for (one, two) in zip(result.samples(plane), other.samples(plane)) {
          #expect(abs(Double(one) - Double(two) / 4) <= 1, "\(layer)")
        }
      }
    }
  }

  @Test func `many in a row, and each after the other, are within a code`() throws {
    let format = PixelFormat.named("444p16", 24, 24)
    let source = Frame.flat(format, [30000, 31000, 35000])
    // Where nothing is cut on the way, a run is what its effects are one by one.
    let run = [
      #"{ "type": "effect", "effect": "adjust", "gamma": 1.2 }"#,
      #"{ "type": "effect", "effect": "wheels", "gain": 0.9 }"#,
      #"{ "type": "effect", "effect": "vibrance", "amount": 0.4 }"#,
      #"{ "type": "effect", "effect": "hue-saturation", "hue": 20 }"#,
      #"{ "type": "effect", "effect": "shadows-highlights", "shadows": 0.2 }"#,
    ]
    let together = try Film("[\(run.joined(separator: ", "))]", format).frame(source)
    var frame = source
    for layer in run { frame = try Film("[\(layer)]", format, files: EffectFiles.all).frame(frame) }
    #expect(together.greatestDifference(from: frame) <= 6)
  }

  @Test func `a pale colour beyond white is no stronger than it may be where hsl leads it`() throws
  {
    let format = PixelFormat.named("444", 8, 8)
    // R'G'B' of 0.950, 0.956 and 0.823, which the exposure brings to 1.094, 1.098 and 0.943.
    let source = Frame.flat(format, [223, 113, 129])
    let exposure = #"{ "type": "effect", "effect": "exposure", "ev": 0.2, "space": "gamma" }"#
    func graded(_ bands: String) throws -> Frame {
      try Film(
        #"[\#(exposure), { "type": "effect", "effect": "hsl", \#(bands) }]"#, format,
        range: .limited, matrix: .bt709
      ).frame(source)
    }
    // HSL in float64: 0.980, 1 and 0.224.
    let darker = try graded(#""yellow": { "lightness": 0.6 }"#)
    #expect(abs(darker[0, 4, 4] - 222) <= 1 && abs(darker[1, 4, 4] - 42) <= 1)
    #expect(abs(darker[2, 4, 4] - 134) <= 1)
    // Bands of other hues leave it as it is.
    let same = try Film("[\(exposure)]", format, range: .limited, matrix: .bt709).frame(source)
    #expect(try graded(#""blue": { "lightness": 0.6 }"#).isIdentical(to: same))
  }

  @Test func `a large frame is the same in bands of any number`() throws {
    let format = PixelFormat.named("420mpeg2", 800, 600)
    let source = Frame.noise(format)
    let run = [
      #"{ "type": "effect", "effect": "adjust", "gamma": 1.2, "saturation": 1.3 }"#,
      #"{ "type": "effect", "effect": "color-balance", "shadows": [0.1, 0, -0.1] }"#,
      #"{ "type": "effect", "effect": "hsl", "red": { "hue": 20 } }"#,
    ].joined(separator: ", ")
    let first = try Film("[\(run)]", format).frame(source)
    let film = try Film("[\(run)]", format)
    #expect(try film.frame(source).isIdentical(to: first))
    #expect(try film.frame(source).isIdentical(to: first))
  }

  @Test func `in a group, soft colours are graded as opaque ones`() throws {
    let format = PixelFormat.named("444", 8, 8)
    let source = Frame.flat(format, [16, 128, 128])
    let film = try Film(
      #"""
      [{ "type": "group", "layers": [
        { "type": "color", "color": "#ff000080" },
        { "type": "effect", "effect": "black-and-white" } ] }]
      """#, format, range: .limited, matrix: .bt709)
    let result = try film.frame(source)
    // Half of the luma of red: 16 + 219 * 0.2126 * 128 / 255.
    #expect(abs(result[0, 4, 4] - 39) <= 1 && abs(result[1, 4, 4] - 128) <= 1)
  }
}

extension String {
  fileprivate func replacingLast(_ character: Character, with text: String) -> String {
    guard let place = lastIndex(of: character) else { return self }
    return String(self[..<place]) + text
  }
}
