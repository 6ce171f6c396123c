import Testing

@testable import Text

@Suite struct LayoutTextTests {
  private func words(_ text: String) -> [Int] {
    LayoutText([LayoutSpan(text, fonts: [], size: 10)]).words
  }

  @Test func `Words are what stands between spaces, and each ideograph`() {
    #expect(words("ab c, d") == [0, 0, 0, 1, 1, 1, 2])
    #expect(words("  a") == [0, 0, 0])
    #expect(words("a\nb") == [0, 0, 1])
    #expect(words("世界。a") == [0, 1, 1, 2])
    #expect(words("you👍❤\u{FE0F}") == [0, 0, 0, 0, 0])
    #expect(words("안녕 하") == [0, 0, 0, 1])
  }

  @Test func `A grapheme in two spans is of the first`() {
    let spans = ["e", "\u{301}x", "", "y"].map { LayoutSpan($0, fonts: [], size: 10) }
    let text = LayoutText(spans)
    #expect(text.starts == [0, 2, 3, 4])
    #expect(text.spans == [0, 1, 3])
    #expect(text.graphemes == [0, 0, 1, 2])
  }

  @Test func `Paragraphs end with their separators`() {
    func paragraphs(_ text: String) -> [Range<Int>] {
      LayoutText([LayoutSpan(text, fonts: [], size: 10)]).paragraphs
    }
    #expect(paragraphs("") == [0..<0])
    #expect(paragraphs("a\r\nb\rc\u{2029}") == [0..<3, 3..<5, 5..<7])
    #expect(paragraphs("a\u{2028}b") == [0..<3])
  }
}
