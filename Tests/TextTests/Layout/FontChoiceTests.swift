import Fonts
import Testing

@testable import Text

@Suite struct FontChoiceTests {
  /// The number of the font that each grapheme is drawn with; the fallback is the last.
  private func fonts(
    _ text: String, _ stack: [Font], fallback: Font? = nil, wants: Bool? = nil
  ) -> [Int?] {
    let span = LayoutSpan(text, fonts: stack, size: 10) { _, wantsEmoji in
      wants == nil || wants == wantsEmoji ? fallback : nil
    }
    let all = stack + (fallback.map { [$0] } ?? [])
    let layout = TextLayout([span])
    var result: [Int?] = Array(repeating: nil, count: layout.graphemeCount)
    for glyph in layout.glyphs {
      result[glyph.grapheme] = all.firstIndex { $0 === glyph.font }
    }
    return result
  }

  @Test func `The first font that has all of a grapheme draws it`() throws {
    let (poor, rich) = (try BoxFont.font(without: ["b", "\u{301}"]), try BoxFont.font())
    #expect(fonts("abc", [poor, rich]) == [0, 1, 0])
    #expect(fonts("ax\u{301}", [poor, rich]) == [0, 1])
    // The letter and its accent are one glyph of the first font.
    #expect(fonts("e\u{301}", [poor, rich]) == [0])
    #expect(fonts("a\u{200D}\u{FE0F}", [poor, rich]) == [0])
    #expect(fonts("b", [poor], fallback: rich) == [1])
  }

  @Test func `Emoji are drawn in colours, unless text is asked for`() throws {
    let (plain, colored) = (try BoxFont.font(), try BoxFont.colored())
    #expect(fonts("1\u{FE0F}\u{20E3}", [plain, colored]) == [1])
    #expect(fonts("1", [plain, colored]) == [0])
    #expect(fonts("👍🏽👩‍🚀🇩🇪", [plain, colored]) == [1, 1, 1])
    #expect(fonts("👍", [plain], fallback: colored, wants: true) == [1])
    #expect(fonts("👍\u{FE0E}", [colored], fallback: plain, wants: true) == [0])
    #expect(fonts("5\u{FE0E}", [colored, plain]) == [1])
  }

  @Test func `Emoji sequences of a real font are one glyph each among letters`() throws {
    let stack = [
      try ShapingFixture.font("DejaVuSans.ttf"), try ShapingFixture.font("NotoColorEmoji.ttf"),
    ]
    let text = "ab👨‍👩‍👧‍👦👍🏽🇩🇪🇫🇷1\u{FE0F}\u{20E3} A1"
    #expect(fonts(text, stack) == [0, 0, 1, 1, 1, 1, 1, 0, 0, 0])
    let layout = TextLayout([LayoutSpan(text, fonts: stack, size: 100)])
    let emoji = layout.glyphs.filter { $0.font === stack[1] && $0.advance > 0 }
    #expect(emoji.map(\.grapheme) == [2, 3, 4, 5, 6])
    #expect(layout.missing.isEmpty)
    #expect(layout.wordCount == 2)
  }

  @Test func `What no font has is reported once, and drawn by the first`() throws {
    let font = try BoxFont.font(without: ["q", "z"])
    let layout = TextLayout([LayoutSpan("qazq\u{FE0F}\t\n", fonts: [font], size: 10)])
    #expect(layout.missing.map(\.scalar) == ["q", "z"])
    #expect(layout.missing.first?.fonts.count == 1)
    #expect(layout.glyphs.map(\.glyph) == [0, 1, 0, 0, 2])
    #expect(layout.glyphs.allSatisfy { $0.font === font })
  }

  @Test func `What a font of elsewhere draws is reported once, but no pictures in colour`() throws {
    let (poor, rich) = (try BoxFont.font(without: ["b", "c"]), try BoxFont.font())
    let colored = try BoxFont.colored()
    let span = LayoutSpan("abcab👍", fonts: [poor], size: 10) { _, wantsEmoji in
      wantsEmoji ? colored : rich
    }
    let layout = TextLayout([span])
    #expect(layout.borrowed.map(\.scalar) == ["b", "c"])
    #expect(layout.borrowed.allSatisfy { $0.font === rich && $0.fonts.first === poor })
    #expect(layout.missing.isEmpty)
  }

  @Test func `Signs of several scripts have the font of the letters beside them`() throws {
    let latin = try BoxFont.font(without: ["،", "ـ", "ب", "か", "。"])
    let (arabic, other) = (try BoxFont.font(without: ["か"]), try BoxFont.font())
    func fonts(_ text: String) -> [Int?] {
      let span = LayoutSpan(text, fonts: [latin], size: 10) { cluster, _ in
        cluster == ["ب"] ? arabic : other
      }
      let layout = TextLayout([span])
      let all = [latin, arabic, other]
      return layout.glyphs.sorted { $0.grapheme < $1.grapheme }.map { glyph in
        all.firstIndex { $0 === glyph.font }
      }
    }
    #expect(fonts("بـب، a") == [1, 1, 1, 1, 0, 0])
    // Those before the first letter, too; without one, or with letters that are at hand, any.
    #expect(fonts("،ب") == [1, 1])
    #expect(fonts("، a") == [2, 0, 0])
    #expect(fonts("ت،") == [0, 2])
    #expect(fonts("か。ب،") == [2, 2, 1, 1])
  }

  @Test func `Text without any font is not drawn`() {
    let layout = TextLayout([LayoutSpan("abc", fonts: [], size: 10)])
    #expect(layout.glyphs.isEmpty)
    #expect(layout.lines.count == 1)
  }
}
