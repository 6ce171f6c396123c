import Filters
import TestSupport
import Testing
import Y4M

/// What holds for every effect of the family Light.
@Suite struct LightFamilyTests {
  /// Each effect as it shows most of what it does, with keys of its own.
  static let effects = [
    #""effect": "vignette", "roundness": -0.5"#,
    #""effect": "vignette", "amount": -0.8"#,
    #""effect": "vignette", "mode": "natural", "center": ["10%", "-20%"]"#,
    #""effect": "bloom", "threshold": 0.3, "radius": 3"#,
    #""effect": "bloom", "threshold": 0, "softness": 0, "radius": 0, "mode": "add""#,
    #""effect": "gloom", "threshold": 0.3, "radius": "10%""#,
    #""effect": "soft-focus", "radius": 9"#,
    #""effect": "shadows-highlights", "shadows": 0.8, "highlights": -0.6, "radius": 9"#,
    #""effect": "strobe", "mode": "invert""#,
    #""effect": "light-leak", "position": ["40%", "70%"]"#,
    #""effect": "rays", "threshold": 0.3, "center": ["10%", "120%"]"#,
    #""effect": "lens-flare", "position": ["60%", "70%"]"#,
  ]

  private func film(_ keys: String, _ format: PixelFormat, more: String = "") throws -> Film {
    try Film(#"[{ "type": "effect", \#(keys)\#(more), "duration": 4 }]"#, format)
  }

  static let formats = [
    PixelFormat.named("420mpeg2", 33, 21), .named("420jpeg", 2, 2), .named("420paldv", 17, 16),
    .named("422p10", 35, 18), .named("444p16", 19, 23), .named("mono", 21, 13),
    .named("411", 37, 15), .named("410", 13, 9), .named("444alpha", 17, 11),
    .named("420mpeg2", 1, 1), .named("440", 3, 1),
  ]

  @Test(arguments: formats)
  func `every format is drawn`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    for keys in Self.effects {
      let result = try film(keys, format).frame(source, at: 0.1)
      if format.width > 3 { #expect(!result.isIdentical(to: source), "\(keys)") }
    }
  }

  @Test func `a region is lit by what lies around it`() throws {
    for format in [PixelFormat.named("420mpeg2", 48, 200), .named("422p10", 41, 130)] {
      let source = Frame.noise(format)
      for keys in Self.effects {
        let whole = try film(keys, format).frame(source, at: 0.1)
        let part = try film(
          keys, format, more: #", "region": { "position": [10, 101], "size": [21, 17] }"#
        ).frame(source, at: 0.1)
        for y in 101..<118 {
          for x in 0..<format.width {
            let isInside = (10..<31).contains(x)
            #expect(part[0, x, y] == (isInside ? whole : source)[0, x, y], "\(keys) \(x), \(y)")
          }
        }
      }
    }
  }

  @Test func `black stays black and grey stays grey`() throws {
    for format in [PixelFormat.named("420mpeg2", 40, 30), .named("444p16", 40, 30)] {
      let unit = 1 << (format.depth - 8)
      let black = Frame.flat(format, [16 * unit, 128 * unit, 128 * unit])
      let grey = Frame.flat(format, [150 * unit, 128 * unit, 128 * unit])
      for keys in Self.effects {
        // Some bring light of their own.
        let adds = keys.contains("light-leak") || keys.contains("lens-flare")
        let film = try film(keys, format)
        if !keys.contains("strobe"), !adds {
          #expect(try film.frame(black).isIdentical(to: black), "\(keys)")
        }
        let result = try film.frame(grey)
        for plane in 1...2 where !adds {
          #expect(result.samples(plane).allSatisfy { $0 == 128 * unit }, "\(keys)")
        }
      }
    }
  }

  @Test func `what no light reaches keeps its bytes`() throws {
    let format = PixelFormat.named("420p10", 96, 64)
    let source = Frame.noise(format)
    // Darker than the threshold everywhere, but for a light in a corner.
    let luma = format.planes[0]
    for index in 0..<luma.width * luma.height {
      let (x, y) = (index % luma.width, index / luma.width)
      source[0, x, y] = x < 4 && y < 4 ? 940 : 64 + source[0, x, y] / 8
    }
    for name in ["bloom", "gloom"] {
      let result = try film(#""effect": "\#(name)", "radius": 3"#, format).frame(source)
      #expect(result[0, 3, 5] != source[0, 3, 5])
      for y in 0..<64 {
        for x in 0..<96 where x > 40 || y > 40 {
          #expect(result[0, x, y] == source[0, x, y], "\(name) \(x), \(y)")
          #expect(result[1, x / 2, y / 2] == source[1, x / 2, y / 2], "\(name) \(x), \(y)")
        }
      }
    }
  }

  @Test func `a flat picture has the tones that each of its pixels has`() throws {
    let format = PixelFormat.named("444p12", 24, 20)
    for (luma, chroma) in [(600, 2048), (1500, 1800), (2900, 2300)] {
      let source = Frame.flat(format, [luma, chroma, 2048])
      let keys = #""effect": "shadows-highlights", "shadows": 0.7, "highlights": -0.5"#
      let each = try film(keys, format).frame(source, at: 0)
      let around = try film(keys + #", "radius": 6"#, format).frame(source, at: 0)
      for plane in 0..<3 {
        #expect(abs(Int(around[plane, 9, 7]) - Int(each[plane, 9, 7])) <= 2, "\(luma) \(plane)")
      }
      #expect(Int(around[0, 9, 7]) != luma)
    }
  }

  @Test func `easings that overshoot and ends of ranges are harmless`() throws {
    let format = PixelFormat.named("420mpeg2", 40, 24)
    let source = Frame.noise(format)
    let moves = [
      #""effect": "vignette", "amount": { "from": -1, "to": 1, "ease": "easeOutBack" }, "size": 0, "softness": 0"#,
      #""effect": "vignette", "size": 2, "softness": 2, "roundness": -1, "center": ["-100000%", 1e9]"#,
      ##""effect": "bloom", "intensity": 8, "threshold": 1, "softness": 1, "radius": 1000, "tint": "#00f8""##,
      #""effect": "soft-focus", "radius": { "from": 0, "to": 1000, "ease": "easeOutBack" }, "amount": 1"#,
      #""effect": "shadows-highlights", "shadows": 1, "highlights": -1, "radius": { "from": 0, "to": 1000, "ease": "easeOutBack" }"#,
      #""effect": "strobe", "rate": { "from": 60, "to": 0, "ease": "easeInBack" }, "duty": 1, "curve": "decay""#,
      #""effect": "light-leak", "size": 100000, "position": [-1e9, "900%"], "rate": { "from": 0, "to": 20 }"#,
      #""effect": "light-leak", "size": 0"#,
      #""effect": "lens-flare", "size": 100000, "rays": 32, "ghosts": 16, "position": [-1e9, 1e9]"#,
      #""effect": "lens-flare", "size": 1, "rays": 0, "ghosts": 0, "angle": { "from": 0, "to": 1e9 }"#,
      #""effect": "rays", "length": 0.98, "decay": 0.99, "softness": 0, "center": [1e9, -1e9]"#,
      #""effect": "rays", "length": { "from": 0, "to": 0.98, "ease": "easeOutBack" }, "amount": 16"#,
      #""effect": "strobe", "rate": 0, "beats": [0, 0, 3.5]"#,
    ]
    for keys in moves {
      let film = try film(keys, format)
      for seconds in [0, 0.5, 3.9] { _ = try film.frame(source, at: seconds) }
    }
  }

  @Test func `effects in a group leave what is not seen unseen`() throws {
    let format = PixelFormat.named("444", 48, 32)
    let source = Frame.noise(format)
    for keys in Self.effects {
      let film = try Film(
        """
        [{ "type": "group", "layers": [
          { "type": "color", "color": "#ffd0a0", "position": [16, 8], "size": [16, 16] },
          { "type": "effect", \(keys) } ] }]
        """, format)
      let result = try film.frame(source, at: 0.1)
      for y in 0..<32 {
        for x in 0..<48 where !(16..<32).contains(x) || !(8..<24).contains(y) {
          #expect(result[0, x, y] == source[0, x, y], "\(keys) \(x), \(y)")
        }
      }
    }
  }
}
