import Fonts
import Testing

@testable import Text

@Suite struct EllipsisTests {
  private func shown(
    _ text: String, width: Double?, lines: Int, _ change: (inout LayoutOptions) -> Void = { _ in }
  ) throws -> LayoutCase {
    try LayoutCase(text, width: width) {
      $0.maximumLines = lines
      $0.ellipsis = "…"
      change(&$0)
    }
  }

  @Test func `A cut text ends in an ellipsis that fits`() throws {
    let text = try shown("aaaa bbbb cccc", width: 60, lines: 2)
    #expect(text.lines == ["aaaa ", "bbbb"])
    #expect(text.widths == [40, 50])
    #expect(text.layout.cutAt == 9)
    #expect(text.layout.glyphs.last?.scalars == 9..<9)
    #expect(try shown("aaaa bbbb", width: 60, lines: 2).layout.cutAt == nil)
    #expect(try shown("aaaaa bbbb", width: 50, lines: 1).lines == ["aaaa"])
    #expect(try shown("aaaaa bbbb", width: 5, lines: 1).lines == [""])
    #expect(try shown("a\nb", width: nil, lines: 1).widths == [20])
  }

  @Test func `A last line is filled with what else fits`() throws {
    #expect(try shown("aa bbbbbb", width: 65, lines: 1).lines == ["aa bbb"])
  }

  @Test func `The ellipsis of text from right to left stands at the left`() throws {
    let text = try shown("\u{5D0}\u{5D1}\u{5D2} \u{5D3}", width: 30, lines: 1)
    #expect(text.lines == ["\u{5D0}\u{5D1}"])
    #expect(text.layout.glyphs.map(\.scalars.count) == [0, 1, 1])
    #expect(text.xs == [0, 10, 20])
  }

  @Test func `Lines that may not wrap are cut at the block's edge`() throws {
    let text = try LayoutCase("aaaaaa\nbb", width: 40) {
      $0.wrapping = .none
      $0.ellipsis = "…"
    }
    #expect(text.lines == ["aaa", "bb"])
    #expect(text.layout.cutAt == nil)
  }

  @Test func `Three dots stand for an ellipsis that the font lacks`() throws {
    var options = LayoutOptions(width: 60)
    options.maximumLines = 1
    options.ellipsis = "…"
    let font = try BoxFont.font(without: ["…"])
    let text = LayoutCase([LayoutSpan("aaaaaaaa", fonts: [font], size: 10)], options)
    #expect(text.lines == ["aaa"])
    #expect(text.layout.glyphs.count == 6)
  }
}
