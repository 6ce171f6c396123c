import Filters
import TestSupport
import Testing
import Y4M

@Suite struct LightLeakTests {
  private let format = PixelFormat.named("444", 48, 32)

  private func frame(_ keys: String, at seconds: Double) throws -> Frame {
    try Film(#"[{ "type": "effect", "effect": "light-leak", "duration": 99\#(keys) }]"#, format)
      .frame(.flat(format, [40, 128, 128]), at: seconds)
  }

  @Test func `light is warm, near its place, and nowhere else`() throws {
    let result = try frame(#", "position": ["100%", "50%"], "size": "50%""#, at: 0)
    #expect(result[0, 44, 16] > 60 && result[2, 44, 16] > 140)
    #expect(result[0, 2, 16] == 40 && result[2, 2, 16] == 128)
  }

  @Test func `it drifts, by the rate and by the seed`() throws {
    let first = try frame("", at: 0)
    #expect(!(try frame("", at: 1).isIdentical(to: first)))
    #expect(!(try frame(#", "seed": 5"#, at: 0).isIdentical(to: first)))
    #expect(try frame(#", "rate": 0"#, at: 7).isIdentical(to: first))
    // Twice the rate in half of the time.
    let slow = try frame(#", "rate": 0.1"#, at: 6)
    #expect(try frame(#", "rate": 0.2"#, at: 3).isIdentical(to: slow))
  }
}
