import TestSupport
import Testing
import Y4M

@testable import Filters

@Suite struct LensBlurTests {
  private func frame(_ source: Frame, _ keys: String) throws -> Frame {
    try Film(#"[{ "type": "effect", "effect": "lens-blur", \#(keys) }]"#, source.format)
      .frame(source)
  }

  /// One white point in a dark picture.
  private func point() -> Frame {
    let source = Frame.flat(.named("mono", 33, 33), [16])
    source[0, 16, 16] = 235
    return source
  }

  @Test func `a point becomes an even disc`() throws {
    let result = try frame(point(), #""radius": 6"#)
    let middle = result[0, 16, 16]
    #expect(middle > 30)
    for (x, y) in [(12, 16), (16, 21), (13, 13), (20, 18)] { #expect(result[0, x, y] == middle) }
    for (x, y) in [(9, 16), (16, 23), (11, 11), (22, 20)] { #expect(result[0, x, y] == 16) }
  }

  @Test func `a corner of a polygon points up and turns clockwise`() throws {
    let up = try frame(point(), #""radius": 9, "blades": 3"#)
    #expect(up[0, 16, 9] > 20 && up[0, 16, 22] == 16 && up[0, 22, 19] > 20)
    let right = try frame(point(), #""radius": 9, "blades": 3, "rotation": 90"#)
    #expect(right[0, 23, 16] > 20 && right[0, 10, 16] == 16)
  }

  @Test func `highlights make lights brighter, and nothing else`() throws {
    let plain = try frame(point(), #""radius": 6"#)
    let bright = try frame(point(), #""radius": 6, "highlights": 1"#)
    #expect(bright[0, 16, 16] > plain[0, 16, 16] + 20)
    #expect(bright[0, 4, 4] == 16)
  }

  @Test func `the smallest radius changes nothing that is seen`() throws {
    let source = Frame.noise(.named("444", 20, 20))
    let result = try frame(source, #""radius": 0.001"#)
    #expect(result.isIdentical(to: source))
  }
}
