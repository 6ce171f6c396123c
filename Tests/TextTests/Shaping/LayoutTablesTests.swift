import Fonts
import Testing

@testable import Text

@Suite struct LayoutTablesTests {
  @Test func `A digest has all that was put in`() {
    var dice = Dice(seed: 5)
    for _ in 0..<50 {
      var digest = GlyphDigest()
      let first = dice.next(below: 60000)
      let last = first + dice.next(below: 300)
      digest.insert(first, through: last)
      let single = dice.next(below: 65536)
      digest.insert(single)
      let all = (first...last).allSatisfy(digest.mayContain)
      #expect(all)
      #expect(digest.mayContain(single))
    }
    #expect(!GlyphDigest().mayContain(0))
  }

  @Test func `Coverages and classes are found in both formats`() {
    let coverage = LayoutBytes([0, 0, 0, 1, 0, 2, 0, 5, 0, 9])
    #expect([4, 5, 9, 10].map { coverage.coverageIndex(2, $0) } == [-1, 0, 1, -1])
    let ranges = LayoutBytes([0, 0, 0, 2, 0, 1, 0, 5, 0, 9, 0, 3])
    #expect([4, 5, 9, 10].map { ranges.coverageIndex(2, $0) } == [-1, 3, 7, -1])
    let classes = LayoutBytes([0, 0, 0, 1, 0, 5, 0, 2, 0, 7, 0, 8])
    #expect([4, 5, 6, 7].map { classes.glyphClass(2, $0) } == [0, 7, 8, 0])
    let rangeClasses = LayoutBytes([0, 0, 0, 2, 0, 1, 0, 5, 0, 6, 0, 4])
    #expect([4, 5, 6, 7].map { rangeClasses.glyphClass(2, $0) } == [0, 4, 4, 0])
  }

  @Test func `Beyond the end stands nothing`() {
    let bytes = LayoutBytes([1, 2, 3])
    #expect([-1, 1, 2, 3, .max].map(bytes.u16) == [0, 0x203, 0, 0, 0])
    #expect(bytes.u8(3) == 0)
    #expect(bytes.coverageIndex(1, 5) == -1)
    #expect(LayoutTable([], positioning: false).lookups.isEmpty)
    #expect(KernTable([]) == nil || KernTable([])?.horizontalParts.isEmpty == true)
  }

  @Test func `Languages have OpenType's names`() {
    #expect(LanguageTags.tags("tr") == ["TRK "])
    #expect(LanguageTags.tags("ro-MD") == ["MOL ", "ROM "])
    #expect(LanguageTags.tags("zh-Hant") == ["ZHT "])
    #expect(LanguageTags.tags("zh-Hant-HK") == ["ZHH "])
    #expect(LanguageTags.tags("xyz") == ["XYZ "])
    #expect(LanguageTags.tags("ba") == ["BSH "] && LanguageTags.tags("kg-CD") == ["KON0"])
    // Fonts may have an older one of two names.
    #expect(LanguageTags.tags("dv") == ["DIV ", "DHV "])
    #expect(LanguageTags.tags("hy") == ["HYE0", "HYE "])
    #expect(LanguageTags.tags(nil).isEmpty)
  }

  /// By HarfBuzz's `hb-ot-shaper-vowel-constraints.cc`.
  @Test(arguments: [
    (Script.devanagari, 0x0905, 0x093E, true), (.devanagari, 0x0905, 0x0941, false),
    (.brahmi, 0x11005, 0x11038, true), (.brahmi, 0x1100B, 0x1103E, true),
    (.brahmi, 0x1100F, 0x11038, false), (.khojki, 0x11200, 0x11231, true),
    (.khojki, 0x11240, 0x1122E, true), (.khudawadi, 0x112B0, 0x112E6, true),
    (.khudawadi, 0x112B0, 0x112E4, false), (.tirhuta, 0x1148D, 0x114BA, true),
    (.tirhuta, 0x114AA, 0x114B6, true), (.modi, 0x11601, 0x1163A, true),
    (.modi, 0x11602, 0x1163A, false), (.takri, 0x11680, 0x116B4, true),
    (.takri, 0x11686, 0x116B2, true), (.takri, 0x11686, 0x116AD, false),
  ])
  func `Vowels that Unicode has as one character are kept apart`(
    _ script: Script, _ vowel: UInt32, _ sign: UInt32, _ isWrong: Bool
  ) {
    #expect(IndicVowels.isWrong(vowel, sign, script) == isWrong)
  }

  @Test func `Lookups would do what they do`() throws {
    let font = try ShapingFixture.font("Lookups.ttf")
    let table = try #require(ShapingFace.of(font).substitution)
    let (a, b, c) = (28, 29, 30)
    #expect(table.wouldSubstitute(0, [a], withoutContext: true))
    #expect(!table.wouldSubstitute(0, [a, b], withoutContext: true))
    #expect(table.wouldSubstitute(3, [a, b], withoutContext: true))
    #expect(table.wouldSubstitute(3, [a, b, c], withoutContext: true))
    #expect(!table.wouldSubstitute(3, [a, c], withoutContext: true))
    #expect(table.wouldSubstitute(10, [b, 31], withoutContext: false) == false)
  }
}
