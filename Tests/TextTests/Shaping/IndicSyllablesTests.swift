import Testing

@testable import Text

@Suite struct IndicSyllablesTests {
  private func lengths(_ text: String) -> [Int] {
    let kinds = text.unicodeScalars.map { IndicCategories.of($0.value).kind }
    var syllables = IndicSyllables(kinds)
    var (start, lengths) = (0, [Int]())
    while start < kinds.count {
      let end = syllables.syllable(at: start).end
      lengths.append(end - start)
      start = end
    }
    return lengths
  }

  @Test func `Syllables end where the grammar says`() {
    #expect(lengths("हिन्दी") == [2, 4])
    #expect(lengths("र्क") == [3])
    #expect(lengths("क्\u{200C}ष") == [3, 1])
    #expect(lengths("क्\u{200D}ष") == [4])
    #expect(lengths("अंक") == [2, 1])
    #expect(lengths("क a") == [1, 1, 1])
    #expect(lengths("िक") == [1, 1])
    #expect(lengths("க²க") == [2, 1])
  }

  @Test func `A syllable without end is cut`() {
    let text = String(repeating: "क्", count: 500)
    #expect(lengths(text).reduce(0, +) == 1000)
    #expect(lengths(text).allSatisfy { $0 <= 62 })
  }

  @Test func `Every piece of text is of some syllable`() {
    var dice = Dice(seed: 3)
    for _ in 0..<200 {
      let text = String(
        String.UnicodeScalarView(
          (0..<12).compactMap { _ in Unicode.Scalar(UInt32(0x900 + dice.next(below: 0x80))) }))
      #expect(lengths(text).reduce(0, +) == text.unicodeScalars.count)
    }
  }

  @Test func `Characters go where OpenType's tables put them`() {
    #expect(IndicCategories.of(0x0930) == (.ra, .base))
    #expect(IndicCategories.of(0x093F) == (.matra, .beforeMatra))
    #expect(IndicCategories.of(0x093E) == (.matra, .afterSub))
    #expect(IndicCategories.of(0x0902) == (.modifier, .modifier))
    #expect(IndicCategories.of(0x0041).kind == .other)
    #expect(IndicCategories.of(0x00B2) == (.looseModifier, .modifier))
  }

  @Test func `A raised digit without a letter is no broken syllable`() {
    func kinds(_ text: String) -> (IndicSyllables.Kind, UniversalSyllables.Kind) {
      let scalars = text.unicodeScalars.map(\.value)
      var indic = IndicSyllables(scalars.map { IndicCategories.of($0).kind })
      var universal = UniversalSyllables(scalars.map { UniversalCategories.of($0) })
      return (indic.syllable(at: 0).kind, universal.syllable(at: 0).kind)
    }
    for digit in ["²", "³", "⁴", "₂", "₃", "₄"] { #expect(kinds(digit + "க") == (.other, .other)) }
    #expect(kinds("ा") == (.broken, .broken))
  }

  @Test func `Clusters of other scripts end where theirs say`() {
    func lengths(_ text: String) -> [Int] {
      let kinds = text.unicodeScalars.map { UniversalCategories.of($0.value) }
      var syllables = UniversalSyllables(kinds)
      var (start, lengths) = (0, [Int]())
      while start < kinds.count {
        let end = syllables.syllable(at: start).end
        lengths.append(end - start)
        start = end
      }
      return lengths
    }
    #expect(lengths("සිංහල") == [3, 1, 1])
    #expect(lengths("ꦲꦏ꧀ꦱꦫ") == [1, 3, 1])
    #expect(lengths("བོད་") == [2, 1, 1])
    let long = String(repeating: "ක්", count: 300)
    #expect(lengths(long).reduce(0, +) == 600)
  }

  @Test func `Hieroglyphs and what joins them are one cluster`() {
    typealias Kind = UniversalSyllables.Kind
    func first(_ codes: UInt32...) -> (kind: Kind, end: Int) {
      var syllables = UniversalSyllables(codes.map { UniversalCategories.of($0) })
      return syllables.syllable(at: 0)
    }
    #expect(first(0x13000, 0x13430, 0x13001) == (Kind.hieroglyph, 3))
    #expect(first(0x13000, 0x13440, 0x13447, 0x13001) == (Kind.hieroglyph, 3))
    #expect(first(0x13437, 0x13000, 0x13430, 0x13001, 0x13438) == (Kind.hieroglyph, 5))
    #expect(first(0x5B, 0x61) == (Kind.symbol, 1))
    // Batak's killers end a cluster.
    #expect(first(0x1BC2, 0x1BF2, 0x1BEE) == (Kind.virama, 2))
    #expect(first(0x1BF2) == (Kind.broken, 1))
  }
}
