import TestSupport
import Testing
import Y4M

@Suite struct EdgesTests {
  /// Black at the left, and white from column 8 on.
  private func step(_ format: PixelFormat) -> Frame {
    let source = Frame.flat(format, [16, 128, 128])
    for y in 0..<format.height { for x in 8..<format.width { source[0, x, y] = 235 } }
    return source
  }

  @Test(arguments: ["sobel", "scharr", "prewitt", "laplacian"])
  func `a step from black to white is a full line`(_ method: String) throws {
    let format = PixelFormat.named("420mpeg2", 16, 9)
    let result = try Film(
      #"[{ "type": "effect", "effect": "edges", "method": "\#(method)" }]"#, format
    ).frame(step(format))
    for y in 0..<9 {
      for x in 0..<16 { #expect(result[0, x, y] == (x == 7 || x == 8 ? 235 : 16)) }
    }
    #expect(result.samples(1).allSatisfy { $0 == 128 })
  }

  @Test func `lines have a colour, and chroma has its share of them`() throws {
    let format = PixelFormat.named("420jpeg", 16, 8)
    let result = try Film(
      #"[{ "type": "effect", "effect": "edges", "color": "red", "background": "transparent" }]"#,
      format
    ).frame(step(format))
    // Red of BT.601; a sample of chroma at 7 to 8 is half of a line.
    #expect(result[0, 7, 3] == 81)
    #expect(result[0, 5, 3] == 16 && result[0, 10, 3] == 235)
    #expect(result[2, 3, 2] == 184 && result[2, 4, 2] == 184)
    #expect(result[2, 2, 2] == 128)
  }

  @Test func `edges move with their strength`() throws {
    let format = PixelFormat.named("mono", 16, 5)
    let film = try Film(
      #"""
      [{ "type": "effect", "effect": "edges", "strength": { "from": 0, "to": 1 }, "duration": 2 }]
      """#,
      format)
    #expect(try film.frame(step(format), at: 0)[0, 7, 2] == 16)
    #expect(try abs(film.frame(step(format), at: 1)[0, 7, 2] - 126) <= 1)
  }

  @Test func `canny draws lines of one pixel that hang together with steep ones`() throws {
    let format = PixelFormat.named("420mpeg2", 40, 30)
    // A step that fades from full height at the top to none, and a faint one that stands alone.
    let source = Frame.flat(format, [16, 128, 128])
    for y in 0..<30 {
      for x in 0..<40 {
        if x >= 12 { source[0, x, y] += 219 * (29 - y) / 29 }
        if x >= 30, y < 8 { source[0, x, y] -= 20 }
      }
    }
    func rows(_ keys: String) throws -> [Int] {
      let text = #"[{ "type": "effect", "effect": "edges", "method": "canny", \#(keys) }]"#
      let result = try Film(text, format).frame(source)
      #expect(result.samples(0).allSatisfy { $0 == 16 || $0 == 235 })
      // How many rows have a line at the step, and how many at the faint one.
      let lines = (0..<30).map { y in (9..<16).count { result[0, $0, y] == 235 } }
      // A second pixel stands where the line moves aside.
      #expect(lines.allSatisfy { $0 <= 2 } && lines.count { $0 == 2 } <= 1)
      let faint = (0..<7).count { y in (28..<33).contains { result[0, $0, y] == 235 } }
      return [lines.count { $0 > 0 }, faint]
    }
    let (steep, low, both) = (
      try rows(#""low": 0.4, "high": 0.4"#), try rows(#""low": 0.04, "high": 0.4"#),
      try rows(#""low": 0.04, "high": 0.04"#)
    )
    #expect(steep[0] < 15 && steep[0] > 4 && steep[1] == 0)
    #expect(low[0] > 23 && low[1] == 0)
    #expect(both[0] > 23 && both[1] > 4)
    #expect(try rows(#""strength": 0"#) == [0, 0])
  }

  @Test func `what hangs together is followed however much it is`() throws {
    let format = PixelFormat.named("mono", 320, 200)
    let source = Frame.noise(format)
    let result = try Film(
      #"""
      [{ "type": "effect", "effect": "edges", "method": "canny", "smooth": 0, "low": 0.0001,
         "high": 0.3 }]
      """#, format
    ).frame(source)
    // In noise nearly all of what is steep hangs together.
    #expect(result.samples(0).count { $0 == 235 } > 10_000)
  }
}
