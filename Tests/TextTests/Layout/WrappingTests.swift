import Testing

@testable import Text

@Suite struct WrappingTests {
  @Test func `Lines end as late as they can, and their spaces hang`() throws {
    let text = try LayoutCase("aaa bb cccc d", width: 65)
    #expect(text.lines == ["aaa bb ", "cccc d"])
    #expect(text.widths == [55, 55])
    #expect(try LayoutCase("aaa bb", width: 55).lines == ["aaa bb"])
    #expect(try LayoutCase("aaa bb", width: 54).lines == ["aaa ", "bb"])
    #expect(try LayoutCase("aaa    bb", width: 40).lines == ["aaa    ", "bb"])
  }

  @Test func `Newlines end paragraphs, and the last one begins no line`() throws {
    let text = try LayoutCase("a\nbb\r\n\nc\u{2028}d\n")
    #expect(text.lines == ["a\n", "bb\r\n", "\n", "c\u{2028}", "d\n"])
    #expect(text.widths == [10, 20, 0, 10, 10])
    #expect(text.layout.height == 50)
    #expect(text.layout.glyphs.count == 5)
  }

  @Test func `A word that is too long is cut between graphemes`() throws {
    let text = try LayoutCase("aaaaa e\u{301}e\u{301}e\u{301}e\u{301} b", width: 31)
    #expect(text.lines == ["aaa", "aa ", "e\u{301}e\u{301}e\u{301}", "e\u{301} b"])
    #expect(text.layout.lines.map(\.breaksWord) == [true, false, true, false])
    #expect(try LayoutCase("世界和平", width: 5).lines == ["世", "界", "和", "平"])
  }

  @Test func `Where spaces alone part words, longer ones leave the block`() throws {
    func lines(_ text: String, _ wrapping: LayoutOptions.Wrapping = .greedy) throws -> [String] {
      try LayoutCase(text, width: 30) {
        $0.separators = .spaces
        $0.wrapping = wrapping
      }.lines
    }
    #expect(try lines("世界和平世界") == ["世界和平世界"])
    #expect(try lines("aa-bb-cc d") == ["aa-bb-cc ", "d"])
    #expect(try lines("a bbbbb  c d") == ["a ", "bbbbb  ", "c d"])
    #expect(try lines("a\u{A0}b\u{200B}c\u{3000}d") == ["a\u{A0}b\u{200B}c\u{3000}d"])
    #expect(try lines("aaaaa\nbb", .balanced) == ["aaaaa\n", "bb"])
    #expect(try LayoutCase("aaaaa", width: 30) { $0.separators = .spaces }.widths == [50])
  }

  @Test func `Thai is cut between syllables, as far as they are known, and that is no fault`()
    throws
  {
    let text = try LayoutCase("กกเกากก", width: 30)
    #expect(text.lines == ["กก", "เกา", "กก"])
    #expect(text.layout.lines.allSatisfy { !$0.breaksWord })
    #expect(try LayoutCase("เก", width: 10).lines == ["เ", "ก"])
  }

  @Test func `Khmer and Myanmar keep stacked letters, closing ones and vowels together`() throws {
    func lines(_ text: String, _ width: Double = 20) throws -> [String] {
      try LayoutCase(text, width: width).lines
    }
    #expect(
      try lines("\u{1780}\u{1798}\u{17D2}\u{1796}\u{17BB}\u{1787}\u{17B6}") == [
        "\u{1780}", "\u{1798}\u{17D2}\u{1796}\u{17BB}", "\u{1787}\u{17B6}",
      ])
    // A sign that repeats a word, and a full stop.
    #expect(try lines("កកៗកក។") == ["ក", "កៗ", "ក", "ក។"])
    // A vowel, a killed letter, one with its tone between, and a stack of two letters.
    #expect(try lines("\u{1019}\u{1019}\u{102C}") == ["\u{1019}", "\u{1019}\u{102C}"])
    #expect(
      try lines("\u{1000}\u{1019}\u{103C}\u{1014}\u{103A}") == [
        "\u{1000}", "\u{1019}\u{103C}\u{1014}\u{103A}",
      ])
    #expect(
      try lines("\u{1000}\u{1001}\u{103D}\u{1004}\u{1037}\u{103A}") == [
        "\u{1000}", "\u{1001}\u{103D}\u{1004}\u{1037}\u{103A}",
      ])
    #expect(
      try lines("\u{1000}\u{1010}\u{1000}\u{1039}\u{1000}", 30) == [
        "\u{1000}", "\u{1010}\u{1000}\u{1039}\u{1000}",
      ])
  }

  @Test func `Without wrapping only the text ends lines`() throws {
    let text = try LayoutCase("aaa bb cccc\nd", width: 30) { $0.wrapping = .none }
    #expect(text.lines == ["aaa bb cccc\n", "d"])
    #expect(text.layout.contentWidth == 100)
    #expect(text.layout.width == 30)
  }

  @Test func `Balanced lines are about as long as each other`() throws {
    let words = "aa aa aa aa aa"
    #expect(try LayoutCase(words, width: 100).lines == ["aa aa aa aa ", "aa"])
    let balanced = try LayoutCase(words, width: 100) { $0.wrapping = .balanced }
    #expect(balanced.lines == ["aa aa aa ", "aa aa"])
  }

  @Test func `Even lines are as short as the longest can be`() throws {
    func lines(_ text: String, _ width: Double, _ wrapping: LayoutOptions.Wrapping = .even) throws
      -> [String]
    {
      try LayoutCase(text, width: width) { $0.wrapping = wrapping }.lines
    }
    #expect(try lines("aa aa aa aa aa", 100) == ["aa aa aa ", "aa aa"])
    // Here no word can move alone, as the next line has no room for it.
    let text = "aaa aaaa aaa aaaaaa a aaaaaa"
    #expect(try lines(text, 120, .balanced) == ["aaa aaaa aaa ", "aaaaaa a ", "aaaaaa"])
    #expect(try lines(text, 120) == ["aaa aaaa ", "aaa aaaaaa ", "a aaaaaa"])
    // A break of the text ends what is evened out.
    #expect(try lines("aa aa aa a\nbbb bbb b b", 90) == ["aa aa aa a\n", "bbb ", "bbb b b"])
    #expect(try lines("aaaaaaaaaaaa bb bb", 60) == ["aaaaaa", "aaaaaa ", "bb bb"])
    #expect(try lines("", 60) == [""])
  }

  /// All ways to break are tried.
  @Test func `No other lines are more even`() throws {
    for seed in 0..<200 as Range<Int> {
      let lengths = (0..<2 + seed % 8).map { 1 + (31 * seed + 17 * $0 * $0 + $0 * seed) % 6 }
      let text = lengths.map { String(repeating: "a", count: $0) }.joined(separator: " ")
      let greedy = try LayoutCase(text, width: 120) { $0.wrapping = .greedy }.widths
      let even = try LayoutCase(text, width: 120) { $0.wrapping = .even }.widths
      var least = Int.max
      for ways in 0..<1 << (lengths.count - 1) where ways.nonzeroBitCount == greedy.count - 1 {
        // A letter is 10 pixels wide, and a space 5.
        var line = 10 * lengths[0]
        var longest = line
        for (index, length) in lengths.enumerated().dropFirst() {
          line = (ways >> (index - 1) & 1 == 1 ? 0 : line + 5) + 10 * length
          longest = max(longest, line)
        }
        least = min(least, longest)
      }
      #expect(even.count == greedy.count && even.max() == Double(least), "\(text)")
    }
  }

  @Test func `A soft hyphen is seen only where a line ends at it`() throws {
    let text = try LayoutCase("aaaa\u{AD}bbb", width: 60)
    #expect(text.lines == ["aaaa\u{AD}", "bbb"])
    #expect(text.widths == [50, 30])
    #expect(try LayoutCase("aaaa\u{AD}bbb", width: 70).widths == [70])
    // The hyphen itself must fit, too.
    #expect(try LayoutCase("a aaa\u{AD}bb", width: 50).lines == ["a ", "aaa\u{AD}bb"])
  }

  @Test func `Tabs lead to every eighth space`() throws {
    let text = try LayoutCase("a\tb\tc")
    #expect(text.xs == [0, 40, 80])
    #expect(text.layout.width == 90)
    #expect(try LayoutCase("aaaa\tb").xs.last == 80)
  }

  @Test func `A fit is as large as the box allows and cuts no word`() throws {
    let span = LayoutSpan("aaaa bbbb", fonts: [try BoxFont.font()], size: 10)
    let text = ShapedText([span])
    let free = text.fitted(width: 200, height: 200, LayoutOptions())
    #expect(free.scale == 1)
    let narrow = text.fitted(width: 30, height: 200, LayoutOptions())
    #expect(abs(narrow.scale - 0.75) < 1e-3 && narrow.scale <= 0.75)
    #expect(narrow.layout.lines.count == 2)
    #expect(narrow.layout.contentWidth <= 30)
    let flat = text.fitted(width: 60, height: 10, LayoutOptions())
    #expect(flat.layout.lines.count == 1 && flat.layout.height <= 10)
    #expect(abs(flat.scale - 60.0 / 85) < 1e-3)
    #expect(abs(flat.layout.glyphs[0].size - 10 * flat.scale) < 1e-9)
  }
}
