import TestSupport
import Testing
import Y4M

@testable import Filters

@Suite struct SurfaceBlurTests {
  private func frame(_ source: Frame, _ keys: String) throws -> Frame {
    try Film(#"[{ "type": "effect", "effect": "surface-blur", \#(keys) }]"#, source.format)
      .frame(source)
  }

  @Test func `an edge stays and what is around it is smoothed`() throws {
    // Two surfaces of stripes, 60 and 180, that differ by 4.
    let format = PixelFormat.named("mono", 40, 9)
    let source = Frame(format)
    for y in 0..<9 {
      for x in 0..<40 { source[0, x, y] = (x < 20 ? 60 : 180) + (x & 1) * 4 }
    }
    let result = try frame(source, #""radius": 4, "threshold": 0.05"#)
    for x in 0..<40 {
      // Squares that hold the edge keep more.
      let most = x < 11 || x > 28 ? 1 : 4
      #expect(abs(result[0, x, 4] - (x < 20 ? 62 : 182)) <= most, "\(x)")
    }
  }

  @Test func `chroma follows the edges of luma, at its own places`() throws {
    for name in ["444", "420jpeg", "420mpeg2", "422", "411"] {
      let format = PixelFormat.named(name, 64, 16)
      let source = Frame.flat(format, [60, 90, 128])
      for y in 0..<16 { for x in 32..<64 { source[0, x, y] = 180 } }
      let chroma = format.planes[1]
      for y in 0..<chroma.height {
        for x in chroma.width / 2..<chroma.width { source[1, x, y] = 150 }
      }
      let result = try frame(source, #""radius": 6, "threshold": 0.02"#)
      for x in 0..<chroma.width {
        // Where chroma lies on luma's edge, a sample stands for both sides.
        let isEdge = abs(x - chroma.width / 2) <= 1 && name != "444"
        #expect(abs(result[1, x, 2] - source[1, x, 2]) <= (isEdge ? 30 : 3), "\(name) \(x)")
      }
    }
  }

  @Test func `a group's colours take no part of what is not seen`() throws {
    let format = PixelFormat.named("444", 24, 16)
    let film = try Film(
      """
      [{ "type": "group", "layers": [
        { "type": "color", "color": "#20c0a0", "position": [6, 4], "size": [9, 7] },
        { "type": "effect", "effect": "surface-blur", "radius": 5, "threshold": 1 } ] }]
      """, format)
    let plain = try Film(
      """
      [{ "type": "color", "color": "#20c0a0", "position": [6, 4], "size": [9, 7] }]
      """, format)
    let source = Frame.flat(format, [30, 128, 128])
    #expect(try film.frame(source).isIdentical(to: plain.frame(source)))
  }
}
