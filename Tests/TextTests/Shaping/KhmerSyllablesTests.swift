import Testing

@testable import Text

@Suite struct KhmerSyllablesTests {
  private func syllables(_ text: String) -> [(KhmerSyllables.Kind, Int)] {
    let classes = text.unicodeScalars.map { KhmerClass.of($0.value) }
    var syllables = KhmerSyllables(classes)
    var (start, found) = (0, [(KhmerSyllables.Kind, Int)]())
    while start < classes.count {
      let (kind, end) = syllables.syllable(at: start)
      found.append((kind, end - start))
      start = end
    }
    return found
  }

  private func lengths(_ text: String) -> [Int] { syllables(text).map(\.1) }

  @Test func `Syllables end where the grammar says`() {
    #expect(lengths("ខ្មែរ") == [4, 1])
    #expect(lengths("ស្ត្រី") == [6])
    #expect(lengths("ភ្នំពេញ") == [4, 2, 1])
    #expect(lengths("ប៊័រ") == [3, 1])
    #expect(lengths("ក a") == [1, 1, 1])
    // A subscript behind the vowel, once.
    #expect(lengths("ក\u{17B6}\u{17D2}ក\u{17D2}ក") == [4, 2])
  }

  @Test func `What has no letter is broken`() {
    #expect(syllables("\u{17B6}").map(\.0) == [.broken])
    #expect(syllables("\u{17D2}ក").map(\.0) == [.broken])
    #expect(syllables("ក\u{17C1}\u{17C1}").map(\.0) == [.consonant, .broken])
    #expect(syllables("a").map(\.0) == [.other])
  }

  @Test func `A syllable without end is cut`() {
    let text = String(repeating: "ក\u{17D2}", count: 500)
    #expect(lengths(text).reduce(0, +) == 1000)
    #expect(lengths(text).allSatisfy { $0 <= 62 })
  }

  @Test func `Characters are of the classes of OpenType`() {
    #expect(KhmerClass.of(0x1780) == .consonant)
    #expect(KhmerClass.of(0x179A) == .ro)
    #expect(KhmerClass.of(0x17A5) == .vowel)
    #expect(KhmerClass.of(0x17C1) == .vowelPre)
    #expect(KhmerClass.of(0x17B7) == .vowelAbove)
    #expect(KhmerClass.of(0x17BB) == .vowelBelow)
    #expect(KhmerClass.of(0x17B6) == .vowelPost)
    #expect(KhmerClass.of(0x17D2) == .coeng)
    #expect(KhmerClass.of(0x17C9) == .robatic)
    #expect(KhmerClass.of(0x25CC) == .dottedCircle)
    #expect(KhmerClass.of(0x61) == .other)
  }
}
