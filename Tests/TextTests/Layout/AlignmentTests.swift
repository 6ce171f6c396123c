import Testing

@testable import Text

@Suite struct AlignmentTests {
  private func lefts(_ text: String, _ alignment: LayoutOptions.Alignment) throws -> [Double] {
    try LayoutCase(text, width: 100) { $0.alignment = alignment }.lefts
  }

  @Test func `Lines stand where they are asked to`() throws {
    #expect(try lefts("aa\naaaa ", .start) == [0, 0])
    #expect(try lefts("aa\naaaa ", .end) == [80, 60])
    #expect(try lefts("aa\naaaa ", .center) == [40, 30])
    #expect(try lefts("aa\naaaa ", .right) == [80, 60])
    #expect(try lefts("\u{5D0}\u{5D0}\naa", .start) == [80, 0])
    #expect(try lefts("\u{5D0}\u{5D0}\naa", .end) == [0, 80])
    #expect(try lefts("\u{5D0}\u{5D0}\naa", .left) == [0, 0])
  }

  @Test func `Without a width the longest line makes the block`() throws {
    let text = try LayoutCase("aa\naaaa") { $0.alignment = .center }
    #expect(text.layout.width == 40)
    #expect(text.lefts == [10, 0])
  }

  @Test func `Justified lines are full but for the last`() throws {
    let text = try LayoutCase("a b c dddddd", width: 60) { $0.alignment = .justify }
    #expect(text.lines == ["a b c ", "dddddd"])
    #expect(text.widths == [60, 60])
    #expect(text.layout.glyphs.filter { $0.line == 0 }.map(\.x) == [0, 10, 25, 35, 50, 60])
    let last = try LayoutCase("a b\na b", width: 60) { $0.alignment = .justify }
    #expect(last.widths == [25, 25])
    let ideographs = try LayoutCase("世界和平", width: 35) { $0.alignment = .justify }
    #expect(ideographs.widths == [35, 10])
    #expect(ideographs.xs == [0, 12.5, 25, 0])
  }

  @Test func `A paragraph from right to left hangs its spaces at the left`() throws {
    let text = try LayoutCase("\u{5D0}\u{5D1} \u{5D2}", width: 25)
    #expect(text.lines == ["\u{5D0}\u{5D1} ", "\u{5D2}"])
    #expect(text.visual == ["\u{5D1}\u{5D0}", "\u{5D2}"])
    #expect(text.lefts == [5, 15])
    #expect(text.layout.glyphs[0].x == 0)
  }

  @Test func `Both directions are ordered in each line`() throws {
    let text = try LayoutCase("ab \u{5D0}\u{5D1} (\u{5D2}) cd")
    #expect(text.visual == ["ab )\u{5D2}( \u{5D1}\u{5D0} cd"])
    let wrapped = try LayoutCase("ab \u{5D0}\u{5D1} \u{5D2}\u{5D3} cd", width: 50)
    #expect(wrapped.visual == ["ab \u{5D1}\u{5D0}", "\u{5D3}\u{5D2} cd"])
    let forced = try LayoutCase("ab \u{5D0}!") { $0.direction = .rightToLeft }
    #expect(forced.visual == ["!\u{5D0} ab"])
  }

  @Test func `Letter spacing stands between graphemes only`() throws {
    let text = try LayoutCase("abc", span: { $0.letterSpacing = 3 })
    #expect(text.xs == [0, 13, 26])
    #expect(text.widths == [36])
    #expect(try LayoutCase("abc", width: 36, span: { $0.letterSpacing = 3 }).lines == ["abc"])
    #expect(
      try LayoutCase("abc d", width: 21, span: { $0.letterSpacing = -4 }).lines == ["ab", "c d"])
    let both = try LayoutCase("ab\u{5D0}\u{5D1}", span: { $0.letterSpacing = 3 })
    #expect(both.xs == [0, 13, 26, 39])
    let back = try LayoutCase("\u{5D0}\u{5D1}", span: { $0.letterSpacing = 3 })
    #expect(back.xs == [0, 13])
    #expect(back.widths == [23])
    let cursive = try LayoutCase("\u{628}\u{628}", span: { $0.letterSpacing = 3 })
    #expect(cursive.widths == [20])
  }

  @Test func `Wider glyphs take more room`() throws {
    let text = try LayoutCase("abc", span: { $0.scaleX = 1.5 })
    #expect(text.xs == [0, 15, 30])
    #expect(text.layout.glyphs.allSatisfy { $0.scaleX == 1.5 && $0.advance == 15 })
  }

  @Test func `What is no text takes its room and has a segment`() throws {
    let font = try BoxFont.font()
    let text = LayoutSpan("ab", fonts: [font], size: 10)
    var object = LayoutSpan("\u{FFFC}", fonts: [font], size: 10, tag: 1)
    object.objectWidth = 25
    object.extents = LineExtents(ascent: 30, descent: 4)
    let layout = TextLayout([text, object, text])
    #expect(layout.glyphs.map(\.x) == [0, 10, 45, 55])
    #expect(layout.contentWidth == 65 && layout.height == 34)
    let segment = try #require(layout.segments.first { $0.tag == 1 })
    #expect(segment.left == 20 && segment.width == 25 && segment.baseline == 30)
    #expect(layout.missing.isEmpty)
  }
}
