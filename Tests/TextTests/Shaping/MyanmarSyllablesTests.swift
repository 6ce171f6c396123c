import Testing

@testable import Text

@Suite struct MyanmarSyllablesTests {
  private func syllables(_ text: String) -> [(MyanmarSyllables.Kind, Int)] {
    let classes = text.unicodeScalars.map { MyanmarClass.of($0.value) }
    var syllables = MyanmarSyllables(classes)
    var (start, found) = (0, [(MyanmarSyllables.Kind, Int)]())
    while start < classes.count {
      let (kind, end) = syllables.syllable(at: start)
      found.append((kind, end - start))
      start = end
    }
    return found
  }

  private func lengths(_ text: String) -> [Int] { syllables(text).map(\.1) }

  @Test func `Syllables end where the grammar says`() {
    #expect(lengths("မြန်မာ") == [2, 2, 2])
    #expect(lengths("သင်္ဘော") == [1, 6])
    #expect(lengths("က္ကြွှေ") == [7])
    #expect(lengths("ကေေ") == [3])
    #expect(lengths("က\u{FE00}ေ") == [3])
    #expect(lengths("က a") == [1, 1, 1])
    // A joiner ends a syllable, and stands alone before one.
    #expect(lengths("က\u{200D}က") == [2, 1])
    #expect(lengths("\u{200D}က") == [1, 1])
  }

  @Test func `What has no letter is broken`() {
    #expect(syllables("\u{1031}").map(\.0) == [.broken])
    #expect(syllables("\u{1039}က").map(\.0) == [.broken])
    #expect(syllables("က\u{102F}\u{1031}").map(\.0) == [.consonant, .broken])
    #expect(syllables("\u{200D}").map(\.0) == [.other])
    #expect(syllables("a").map(\.0) == [.other])
  }

  @Test func `A syllable without end is cut`() {
    let text = String(repeating: "က\u{1039}", count: 500)
    #expect(lengths(text).reduce(0, +) == 1000)
    #expect(lengths(text).allSatisfy { $0 <= 62 })
  }

  @Test func `Characters are of the classes of OpenType`() {
    #expect(MyanmarClass.of(0x1000) == .consonant)
    #expect(MyanmarClass.of(0x1004) == .ra)
    #expect(MyanmarClass.of(0x1023) == .vowel)
    #expect(MyanmarClass.of(0x1031) == .vowelPre)
    #expect(MyanmarClass.of(0x102D) == .vowelAbove)
    #expect(MyanmarClass.of(0x102F) == .vowelBelow)
    #expect(MyanmarClass.of(0x102C) == .vowelPost)
    #expect(MyanmarClass.of(0x1037) == .dotBelow)
    #expect(MyanmarClass.of(0x1039) == .halant)
    #expect(MyanmarClass.of(0x103A) == .asat)
    #expect(MyanmarClass.of(0x1040) == .placeholder)
    #expect(MyanmarClass.of(0x1062) == .vowelPost)
    #expect(MyanmarClass.of(0xFE00) == .variation)
  }

  @Test func `Fonts of the older tag are shaped without the model`() {
    #expect(ScriptShaper(.myanmar, chosen: "mym2").model == .myanmar)
    #expect(ScriptShaper(.myanmar, chosen: nil).model == .myanmar)
    #expect(ScriptShaper(.myanmar, chosen: "mymr").model == .plain)
    #expect(ScriptShaper(.myanmar, chosen: "latn").model == .plain)
    #expect(ScriptShaper(.khmer, chosen: "DFLT").model == .khmer)
  }
}
