import Fonts
import Testing

@testable import Text

@Suite struct ShaperTests {
  private func shape(
    _ text: String, _ font: String = "DejaVuSans.ttf", range: Range<Int>? = nil,
    script: Script = .latin, isRightToLeft: Bool = false, features: [FeatureSetting] = []
  ) throws -> [ShapedGlyph] {
    Shaper.shape(
      ShapingRun(
        text: Array(text.unicodeScalars), range: range, font: try ShapingFixture.font(font),
        script: script, isRightToLeft: isRightToLeft, features: features))
  }

  @Test func `Nothing is shaped to nothing`() throws {
    #expect(try shape("").isEmpty)
    #expect(try shape("office", range: 3..<3).isEmpty)
    #expect(try shape("office", range: 9..<12).isEmpty)
  }

  @Test func `Clusters count in the whole text`() throws {
    #expect(try shape("office", range: 1..<5).map(\.cluster) == [1, 4])
  }

  @Test func `Letters join over the ends of a run`() throws {
    let font = "NotoNaskhArabic.ttf"
    func middle(_ text: String) throws -> ShapedGlyph? {
      try shape(text, font, range: 1..<2, script: .arabic, isRightToLeft: true).last
    }
    let forms = try [" ب ", " بب", "بب ", "ببب"].map(middle)
    #expect(Set(forms.compactMap { $0?.glyph }).count == 4)
  }

  @Test func `A feature holds for its range alone`() throws {
    let off = FeatureSetting("liga", 0, range: 0..<6)
    #expect(try shape("office office", features: [off]).count == 6 + 1 + 4)
    #expect(try shape("office", features: [FeatureSetting("liga", 0)]).count == 6)
  }

  @Test func `What is ignorable takes no place`() throws {
    let glyphs = try shape("a\u{AD}b\u{200B}\u{2060}")
    #expect(glyphs.count == 5)
    #expect(glyphs.filter { $0.advance == 0 }.map(\.cluster) == [1, 3, 4])
  }

  @Test func `Brackets are mirrored from the right`() throws {
    let open = try shape("(", script: .common)[0].glyph
    let close = try shape(")", script: .common)[0].glyph
    #expect(open != close)
    #expect(try shape("(", script: .common, isRightToLeft: true)[0].glyph == close)
  }

  @Test func `Composed and decomposed letters are the same`() throws {
    for (one, other) in [("é", "e\u{301}"), ("ñ", "n\u{303}"), ("ç", "c\u{327}")] {
      #expect(try shape(one).map(\.glyph) == shape(other).map(\.glyph))
    }
  }

  @Test func `What the font has not is its glyph 0`() throws {
    #expect(try shape("\u{10FFFF}").map(\.glyph) == [0])
  }

  @Test func `All threads get the same`() async throws {
    let font = try ShapingFixture.font("NotoSansDevanagari.ttf")
    let lines = try ShapingFixture.lines("NotoSansDevanagari.ttf")
    let results = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<4 {
        group.addTask { lines.map { Shaper.shape($0.run(font)).described } }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(results == [lines.map(\.expected)])
  }
}
