import Images
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Backgrounds, opacity, alpha, stills, colours and effects of clips.
@Suite struct ClipPictureTests {
  static let photo = Picture.painted(40, 30) { x, y in
    [UInt8(6 * x), UInt8(8 * y), UInt8(255 - 5 * x), 255]
  }
  static let sticker = Picture.painted(40, 30) { x, y in
    [UInt8(6 * x), UInt8(8 * y), 90, UInt8(6 * x)]
  }

  /// What an image layer makes of a picture over a colour.
  private func composed(
    _ layer: String, _ format: PixelFormat, _ picture: Picture, over color: String = "black"
  ) throws -> Frame {
    let film = try Film(
      #"[{ "type": "color", "color": "\#(color)" }, { "type": "image", "source": "s.png", \#(layer) }]"#,
      format, pictures: ["s.png": picture])
    return try film.frame(Frame(format))
  }

  @Test(arguments: ["420jpeg", "420mpeg2", "444", "422p10", "mono", "444p16"])
  func `a still is what an image layer makes of it`(_ name: String) throws {
    let canvas = PixelFormat.named(name, 64, 48)
    for picture in [Self.photo, Self.sticker] {
      let expected = try composed(#""size": [64, 48]"#, canvas, picture, over: "teal")
      for zoom in ["1", #"{ "from": 1, "to": 1 }"#] {
        for source in [#""s.png""#, #"{ "image": "s.png" }"#] {
          let scene = try ClipScene(
            #""zoom": \#(zoom), "background": "teal""#, on: canvas, source: source,
            pictures: ["s.png": picture])
          let result = try scene.frame(at: 0.4)
          let difference = result.greatestDifference(from: expected)
          #expect(difference <= max(2, canvas.peak / 120), "\(zoom) \(source): \(difference)")
        }
      }
    }
  }

  @Test(arguments: ["420jpeg", "422p10"])
  func `of a large still only so much is kept as is seen`(_ name: String) throws {
    let canvas = PixelFormat.named(name, 32, 24)
    let large = Picture.painted(256, 192) { x, y in
      [UInt8(x * 4 / 5), UInt8(y), UInt8(255 - x / 2), 255]
    }
    func frame(_ zoom: String, at time: Double) throws -> Frame {
      try ClipScene(
        #""zoom": \#(zoom), "focus": [0.3, 0.6]"#, on: canvas, source: #""s.png""#,
        pictures: ["s.png": large]
      ).frame(at: time)
    }
    for (time, zoom) in [(0.0, "1"), (9, "1.9")] {
      let moving = try frame(#"{ "from": 1, "to": 2, "duration": 10 }"#, at: time)
      let difference = try moving.greatestDifference(from: frame(zoom, at: 0))
      #expect(difference <= 2 << (canvas.depth - 8), "\(zoom): \(difference)")
    }
  }

  @Test(arguments: ["420mpeg2", "444p10", "444alpha"])
  func `what lies behind a moving still shows where it is seen and nowhere else`(
    _ name: String
  ) throws {
    let canvas = PixelFormat.named(name, 48, 36)
    // Large enough, too small, with holes.
    for (picture, zoom) in [(Self.photo, 1.2), (Self.photo, 0.8), (Self.sticker, 1.2)] {
      func scene(_ color: String) throws -> ClipScene {
        try ClipScene(
          #""fit": "cover", "zoom": { "from": \#(zoom), "to": 1.3 }, "background": "\#(color)""#,
          on: canvas, source: #""s.png""#, pictures: ["s.png": picture])
      }
      let (red, blue) = (try scene("red"), try scene("blue"))
      // The first frame is drawn before anything is known of the picture.
      let first = try red.frame(at: 0)
      let isCovered = picture.isOpaque && zoom > 1
      #expect(try blue.frame(at: 0).isIdentical(to: first) == isCovered)
      #expect(try red.frame(at: 0).isIdentical(to: first))
      #expect(try blue.frame(at: 0).isIdentical(to: first) == isCovered)
    }
  }

  @Test(arguments: ["420mpeg2", "444alpha", "444p10"])
  func `a colour fills the canvas`(_ name: String) throws {
    let canvas = PixelFormat.named(name, 31, 17)
    let expected = try Film(##"[{ "type": "color", "color": "#4080c0" }]"##, canvas)
      .frame(.flat(canvas, [16, 128, 128, 255]))
    let scene = try ClipScene("", on: canvas, source: ##"{ "color": "#4080c0" }"##)
    #expect(try scene.frame().greatestDifference(from: expected) <= 1)
    let half = try ClipScene(
      #""opacity": 0.5, "background": "white""#, on: canvas, source: ##"{ "color": "#000" }"##)
    let grey = try half.frame()
    let middle = ((16 + 235) / 2) << (canvas.depth - 8)
    #expect(grey.samples(0).allSatisfy { abs($0 - middle) <= 1 << (canvas.depth - 8) })
  }

  @Test func `a gradient and the test picture are drawn here`() throws {
    let canvas = PixelFormat.named("420mpeg2", 64, 48)
    let gradient = try ClipScene(
      "", on: canvas, source: ##"{ "gradient": { "stops": ["black", "white"], "angle": 90 } }"##)
    let result = try gradient.frame()
    #expect(result[0, 0, 9] < 22 && result[0, 63, 40] > 229)
    #expect(abs(result[0, 32, 20] - 125) < 4)

    let test = try ClipScene("", on: canvas, source: #"{ "testsrc": { "seed": 3 } }"#)
    let expected = Frame(canvas)
    TestSource(canvas, matrix: .bt601, seed: 3).draw(frame: 0, into: expected)
    #expect(try test.frame().isIdentical(to: expected))
  }

  @Test func `generated pictures are those of their layers`() throws {
    let canvas = PixelFormat.named("420mpeg2", 64, 48)
    let pictures = [
      ("bars", #""standard": "ebu""#), ("noise", #""cell": 9"#), ("stripes", #""width": 5"#),
      ("checkerboard", #""cell": 7"#), ("grid", #""cell": 9"#), ("countdown", #""from": 3"#),
      ("particles", #""count": 20, "particleSize": 6"#),
    ]
    for (name, keys) in pictures {
      let clip = try ClipScene("", on: canvas, source: "{ \"\(name)\": { \(keys) } }")
      let layer = try Film("[{ \"type\": \"\(name)\", \(keys) }]", canvas)
      let black = Frame.flat(canvas, [16, 128, 128])
      #expect(try clip.frame().isIdentical(to: try layer.frame(black)), "\(name)")
    }
  }

  @Test(arguments: ["420jpeg", "444", "422p10"])
  func `opacity mixes with the background`(_ name: String) throws {
    let format = PixelFormat.named(name, 24, 16)
    let unit = 1 << (format.depth - 8)
    let source = Frame.flat(format, [200 * unit, 100 * unit, 160 * unit])
    let scene = try ClipScene(
      #""opacity": { "from": 0, "to": 1, "duration": 1 }"#, on: format)
    for (time, share) in [(0.0, 0.0), (0.25, 0.25), (0.5, 0.5), (1, 1)] {
      let result = try scene.frame(source, at: time)
      for (plane, (from, to)) in [(16, 200), (128, 100), (128, 160)].enumerated() {
        let expected = (Double(from) + Double(to - from) * share) * Double(unit)
        #expect(
          result.samples(plane).allSatisfy { abs(Double($0) - expected) <= 1 }, "\(share)")
      }
    }
  }

  @Test(arguments: ["420jpeg", "444", "444p10"])
  func `alpha of a source shows the background`(_ name: String) throws {
    // Transparent samples have loud colours, which must never be seen.
    let format = PixelFormat.named("444alpha", 16, 16)
    let source = Frame.flat(format, [235, 20, 230, 0])
    for y in 0..<16 {
      for x in 0..<8 {
        for (plane, value) in [180, 128, 128, 128].enumerated() { source[plane, x, y] = value }
      }
    }
    let canvas = PixelFormat.named(name, 32, 32)
    let unit = 1 << (canvas.depth - 8)
    let result = try ClipScene("", on: canvas).frame(source)
    let mixed = (Double(180) * 128 + 16 * 127) / 255 * Double(unit)
    #expect(abs(Double(result[0, 6, 16]) - mixed) <= Double(2 * unit))
    for x in 20..<32 {
      #expect(result[0, x, 16] == 16 * unit)
    }
    #expect(result.samples(1).allSatisfy { abs($0 - 128 * unit) <= 2 * unit })
  }

  @Test func `a canvas with alpha keeps that of its clips`() throws {
    let canvas = PixelFormat.named("444alpha", 32, 16)
    let source = Frame.flat(.named("444alpha", 16, 16), [180, 100, 140, 128])
    let result = try ClipScene("", on: canvas).frame(source)
    #expect(result[3, 2, 8] == 0 && result[3, 30, 8] == 0)
    for (plane, value) in [180, 100, 140, 128].enumerated() {
      #expect(abs(result[plane, 16, 8] - value) <= 1)
    }
    let opaque = try ClipScene("", on: canvas).frame(.flat(.named("444", 16, 16), [180, 100, 140]))
    #expect(opaque[3, 2, 8] == 0 && opaque[3, 16, 8] == 255 && opaque[0, 16, 8] == 180)
  }

  @Test(arguments: ["420mpeg2", "444", "420p10"])
  func `a blurred background is that of the canvas`(_ name: String) throws {
    let format = PixelFormat.named(name, 48, 64)
    let stage = #""size": [96, 64], "background": "blur", "blur": 0.2"#
    let source = Frame.noise(format)
    let film = try Film(#"{ "version": 1, "canvas": { \#(stage) } }"#, format)
    let expected = try film.frame(source)
    let scene = try ClipScene("", on: film.renderer.output, stage: stage)
    #expect(try scene.frame(source).isIdentical(to: expected))
    // From other depths and layouts it is nearly the same.
    let deep = try ClipScene("", on: .named("444p12", 48, 64)).frame(source)
    let difference = try scene.frame(deep).greatestDifference(from: expected, plane: 0)
    #expect(difference <= format.peak / 200)
  }

  @Test func `a blurred still stays as it is`() throws {
    let canvas = PixelFormat.named("420mpeg2", 96, 30)
    let scene = try ClipScene(
      #""background": "blur", "zoom": { "from": 1, "to": 2 }"#, on: canvas, source: #""s.png""#,
      pictures: ["s.png": Self.photo])
    let workspace = Workspace()
    let first = try scene.frame(at: 0, workspace)
    let later = try scene.frame(at: 2, workspace)
    #expect((0..<30).allSatisfy { first[0, 3, $0] == later[0, 3, $0] })
    #expect(Set((0..<30).map { first[0, 3, $0] }).count > 5)
  }

  @Test func `effects change the clip alone, within their ranges`() throws {
    let format = PixelFormat.named("444", 32, 24)
    let source = Frame.noise(format)
    let effect = #"{ "effect": "blur", "start": 1, "duration": 2 }"#
    let scene = try ClipScene(#""effects": [\#(effect)]"#, on: format)
    let film = try Film(#"[{ "type": "effect", "effect": "blur" }]"#, format)
    #expect(try scene.frame(source, at: 0.5).isIdentical(to: source))
    #expect(try scene.frame(source, at: 1).isIdentical(to: film.frame(source)))
    #expect(try scene.frame(source, at: 3).isIdentical(to: source))
  }

  @Test func `where the source has no frame the background is seen`() throws {
    let format = PixelFormat.named("420jpeg", 16, 12)
    let result = try ClipScene(#""background": "red""#, on: format).frame()
    let red = try Film(#"[{ "type": "color", "color": "red" }]"#, format).frame(Frame(format))
    #expect(result.isIdentical(to: red))
  }

  static let clips = [
    #""zoom": { "from": 1, "to": 1.5 }, "fit": "cover""#, #""rotate": 90, "background": "blur""#,
    #""rotate": { "from": 0, "to": 90 }, "opacity": 0.7"#, #""fit": "none", "matrix": "2020""#,
    #""position": ["10%", 3.3], "fit": "scale-down", "flip": "vertical""#,
  ]

  @Test(arguments: ["420mpeg2", "444p10", "444alpha"], clips)
  func `neither workers nor memory show`(_ name: String, _ clip: String) throws {
    let canvas = PixelFormat.named(name, 140, 100)
    let workspace = Workspace.team(of: 5)[0]
    for source in [("420jpeg", 97, 61), ("444alpha", 90, 111), ("422p10", 140, 100)] {
      let frame = Frame.noise(.named(source.0, source.1, source.2))
      let expected = try ClipScene(clip, on: canvas).frame(frame, at: 1)
      workspace.bands = nil
      let scene = try ClipScene(clip, on: canvas)
      #expect(try scene.frame(frame, at: 1, workspace).isIdentical(to: expected))
      workspace.bands = Bands(count: 3)
      let other = try ClipScene(clip, on: canvas)
      #expect(try other.frame(frame, at: 1, workspace).isIdentical(to: expected), "\(source)")
    }
  }

  /// Runs bands one after another, the last one first.
  private struct Bands: BandRunner {
    let count: Int

    func run(upTo most: Int, _ body: (Int, Int, Int) -> Void) {
      let count = min(count, most)
      for band in (0..<count).reversed() { body(band, count, (band * 3 + 1) % 5) }
    }
  }
}
