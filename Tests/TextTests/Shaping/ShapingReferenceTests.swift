import Fonts
import Testing

@testable import Text

/// Against what HarfBuzz 15.0.0 makes of the same lines with the same fonts, as it was recorded.
@Suite struct ShapingReferenceTests {
  @Test(arguments: [
    ("Lookups.ttf", 58), ("DejaVuSans.ttf", 40), ("NotoSerif.ttf", 30), ("NotoSansHebrew.ttf", 7),
    ("NotoNaskhArabic.ttf", 20), ("NotoNastaliqUrdu.ttf", 2), ("NotoSansSyriac.ttf", 4),
    ("NotoSansThai.ttf", 5), ("NotoSansLao.ttf", 2), ("NotoSansDevanagari.ttf", 19),
    ("NotoSansBengali.ttf", 5), ("NotoSansTelugu.ttf", 4), ("NotoSansMalayalam.ttf", 6),
    ("NotoSansTamil.ttf", 4), ("NotoSansCJK.otf", 9), ("NotoColorEmoji.ttf", 7), ("Inter.ttf", 2),
    ("ArabicForms.ttf", 4), ("DoubleMarks.ttf", 6),
    ("NotoSansSinhala.ttf", 2), ("NotoSansNKo.ttf", 2), ("NotoSansJavanese.ttf", 1),
    ("NotoSansKhmer.ttf", 8), ("NotoSansMyanmar.ttf", 7),
    ("NotoSansBatak.ttf", 1), ("NotoSansTaiViet.ttf", 1), ("NotoSansMiao.ttf", 1),
    ("PartedLetters.ttf", 1), ("PartedLast.ttf", 1), ("PartedMiddle.ttf", 1),
    ("SyllableEnds.otf", 2),
    ("IndicKern.ttf", 2), ("IndicKernAndGPOS.ttf", 1),
    ("HangulAlternates.ttf", 4),
    ("Superscripts.ttf", 5),
    ("Chance.otf", 1), ("Stretches.ttf", 4), ("ModifiedReph.ttf", 1),
    ("ExtendedKern.ttf", 14), ("KernMachines.ttf", 20), ("AppleKern.ttf", 8),
    ("ArabicLigatures.ttf", 16),
    ("MorphSingle.ttf", 1), ("MorphOrder.ttf", 5), ("MorphContext.ttf", 2),
    ("MorphReversed.ttf", 2), ("MorphLayoutReversed.ttf", 2), ("MorphLigature.ttf", 2),
    ("MorphLigatureList.ttf", 1), ("MorphInsertion.ttf", 2),
  ])
  func `Glyphs, clusters and places are those of HarfBuzz`(name: String, least: Int) throws {
    let font = try ShapingFixture.font(name)
    let lines = try ShapingFixture.lines(name)
    #expect(lines.count >= least)
    for line in lines {
      let text = String(String.UnicodeScalarView(line.text))
      #expect(Shaper.shape(line.run(font)).described == line.expected, "\(text)")
    }
  }
}
