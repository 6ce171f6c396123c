import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// What holds for every effect of the registry: a new one is tested by being there.
@Suite struct EffectLawsTests {
  /// The formats in which laws are tested: each depth's arithmetic, each subsampling, odd sides.
  static let formats = [
    PixelFormat.named("420mpeg2", 33, 21), .named("420jpeg", 16, 16), .named("422p10", 35, 18),
    .named("444p16", 19, 23), .named("mono", 21, 13), .named("411", 37, 15),
    .named("444alpha", 17, 11), .named("420mpeg2", 1, 1),
  ]

  @Test func `every effect has a name of its own, a summary and an example`() {
    let names = Registry.effects.map { $0.declaration.name }
    #expect(Set(names).count == names.count)
    for entry in Registry.entries { #expect(entry.name == entry.type.declaration.name) }
    // Another effect is not suggested for a word that names one.
    for type in Registry.effects {
      #expect(Set(type.names.synonyms).isDisjoint(with: names), "\(type.declaration.name)")
      #expect(Set(type.names.synonyms).count == type.names.synonyms.count)
    }
    for declaration in Registry.effects.map({ $0.declaration }) {
      #expect(declaration.summary.hasSuffix("."), "\(declaration.name)")
      #expect(declaration.example.contains(#""effect": "\#(declaration.name)""#))
    }
  }

  @Test(arguments: formats)
  func `at its identity an effect changes no byte`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    for type in Registry.effects {
      guard let identity = type.identity else { continue }
      for seconds in [0, 0.7] {
        let result = try source.drawn(type, identity, at: seconds)
        #expect(result.isIdentical(to: source), "\(type.declaration.name) at \(seconds)")
      }
    }
  }

  @Test(arguments: formats)
  func `mixed in by nothing, an effect changes no byte`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    for declaration in Registry.effects.map({ $0.declaration }) {
      let name = declaration.name
      let film = try Film(
        #"[{ "type": "effect", "effect": "\#(name)"\#(EffectFiles.keys(of: name)), "mix": 0, "duration": 2 }]"#,
        format, files: EffectFiles.all)
      #expect(try film.frame(source, at: 1).isIdentical(to: source), "\(name)")
    }
  }

  @Test(arguments: formats)
  func `outside its region an effect changes nothing`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    for declaration in Registry.effects.map({ $0.declaration }) {
      let name = declaration.name
      let film = try Film(
        #"""
        [{ "type": "effect", "effect": "\#(name)"\#(EffectFiles.keys(of: name)), "duration": 2,
           "region": { "position": [4, 4], "size": [8, 4] } }]
        """#, format, files: EffectFiles.all)
      let result = try film.frame(source, at: 1)
      for y in 0..<format.height {
        for x in 0..<format.width where !((4..<12).contains(x) && (4..<8).contains(y)) {
          #expect(result[0, x, y] == source[0, x, y], "\(name) \(x), \(y)")
        }
      }
    }
  }

  /// Why effects that read around a sample, or anywhere, don't let people choose what is beyond the
  /// picture.
  static let plainEdges: [String: String] = {
    let reasons: [(String, [String])] = [
      (
        "it reads a few samples, and what it finds in them lies between these",
        [
          "adjust", "clarity", "deband", "denoise", "median", "sharpen", "surface-blur", "edges",
          "emboss",
          "neon", "sketch", "oil", "cartoon", "remove-logo", "dither", "despill", "chroma-key",
          "color-key", "luma-key", "difference-key", "color-hold", "dehaze", "shadows-highlights",
          "tone-map", "matte-look", "lut", "hsl",
        ]
      ),
      (
        "it reads whole cells, and of those at the edge what is in the picture",
        ["ascii", "crystallize", "halftone", "pixelate", "pointillize", "redact"]
      ),
      (
        "no light comes from beyond the picture but that of its edge",
        ["bloom", "gloom", "soft-focus", "rays", "lens-flare", "light-leak"]
      ),
      ("it reads within the picture alone", ["zoom-pulse", "tile", "mirror", "slit-scan"]),
      (
        "it is a tape's or a tube's picture, which ends as theirs do",
        ["vhs", "crt", "film-damage"]
      ),
      (
        "it reads other frames, at the same place",
        ["echo", "posterize-time", "time-displace", "frame-difference", "deflicker"]
      ),
      ("its steps have what they have", ["look"]),
      ("it draws over the picture", ["grain", "letterbox", "strobe", "vignette", "false-color"]),
    ]
    var table: [String: String] = [:]
    for (reason, names) in reasons { for name in names { table[name] = reason } }
    return table
  }()

  @Test func `what reads beyond the picture lets people choose what it finds there`() throws {
    let format = PixelFormat.named("420mpeg2", 66, 50)
    var untold: [String] = []
    for type in Registry.effects {
      let name = type.declaration.name
      let effect = try type.init(Arguments(), .plain(format))
      let keys = Set(type.declaration.parameters.map(\.name))
      guard !keys.contains("edge") else {
        #expect(keys.contains("edgeColor") && Self.plainEdges[name] == nil, "\(name)")
        continue
      }
      #expect(!(effect is any EdgeChoosing), "\(name)")
      if effect.colors != nil || effect.margin(at: Time(0.3), width: 66, height: 50) == 0 {
        continue
      }
      if Self.plainEdges[name] == nil { untold.append(name) }
    }
    #expect(untold == [], "these need `edge`, or a reason why not")
  }

  @Test(arguments: ["mirror", "wrap", "transparent", "color"])
  func `at an edge a choice is seen, and far from it nothing of it`(_ edge: String) throws {
    // Each turned up as far as is seen.
    let keys = [
      #""blur", "sigma": 2"#, #""box-blur", "radius": 4"#,
      #""directional-blur", "length": 8, "angle": 90"#,
      #""radial-blur", "mode": "spin", "amount": 60"#, #""lens-blur", "radius": 4"#,
      #""tilt-shift", "focus": 0, "falloff": 1, "blur": 2"#, #""rgb-split", "amount": 5"#,
      #""chromatic-aberration", "amount": -9"#, #""glitch", "amount": 1, "split": 9, "shift": 0"#,
      #""vortex", "center": [0, 0], "angle": 90, "radius": 12"#,
    ]
    for format in [
      PixelFormat.named("420mpeg2", 67, 51), .named("411", 70, 44), .named("444p16", 64, 48),
    ] {
      let source = Frame.noise(format)
      for key in keys {
        func drawn(_ more: String) throws -> Frame {
          try Film(#"[{ "type": "effect", "effect": \#(key)\#(more) }]"#, format).frame(
            source, at: 0.3)
        }
        let (plain, result) = (
          try drawn(""), try drawn(#", "edge": "\#(edge)", "edgeColor": "lime""#)
        )
        #expect(try drawn(#", "edge": "clamp""#).isIdentical(to: plain), "\(key)")
        #expect(!result.isIdentical(to: plain), "\(key) in \(format.testDescription)")
        for y in 22..<26 {
          for x in 30..<36 where !key.contains("glitch") && !key.contains("radial-blur") {
            #expect(plain[0, x, y] == result[0, x, y], "\(key) at \(x), \(y)")
          }
        }
      }
    }
  }

  /// What lies beyond the margin of an effect is something else: its samples don't tell.
  @Test(arguments: [
    PixelFormat.named("420mpeg2", 66, 50), .named("444p16", 64, 48), .named("411", 61, 47),
  ])
  func `an effect reads nothing beyond its margin`(_ format: PixelFormat) throws {
    let (width, height) = (format.width, format.height)
    let whole = Box(x: 0, y: 0, width: width, height: height)
    let source = Frame.noise(format)
    for type in Registry.effects {
      let effect = try type.init(Arguments(), .plain(format))
      for (seconds, part) in [
        (0.3, Box(x: 28, y: 20, width: 8, height: 8)), (0.7, Box(x: 0, y: 4, width: 12, height: 4)),
      ] {
        let time = Time(seconds)
        guard let margin = effect.margin(at: time, width: width, height: height) else { continue }
        let reach = effect.reach(at: time, width: width, height: height)
        let read = (reach ?? part).grown(by: margin).intersection(whole)
        let part = reach.map { part.intersection($0) } ?? part
        let other = Frame.noise(format, seed: 2)
        other.copy(from: source, within: read)
        let (one, two) = (
          try source.drawn(type, at: seconds, in: part),
          try other.drawn(type, at: seconds, in: part)
        )
        for plane in 0..<format.planes.count {
          let layout = format.planes[plane]
          for y in (part.y >> layout.shiftY)..<(part.maxY >> layout.shiftY) {
            for x in (part.x >> layout.shiftX)..<(part.maxX >> layout.shiftX) {
              guard one[plane, x, y] != two[plane, x, y] else { continue }
              Issue.record("\(type.declaration.name) at \(seconds): plane \(plane), \(x), \(y)")
              return
            }
          }
        }
      }
    }
  }
}
