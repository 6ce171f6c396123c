import Bytes
import Filters
import Images
import TestSupport
import Testing
import Timeline
import Y4M

/// Layers that come and go by a transition.
@Suite struct TransitioningLayerTests {
  static let sticker = Picture.painted(12, 10) { x, y in
    [UInt8(20 * x), UInt8(25 * y), UInt8(200 - 10 * x), UInt8(min(255, 60 + 20 * x))]
  }
  static let pictures = [
    "s.png": sticker, "map.png": .painted(4, 4) { x, y in [UInt8(60 * x), UInt8(60 * y), 0, 255] },
  ]
  static let layers = [
    #""type": "color", "color": "rgb(255 136 0 / 80%)", "position": [9, 5], "size": [14, 11]"#,
    #""type": "image", "source": "s.png", "position": [20, 9], "rotation": 30, "opacity": 0.8"#,
    #""type": "image", "source": "s.png", "position": { "from": [0, 0], "to": [20, 9] }"#,
    #""type": "gradient", "stops": ["transparent", "lime"], "position": [5, 3], "size": [17, 9]"#,
    #"""
    "type": "group", "scale": 0.7, "layers": [
      { "type": "color", "color": "red", "size": [20, 20], "in": { "type": "wipe", "duration": 1 } },
      { "type": "effect", "effect": "blur", "sigma": 1 } ]
    """#,
    #""type": "video", "source": { "color": "teal" }, "position": [11, 3], "size": [13, 13]"#,
    #""type": "effect", "effect": "pointillize", "radius": 3, "region": { "position": [6, 4], "size": [14, 9] }"#,
  ]
  static let transitions = [
    #""type": "crossfade""#, #""type": "wipe", "softness": 0.2"#, #""type": "slide""#,
    #""type": "luma", "source": "map.png""#, #""type": "ripple""#, #""type": "swirl""#,
    #""type": "zoom-blur", "reverse": true"#, #""type": "glitch", "ease": "ease-in-out""#,
    #""type": "page-turn""#,
  ]

  /// One layer from 1 s to 5 s, which comes and goes for one second each.
  private static func film(
    _ layer: String, _ format: PixelFormat, in entrance: String? = nil, out exit: String? = nil
  ) throws -> Film {
    let keys = [("in", entrance), ("out", exit)].compactMap { key, value in
      value.map { #", "\#(key)": { \#($0), "duration": 1 }"# }
    }
    return try Film(
      #"[{ "start": 1, "end": 5, \#(layer)\#(keys.joined()) }]"#, format, pictures: pictures)
  }

  @Test(arguments: layers, ["420mpeg2", "444alpha", "422p10", "444p16"])
  func `at other times the layer is drawn as ever, bit for bit`(
    _ layer: String, _ colorspace: String
  ) throws {
    let format = PixelFormat.named(colorspace, 37, 29)
    let source = Frame.noise(format)
    let plain = try Self.film(layer, format)
    let film = try Self.film(layer, format, in: #""type": "ripple""#, out: #""type": "slide""#)
    for time in [0.5, 2, 3.3, 3.999, 5, 9] {
      let expected = try plain.frame(source, at: time)
      #expect(try film.frame(source, at: time).isIdentical(to: expected), "at \(time)")
      #expect(film.renderer.boxes(at: Time(time)) == plain.renderer.boxes(at: Time(time)))
    }
    // At its very start there is nothing yet.
    #expect(try film.frame(source, at: 1).isIdentical(to: source))
  }

  @Test(arguments: layers, transitions)
  func `while it comes and goes, nothing changes outside the stated bounds`(
    _ layer: String, _ transition: String
  ) throws {
    // Each pair in one format, all formats in turn.
    let turn =
      (Self.layers.firstIndex(of: layer) ?? 0) + (Self.transitions.firstIndex(of: transition) ?? 0)
    let format = PixelFormat.named(["420jpeg", "411", "444alpha", "420p10"][turn % 4], 41, 31)
    let source = Frame.noise(format)
    let film = try Self.film(layer, format, in: transition, out: transition)
    let workspace = Workspace()
    var isSeen = false
    for time in [1.3, 1.8, 4.5] {
      let box = film.renderer.boxes(at: Time(time)).reduce(Box.empty) { $0.union($1) }
      let result = try film.frame(source, at: time, workspace)
      let fresh = try Self.film(layer, format, in: transition, out: transition)
      #expect(try fresh.frame(source, at: time).isIdentical(to: result), "\(time)")
      isSeen = isSeen || !result.isIdentical(to: source)
      for (plane, layout) in format.planes.enumerated() {
        let columns = box.x >> layout.shiftX - 1...box.maxX >> layout.shiftX + 1
        let rows = box.y >> layout.shiftY - 1...box.maxY >> layout.shiftY + 1
        for y in 0..<layout.height {
          for x in 0..<layout.width where !(columns.contains(x) && rows.contains(y)) {
            #expect(result[plane, x, y] == source[plane, x, y], "plane \(plane) at \(x), \(y)")
          }
        }
      }
    }
    #expect(isSeen)
  }

  @Test(
    arguments: layers.dropLast(), ["420mpeg2", "420jpeg", "444alpha", "422p10", "444p16", "mono"])
  func `half way through a crossfade is half the opacity`(
    _ layer: String, _ colorspace: String
  ) throws {
    let format = PixelFormat.named(colorspace, 37, 29)
    let source = Frame.flat(
      format, [format.peak / 3, format.peak / 2, format.peak / 2, format.peak])
    let faded = try Self.film(
      #""type": "group", "opacity": 0.5, "layers": [{ "end": 4, \#(layer) }]"#, format)
    let film = try Self.film(
      layer, format, in: #""type": "crossfade""#, out: #""type": "crossfade""#)
    for time in [1.5, 4.5] {
      let result = try film.frame(source, at: time)
      let expected = try faded.frame(source, at: time)
      #expect(!result.isIdentical(to: source))
      // One level of 8 bits, as many of more; the colours under straight alpha are a quotient.
      let slack = max(1, format.peak / 255) * (format.hasAlpha ? 2 : 1)
      #expect(result.greatestDifference(from: expected) <= slack, "at \(time)")
    }
  }

  @Test func `half the mix is half way of an effect's crossfade`() throws {
    let format = PixelFormat.named("420mpeg2", 37, 29)
    let effect = #""type": "effect", "effect": "pointillize", "radius": 4"#
    let film = try Self.film(effect, format, in: #""type": "crossfade""#)
    let mixed = try Self.film(effect + #", "mix": 0.5"#, format)
    let source = Frame.noise(format)
    let result = try film.frame(source, at: 1.5)
    #expect(result.greatestDifference(from: try mixed.frame(source, at: 1.5)) <= 1)
  }

  @Test func `a wipe runs over the layer's own box, a slide comes from the canvas's edge`() throws {
    let format = PixelFormat.named("mono", 80, 40)
    let source = Frame.flat(format, [16])
    let layer = #""type": "color", "color": "white", "position": [30, 10], "size": [20, 20]"#
    func columns(_ transition: String, _ time: Double) throws -> [Int] {
      let result = try Self.film(layer, format, in: transition, out: transition)
        .frame(source, at: time)
      return (0..<80).filter { result[0, $0, 20] > 200 }
    }
    // The edge of a wipe moves to the left; bounds are wider by a pixel on each side.
    #expect(try columns(#""type": "wipe""#, 1.5) == Array(41..<50))
    #expect(try columns(#""type": "wipe""#, 4.5) == Array(30...40))
    #expect(try columns(#""type": "wipe", "reverse": true"#, 1.5) == Array(30...40))
    // It moves in from the right, by the canvas's width, and out to the left.
    #expect(try columns(#""type": "slide""#, 1.5) == Array(70..<80))
    #expect(try columns(#""type": "slide""#, 1.75) == Array(50..<70))
    #expect(try columns(#""type": "slide""#, 4.5) == Array(0..<10))
  }

  @Test func `distortions that are not passing are still drawn as one`() throws {
    let format = PixelFormat.named("420mpeg2", 64, 48)
    let turn = #""type": "effect", "effect": "vortex", "angle": 120"#
    let source = Frame.noise(format)
    let plain = try Film("[{ \(turn), \"end\": 9 }, { \(turn), \"end\": 9 }]", format)
    let film = try Film(
      #"[{ \#(turn), "end": 9 }, { \#(turn), "end": 9, "in": { "type": "wipe", "duration": 1 } }]"#,
      format)
    #expect(try film.frame(source, at: 2).isIdentical(to: plain.frame(source, at: 2)))
    #expect(try !film.frame(source, at: 0.5).isIdentical(to: plain.frame(source, at: 0.5)))
  }

  @Test func `a map that is missing is reported before the first frame`() throws {
    let format = PixelFormat.named("420mpeg2", 16, 16)
    #expect(throws: TimelineFault.self) {
      try Self.film(Self.layers[0], format, in: #""type": "luma", "source": "none.png""#)
    }
  }

  @Test func `the layer that comes is the one that stays, and is read once`() throws {
    let format = PixelFormat.named("420mpeg2", 37, 29)
    /// How often the file is read for a film, and for drawing the layer as it comes and as it
    /// stays.
    func reads(_ rest: String) throws -> Int {
      let text = #"""
        { "version": 1, "layers": [ { "type": "image", "source": "s.png", "start": 1, "end": 5,
          "position": { "from": [0, 0], "to": [20, 9] }\#(rest) } ] }
        """#
      let source = SourceText(name: "t.json", text: text)
      let document = try #require(
        Document.decode(source, vocabulary: Registry.vocabulary).document)
      let count = Mutex(0)
      let bytes = PNGEncoder.encode(Self.sticker)
      let loader = AssetLoader { _ in
        count.withLock { $0 += 1 }
        return .success(bytes)
      }
      let renderer = try StreamRenderer(
        document, input: format, range: .limited, matrix: .bt601, loader: loader)
      let workspace = Workspace()
      for time in [1.3, 1.7, 2.5, 3] {
        try renderer.draw(.noise(format), to: Frame(format), at: Time(time), workspace)
      }
      return count.withLock { $0 }
    }
    #expect(try reads(#", "in": { "type": "wipe", "duration": 1 }"#) == reads(""))
  }

  @Test(arguments: ["420mpeg2", "444p10"])
  func `any number of workers draws the same`(_ colorspace: String) async throws {
    let format = PixelFormat.named(colorspace, 40, 30)
    let film = try Self.film(
      Self.layers[1], format, in: #""type": "glitch""#, out: #""type": "page-turn""#)
    let expected = try (0..<10).map { try film.frame(.noise(format), at: 1 + Double($0) * 0.42) }
    let shared = try Self.film(
      Self.layers[1], format, in: #""type": "glitch""#, out: #""type": "page-turn""#)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for worker in 0..<4 {
        group.addTask {
          let workspace = Workspace()
          return try stride(from: worker, to: 10, by: 4).allSatisfy { index in
            let time = 1 + Double(index) * 0.42
            return try shared.frame(.noise(format), at: time, workspace)
              .isIdentical(to: expected[index])
          }
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }
}
