import Filters
import TestSupport
import Testing
import Y4M

@Suite struct ZoomPulseTests {
  private static let format = PixelFormat.named("420mpeg2", 48, 32)

  private func film(_ parameters: String, _ format: PixelFormat = format) throws -> Film {
    try Film(#"[{ "type": "effect", "effect": "zoom-pulse", \#(parameters) }]"#, format)
  }

  @Test func `every beat is alike, wherever frames lie`() throws {
    let source = Frame.noise(Self.format)
    let film = try film(#""bpm": 100, "decay": 0.1"#)
    let first = try film.frame(source, at: 0.0)
    #expect(!first.isIdentical(to: source))
    // 1.8 seconds are three beats, but 1.8 / 0.6 is less than three.
    for beat in 1..<40 {
      let time = Double(beat) * 0.6
      #expect(try film.frame(source, at: time).isIdentical(to: first), "\(time)")
    }
  }

  @Test func `listed beats count from the layer's start, and none before the first`() throws {
    let source = Frame.noise(Self.format)
    let film = try film(#""beats": [0.5, 2], "start": 1"#)
    #expect(try film.frame(source, at: 1.4).isIdentical(to: source))
    let first = try film.frame(source, at: 1.6)
    #expect(!first.isIdentical(to: source))
    #expect(try film.frame(source, at: 3.1).isIdentical(to: first))
    #expect(try film.frame(source, at: 2.99).isIdentical(to: film.frame(source, at: 2.99)))
  }

  @Test(arguments: everyFormat)
  func `all formats are drawn, and no amount changes nothing`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    #expect(try film(#""amount": 0"#, format).frame(source).isIdentical(to: source))
    _ = try film(#""amount": 4, "decay": 60, "center": [-1e8, 1e8]"#, format).frame(source, at: 1)
    _ = try film(#""amount": 4, "bpm": 1000"#, format).frame(source, at: 1e6)
  }
}
