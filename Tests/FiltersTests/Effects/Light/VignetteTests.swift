import Filters
import TestSupport
import Testing
import Y4M

@Suite struct VignetteTests {
  private let format = PixelFormat.named("444", 65, 49)

  private func luma(_ keys: String) throws -> Frame {
    try Film(#"[{ "type": "effect", "effect": "vignette", \#(keys) }]"#, format)
      .frame(.flat(format, [216, 128, 128]))
  }

  @Test func `the middle is clear and the corners have all of it`() throws {
    let result = try luma(#""amount": 0.75, "size": 0.5, "softness": 0.5"#)
    #expect(result[0, 32, 24] == 216)
    for (x, y) in [(0, 0), (64, 0), (0, 48), (64, 48)] { #expect(result[0, x, y] == 66) }
  }

  @Test func `it is the same on all sides`() throws {
    for keys in [#""amount": 0.6"#, #""roundness": -0.7"#, #""mode": "natural", "roundness": 1"#] {
      let result = try luma(keys)
      for y in 0..<49 {
        for x in 0..<65 {
          #expect(
            result[0, x, y] == result[0, 64 - x, y] && result[0, x, y] == result[0, x, 48 - y])
        }
      }
    }
  }

  @Test func `an edge without softness is a pixel wide`() throws {
    let result = try luma(#""amount": 1, "size": 0.5, "softness": 0"#)
    let row = (0..<65).map { result[0, $0, 24] }
    #expect(row.count { $0 != 16 && $0 != 216 } <= 4)
    #expect(row[0] == 16 && row[32] == 216)
  }

  @Test func `a colour that is half opaque takes half`() throws {
    let result = try luma(##""amount": 1, "size": 0.5, "softness": 0.5, "color": "#ffffff80""##)
    #expect(abs(result[0, 0, 0] - (216 + 235) / 2) <= 1)
  }
}
