import Fonts
import Testing

@testable import Text

@Suite struct LineHeightTests {
  private func layout(
    _ height: LayoutOptions.LineHeight, _ change: (inout LayoutSpan) -> Void = { _ in }
  ) throws -> TextLayout {
    try LayoutCase("a\nb", { $0.lineHeight = height }, span: change).layout
  }

  @Test func `Lines are as high as the font or as asked, with half above and half below`() throws {
    #expect(try layout(.natural(1)).lines.map(\.baseline) == [8, 18])
    #expect(try layout(.natural(2)).lines.map(\.baseline) == [13, 33])
    #expect(try layout(.em(1.5)).lines.map(\.baseline) == [10.5, 25.5])
    #expect(try layout(.pixels(8)).lines.map(\.baseline) == [7, 15])
    #expect(try layout(.pixels(8)).height == 16)
    let own = try layout(.natural(1)) { $0.extents = LineExtents(ascent: 20, descent: 5, gap: 2) }
    #expect(own.lines.map(\.baseline) == [21, 48])
  }

  @Test func `The largest span of a line decides, and shifts count`() throws {
    let font = try BoxFont.font()
    var raised = LayoutSpan("c", fonts: [font], size: 10, tag: 2)
    raised.baselineShift = 5
    let spans = [
      LayoutSpan("a", fonts: [font], size: 10), LayoutSpan("b", fonts: [font], size: 30, tag: 1),
      LayoutSpan("\n", fonts: [font], size: 10), raised,
    ]
    let layout = TextLayout(spans)
    #expect(layout.lines.map(\.baseline) == [24, 43])
    #expect(layout.height == 40)
    #expect(layout.glyphs.map(\.y) == [24, 24, 38])
    #expect(layout.glyphs.map(\.tag) == [0, 1, 2])
    #expect(layout.glyphs.map(\.x) == [0, 10, 0])
  }

  @Test func `With equal cells, a font with higher lines is set smaller`() throws {
    let fonts = [
      try BoxFont.font(without: ["x"]), try BoxFont.font(ascent: 1200, descent: 400),
    ]
    func layout(_ text: String) -> TextLayout {
      var span = LayoutSpan(text, fonts: fonts, size: 10)
      span.hasEqualCells = true
      return TextLayout([span])
    }
    let mixed = layout("axa")
    #expect(mixed.glyphs.map(\.size) == [10, 6.25, 10])
    #expect(mixed.glyphs.map(\.x) == [0, 10, 16.25])
    #expect(mixed.lines.map(\.baseline) == [8])
    #expect(mixed.height == 10.5)
    // Only fonts that draw something count.
    let alone = layout("x")
    #expect(alone.lines.map(\.baseline) == [7.5])
    #expect(alone.height == 10)
  }

  @Test func `Empty text is one empty line`() throws {
    let layout = try LayoutCase("").layout
    #expect(layout.lines.count == 1)
    #expect(layout.height == 10)
    #expect(layout.glyphs.isEmpty)
    #expect(TextLayout([]).height == 0)
  }

  @Test func `Segments follow tags, for lines under the text`() throws {
    let font = try BoxFont.font()
    let spans = [
      LayoutSpan("aa ", fonts: [font], size: 10, tag: 4),
      LayoutSpan("b ", fonts: [font], size: 10, tag: 7),
    ]
    let layout = TextLayout(spans)
    #expect(layout.segments.map(\.tag) == [4, 7])
    #expect(layout.segments.map(\.left) == [0, 25])
    #expect(layout.segments.map(\.width) == [25, 10])
    #expect(layout.segments.allSatisfy { $0.underline > 8 && $0.strikeout < 8 })
    #expect(layout.lines[0].segments == 0..<2)
  }
}
