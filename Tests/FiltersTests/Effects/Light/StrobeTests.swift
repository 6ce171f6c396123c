import Bytes
import Filters
import TestSupport
import Testing
import Y4M

@Suite struct StrobeTests {
  private let format = PixelFormat.named("420mpeg2", 8, 8)

  /// The luma of a grey frame at some times.
  private func luma(_ keys: String, at times: [Double]) throws -> [Int] {
    let film = try Film(
      #"[{ "type": "effect", "effect": "strobe", "duration": 9, \#(keys) }]"#, format)
    let source = Frame.flat(format, [100, 128, 128])
    return try times.map { try film.frame(source, at: $0)[0, 3, 3] }
  }

  @Test func `flashes come by the rate and last their duty`() throws {
    let times = [0, 0.124, 0.126, 0.249, 0.25, 0.5, 8.65]
    #expect(try luma(#""rate": 4"#, at: times) == [235, 235, 100, 100, 235, 235, 100])
  }

  @Test func `frames of a film meet the start of a cycle`() throws {
    let film = try Film(
      #"[{ "type": "effect", "effect": "strobe", "rate": 8, "duty": 0.3, "duration": 9 }]"#, format)
    let source = Frame.flat(format, [100, 128, 128])
    for frame in 0..<72 {
      let time = Double(frame) / 24
      let luma = try film.frame(source, at: time)[0, 0, 0]
      #expect(luma == (frame % 3 == 0 ? 235 : 100), "\(frame)")
    }
  }

  @Test func `a decaying flash fades by the square`() throws {
    let lumas = try luma(#""rate": 1, "duty": 1, "curve": "decay", "mode": "black""#, at: [0, 0.5])
    #expect(lumas == [16, 79])
  }

  @Test func `beats begin flashes`() throws {
    let keys = #""beats": [1, 1.5, 4], "rate": 5, "duty": 0.5"#
    let times = [0, 0.9, 1, 1.09, 1.11, 1.55, 3.99, 4.05]
    #expect(try luma(keys, at: times) == [100, 100, 235, 235, 100, 235, 100, 235])
  }

  @Test func `a moving rate is added up`() throws {
    // From 0 to 4 Hz in two seconds: half a cycle after the root of a half second.
    let keys = #""rate": { "from": 0, "to": 4, "duration": 2 }"#
    #expect(try luma(keys, at: [0.1, 0.69, 0.72, 0.99, 1.01]) == [235, 235, 100, 100, 235])
  }

  @Test func `a transparent flash shows what is below a layer`() throws {
    let film = try Film(
      """
      [{ "type": "group", "layers": [
        { "type": "color", "color": "white" },
        { "type": "effect", "effect": "strobe", "mode": "transparent", "amount": 0.5 } ] }]
      """, format)
    #expect(abs(try film.frame(.flat(format, [55, 128, 128]))[0, 4, 4] - 145) <= 1)
  }

  /// The frame that each frame of a film of 20 a second holds; nothing else is in the picture.
  private func held(_ keys: String, count: Int) throws -> [Int] {
    let rate = try #require(FrameRate(20, 1))
    let sources = (0..<count).map { Frame.flat(format, [20 + 5 * $0, 128, 128]) }
    let film = try Film(
      #"[{ "type": "effect", "effect": "strobe", "mode": "hold", "duration": 9, \#(keys) }]"#,
      format,
      rate: rate)
    return try film.frames(sources, rate: rate).map { ($0[0, 3, 3] - 20) / 5 }
  }

  @Test func `a flash holds the picture of its beginning`() throws {
    #expect(
      try held(#""rate": 2.5, "duty": 0.5"#, count: 18)
        == [0, 0, 0, 0, 4, 5, 6, 7, 8, 8, 8, 8, 12, 13, 14, 15, 16, 16])
    #expect(
      try held(#""beats": [0.15, 0.4], "rate": 5, "duty": 0.8"#, count: 12)
        == [0, 1, 2, 3, 3, 3, 3, 7, 8, 8, 8, 8])
    // Between two frames, the one that is seen then.
    #expect(
      try held(#""beats": [0.17], "rate": 5, "duty": 1"#, count: 9) == [0, 1, 2, 3, 3, 3, 3, 3, 8])
  }

  @Test func `a weak flash holds half a picture`() throws {
    let rate = try #require(FrameRate(20, 1))
    let sources = [60, 100, 140].map { Frame.flat(format, [$0, 128, 128]) }
    let film = try Film(
      #"[{ "type": "effect", "effect": "strobe", "mode": "hold", "rate": 1, "duty": 1, "amount": 0.5 }]"#,
      format, rate: rate)
    #expect(try film.frames(sources, rate: rate).map { $0[0, 1, 1] } == [60, 80, 100])
  }
}
