import Fonts
import Foundation
import Geometry
import TestFiles
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct TextMotionTests {
  private static let formats = ["420mpeg2", "420jpeg", "411", "444alpha", "mono10", "422p12"]

  /// Large enough for several tiles.
  private func film(_ more: String, text: String = "XX XX", _ format: PixelFormat) throws -> Film {
    try SquareFont.film(
      SquareFont.text(text, #""size": 40, "position": [9.3, 21.6], \#(more)"#), format)
  }

  private static let shades =
    #""stroke": { "width": 3, "color": "blue" }, "shadow": { "blur": 4, "offset": [5, 5] }"#

  // MARK: Tiles

  @Test(arguments: formats)
  func `a typewriter paints what a shorter text is`(_ name: String) throws {
    let format = PixelFormat.named(name, 231, 97)
    let source = Frame.noise(format)
    let typed = try film(
      #""animate": { "type": "typewriter", "stagger": 1 }, \#(Self.shades)"#, format)
    for (seconds, text) in [(0.0, "X"), (1.0, "XX"), (3.0, "XX X"), (9.0, "XX XX")] {
      let frame = try typed.frame(source, at: seconds)
      let whole = try film(Self.shades, text: text, format).frame(source)
      #expect(frame.greatestDifference(from: whole) <= 1, "\(text)")
    }
  }

  @Test func `letters of many tiles are whole`() throws {
    let format = PixelFormat.named("mono", 700, 300)
    let source = Frame.noise(format)
    func frame(_ more: String) throws -> Frame {
      try SquareFont.film(
        SquareFont.text("XX", #""size": 310, "position": [20.4, 10]\#(more)"#), format
      ).frame(source, at: 9)
    }
    #expect(try frame(#", "animate": { "type": "typewriter" }"#).isIdentical(to: frame("")))
  }

  @Test(arguments: ["typewriter", "slide", "wave", "bounce", "fade", "blur-in", "rotate"])
  func `frames do not know of those before them`(_ type: String) throws {
    let format = PixelFormat.named("420jpeg", 231, 97)
    let source = Frame.noise(format)
    let more = #""animate": { "type": "\#(type)", "stagger": 0.3 }, \#(Self.shades)"#
    let times = [0.7, 2.1, 0, 0.4, 0.7, 9, 0.1]
    let used = try film(more, format)
    for time in times {
      let fresh = try film(more, format).frame(source, at: time)
      #expect(try used.frame(source, at: time).isIdentical(to: fresh), "\(time)")
    }
  }

  // MARK: Letters in motion

  @Test func `letters move smoothly`() throws {
    let format = PixelFormat.named("mono16", 80, 60)
    let slide = try SquareFont.film(
      SquareFont.text(
        "X",
        #""position": [20, 20], "color": "white", "animate": { "type": "slide", "duration": 10, "ease": "linear", "distance": 10, "direction": "right" }"#
      ),
      format)
    let bounce = try SquareFont.film(
      SquareFont.text(
        "X",
        #""position": [20, 20], "color": "white", "animate": { "type": "bounce", "duration": 10, "ease": "linear", "distance": 10 }"#
      ),
      format)
    for step in 0..<60 {
      let seconds = 5 + Double(step) / 13
      let left = seconds - 10
      let across = try centre(slide.frame(.flat(format, [0]), at: seconds), 80)
      #expect((across.x - 25 - left).magnitude < 0.01 && (across.y - 25).magnitude < 0.01)
      let down = try centre(bounce.frame(.flat(format, [0]), at: seconds), 80)
      #expect((down.y - 25 - left).magnitude < 0.01 && (down.x - 25).magnitude < 0.01)
    }
  }

  /// Where the middle of what is bright lies.
  private func centre(_ frame: Frame, _ width: Int) -> (x: Double, y: Double) {
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for (index, sample) in frame.samples(0).enumerated() {
      sum += Double(sample)
      x += Double(sample) * (Double(index % width) + 0.5)
      y += Double(sample) * (Double(index / width) + 0.5)
    }
    return (x / sum, y / sum)
  }

  @Test func `letters in motion are as sharp as those at rest`() throws {
    let format = PixelFormat.named("mono", 60, 40)
    let source = Frame.flat(format, [40])
    for step in 0..<20 {
      let seconds = 0.5 + Double(step) / 40
      let moving = try SquareFont.film(
        SquareFont.text(
          "X",
          #""position": [20, 10], "animate": { "type": "bounce", "duration": 1, "ease": "linear", "distance": 10 }"#
        ),
        format
      ).frame(source, at: seconds)
      let exact = try SquareFont.film(SquareFont.box(20, seconds * 10, 10, 10), format).frame(
        source)
      // A sixteenth: an edge between two places at which the letter is kept.
      #expect(moving.greatestDifference(from: exact) <= 215 / 16 + 2, "\(seconds)")
    }
  }

  @Test(arguments: [0.0, 0.25, 0.5, 3.75, -0.25, -7.0, 1.125])
  func `a place is mixed of the nearest`(_ distance: Double) throws {
    let rest = Affine(a: 2, b: 0, c: 0, d: 2, tx: 3.3, ty: 4)
    let map = Affine.translation(distance, -distance).after(rest)
    let found = try #require(StampPlaces(from: rest, to: map))
    let places = (0..<found.count).map { found[$0] }
    func mean(_ place: (StampPlaces.Place) -> Double) -> Double {
      places.reduce(0) { $0 + Double($1.share) / 65536 * place($1) }
    }
    #expect(mean { _ in 1 } == 1)
    #expect((mean { Double($0.x) + Double($0.phase.x) / 4 } - distance).magnitude < 0.001)
    #expect((mean { Double($0.y) + Double($0.phase.y) / 4 } + distance).magnitude < 0.001)
    #expect(places.allSatisfy { (0..<4).contains($0.phase.x) && (0..<4).contains($0.phase.y) })
    #expect(places.count == ((distance * 4).rounded() == distance * 4 ? 1 : 4))
    #expect(StampPlaces(from: rest, to: Affine.scale(1.1, 1).after(rest)) == nil)
  }

  @Test func `a letter takes its part of a gradient along`() throws {
    let format = PixelFormat.named("mono", 40, 40)
    func frame(_ more: String, at seconds: Double) throws -> Frame {
      try SquareFont.film(
        SquareFont.text(
          "X", #""color": { "stops": ["black", "white"], "angle": 180 }, \#(more)"#), format
      ).frame(.flat(format, [90]), at: seconds)
    }
    let slide = #""type": "slide", "duration": 2, "ease": "linear", "distance": 10"#
    let moving = try frame(#""position": [15, 10], "animate": { \#(slide) }"#, at: 1)
    #expect(try moving.isIdentical(to: frame(#""position": [15, 15]"#, at: 0)))
  }

  @Test func `soft shadows move with their letters`() throws {
    let format = PixelFormat.named("mono", 60, 50)
    func frame(_ more: String, at seconds: Double) throws -> Frame {
      try SquareFont.film(
        SquareFont.text(
          "X", #""stroke": { "width": 2 }, "shadow": { "blur": 6, "offset": [4, 4] }, \#(more)"#),
        format
      ).frame(.flat(format, [150]), at: seconds)
    }
    let slide = #""type": "slide", "duration": 2, "ease": "linear", "distance": 10"#
    for (seconds, place) in [(1.0, 15.0), (1.25, 13.75), (1.53, 12.35)] {
      let moving = try frame(#""position": [15, 10], "animate": { \#(slide) }"#, at: seconds)
      let still = try frame(#""position": [15, \#(place)]"#, at: 0)
      #expect(moving.greatestDifference(from: still) <= 18, "\(seconds)")
    }
  }

  // MARK: Colours of their own

  private static let colored: FontLibrary = {
    let bytes = (try? Checkout.bytes("fonts/color/colr0.ttf")) ?? []
    return FontLibrary(files: FontFiles(["colr0.ttf": bytes]))
  }()

  private func emoji(
    _ more: String, at seconds: Double, _ format: PixelFormat = .named("mono", 80, 70)
  ) throws -> Frame {
    try Film(
      #"[{ "type": "text", "font": "Colours", "text": "A", "size": 30, \#(more) }]"#, format,
      files: [:], fonts: Self.colored
    ).frame(.flat(format, [0]), at: seconds)
  }

  @Test func `a glyph whose picture is broken is told of`() throws {
    func warnings(_ bytes: [UInt8]) throws -> [String] {
      let fonts = FontLibrary(files: FontFiles(["cbdt.ttf": bytes]))
      let film = try Film(
        #"[{ "type": "text", "font": "Colours", "text": "AA" }]"#, .named("mono", 80, 70),
        files: [:], fonts: fonts)
      return film.renderer.warnings.map(\.message)
    }
    var bytes = try Checkout.bytes("fonts/color/cbdt.ttf")
    #expect(try warnings(bytes) == [])
    let data = Array("IDAT".utf8)
    for place in bytes.indices.dropLast(12) where bytes[place...].starts(with: data) {
      for index in place + 4..<place + 12 { bytes[index] = 0xFF }
    }
    #expect(
      try warnings(bytes) == [
        "the font Colours Regular is broken: a glyph is not drawn, as a picture of a glyph can't be "
          + "read"
      ])
  }

  @Test func `emoji move as letters do`() throws {
    let slide = #""type": "slide", "duration": 2, "ease": "linear", "distance": 10"#
    for (seconds, place) in [(1.0, 25.0), (1.3, 23.5), (1.47, 22.65)] {
      let moving = try emoji(#""position": [20, 20], "animate": { \#(slide) }"#, at: seconds)
      let still = try emoji(#""position": [20, \#(place)]"#, at: 0)
      #expect(still.samples(0).max() ?? 0 > 40)
      #expect(moving.greatestDifference(from: still) <= 17, "\(seconds)")
    }
  }

  @Test func `karaoke leaves emoji their colours`() throws {
    let format = PixelFormat.named("mono", 400, 70)
    let still = try emoji(#""position": [300, 20]"#, at: 0, format)
    for seconds in [0.0, 0.2, 9] {
      let sung = try emoji(
        #""position": [300, 20], "animate": { "type": "karaoke" }"#, at: seconds, format)
      #expect(sung.isIdentical(to: still) && still.samples(0).max() ?? 0 > 40)
    }
  }

  @Test func `emoji come out of a blur`() throws {
    let blur = #""animate": { "type": "blur-in", "duration": 2, "ease": "linear", "blur": 12 }"#
    func edge(_ frame: Frame) -> Int {
      let samples = frame.samples(0)
      return zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    }
    let sharp = try emoji(#""position": [20, 20]"#, at: 0)
    let soft = try emoji(#""position": [20, 20], \#(blur)"#, at: 1)
    let arrived = try emoji(#""position": [20, 20], \#(blur)"#, at: 2)
    #expect(arrived.isIdentical(to: sharp))
    #expect(edge(soft) * 3 < edge(sharp))
    // Half as opaque, and nothing of it is lost.
    let (whole, half) = (sharp.samples(0).reduce(0, +), soft.samples(0).reduce(0, +))
    #expect(abs(whole - 2 * half) * 20 < whole)
  }

  @Test func `emoji with strokes throw shadows`() throws {
    let format = PixelFormat.named("mono", 80, 70)
    let shadow =
      #""position": [20, 10], "shadow": { "blur": 0, "offset": [0, 30], "color": "white" }"#
    let plain = try emoji(shadow, at: 0, format)
    let stroked = try emoji(shadow + #", "stroke": { "width": 2 }"#, at: 0, format)
    #expect(plain.samples(0)[80 * 45..<80 * 70].reduce(0, +) > 10_000)
    #expect(
      plain.samples(0)[80 * 45..<80 * 70].elementsEqual(stroked.samples(0)[80 * 45..<80 * 70]))
  }

  // MARK: Ligatures

  private static let ligatures: FontLibrary = {
    let bytes = (try? Checkout.bytes("fonts/shaping/DejaVuSans.ttf")) ?? []
    return FontLibrary(files: FontFiles(["DejaVuSans.ttf": bytes]))
  }()

  @Test func `characters that move alone make no ligatures`() throws {
    let format = PixelFormat.named("mono", 120, 50)
    func frame(_ more: String) throws -> Frame {
      try Film(
        #"[{ "type": "text", "font": "DejaVu Sans", "text": "ffi", "size": 40\#(more) }]"#, format,
        fonts: Self.ligatures
      ).frame(.flat(format, [0]), at: 9)
    }
    let joined = try frame("")
    let apart = try frame(#", "features": { "liga": false }"#)
    #expect(joined.greatestDifference(from: apart) > 50)
    #expect(try frame(#", "animate": { "type": "fade" }"#).isIdentical(to: apart))
    #expect(try frame(#", "animate": { "type": "fade", "by": "word" }"#).isIdentical(to: joined))
    let wanted = #", "animate": { "type": "fade" }, "features": { "liga": true }"#
    #expect(try frame(wanted).isIdentical(to: joined))
  }
}
