import Filters
import TestSupport
import Testing
import Y4M

@Suite struct LensFlareTests {
  private let format = PixelFormat.named("444", 96, 64)

  private func frame(_ keys: String) throws -> Frame {
    try Film(#"[{ "type": "effect", "effect": "lens-flare", \#(keys) }]"#, format)
      .frame(.flat(format, [40, 128, 128]))
  }

  @Test func `the light is white where it stands, and its rays go where they are turned`() throws {
    let result = try frame(
      #""position": [24, 32], "rays": 1, "ghosts": 0, "angle": 0, "color": "white""#)
    #expect(result[0, 24, 32] > 225)
    // Right of the light, not left of it.
    #expect(result[0, 44, 32] > result[0, 4, 32] + 10)
    let turned = try frame(
      #""position": [24, 32], "rays": 1, "ghosts": 0, "angle": 90, "color": "white""#)
    #expect(turned[0, 24, 52] > turned[0, 24, 12] + 10)
  }

  @Test func `ghosts stand on the line through the middle`() throws {
    let keys = #""position": [8, 32], "rays": 0, "size": 16"#
    let without = try frame(keys + #", "ghosts": 0"#)
    let result = try frame(keys + #", "ghosts": 6"#)
    var lit = 0
    for y in 0..<64 {
      for x in 0..<96 where result[0, x, y] != without[0, x, y] {
        lit += 1
        #expect(abs(y - 32) <= 8)
      }
    }
    #expect(lit > 20)
  }
}
