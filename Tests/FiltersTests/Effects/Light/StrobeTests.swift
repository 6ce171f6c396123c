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
}
