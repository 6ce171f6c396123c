import Testing

@testable import Fonts

@Suite struct ColorLayersTests {
  @Test func `layers are painted over each other, in the palette's colours and the text's`() throws
  {
    let font = try ColorFixture.font("colr0")
    let flag = ColorFixture.glyph(0)
    let picture = try ColorFixture.picture(
      flag, font, foreground: GlyphColor(red: 1, green: 0, blue: 1))
    #expect(picture.at(2, 4) == [0, 128, 0, 255])
    // Three quarters of yellow over the green.
    #expect(picture.at(4, 12) == [191, 223, 0, 255])
    #expect(picture.at(10, 11) == [255, 0, 255, 255])
    #expect(picture.at(1, 4) == [0, 0, 0, 0])
  }

  @Test func `another palette has other colours, and one that is not there the first's`() throws {
    let font = try ColorFixture.font("colr0")
    let flag = ColorFixture.glyph(0)
    #expect(try ColorFixture.picture(flag, font, palette: 1).at(2, 4) == [255, 128, 255, 255])
    for palette in [-1, 2, Int.max] {
      #expect(
        try ColorFixture.picture(flag, font, palette: palette)
          == ColorFixture.picture(flag, font))
    }
  }

  @Test func `a glyph without layers has no colours`() throws {
    let font = try ColorFixture.font("colr0")
    var painter = ColorGlyphPainter()
    #expect(font.hasColorGlyphs)
    for glyph in [ColorFixture.glyph(1), 1, 60_000] as [GlyphID] {
      #expect(font.colorGlyph(of: glyph) == nil)
      #expect(try painter.picture(of: glyph, in: font, through: ColorFixture.map) == nil)
    }
    #expect(try !Font(BuiltInFont.data()).hasColorGlyphs)
  }
}
