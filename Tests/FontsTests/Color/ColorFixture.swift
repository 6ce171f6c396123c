import Geometry
import Testing

@testable import Fonts

/// Fonts of Tests/Fixtures/fonts/color; make_fonts.py there says what they hold.
enum ColorFixture {
  static func font(_ name: String) throws -> Font { try Font(Fixture.bytes("color/\(name).ttf")) }

  /// The number of a glyph that is named in make_fonts.py: four come before.
  static func glyph(_ index: Int) -> GlyphID { GlyphID(4 + index) }

  /// Leads from units to pixels, 20 an em: the square covers 2...18 across and 4...20 down.
  static let map = Affine(a: 0.02, b: 0, c: 0, d: -0.02, tx: 0, ty: 20)

  /// Paints a glyph of a font, at 20 pixels an em unless told.
  static func picture(
    _ glyph: GlyphID, _ font: Font, map: Affine = map, foreground: GlyphColor = .black,
    palette: Int = 0, clip: PixelBox? = nil
  ) throws -> ColorPicture {
    var painter = ColorGlyphPainter()
    return try #require(
      try painter.picture(
        of: glyph, in: font, through: map, foreground: foreground, palette: palette, clip: clip))
  }
}

extension ColorPicture {
  /// The premultiplied parts of a pixel from 0 to 255, transparent outside.
  func at(_ x: Int, _ y: Int) -> [Int] {
    guard x >= box.x, y >= box.y, x < box.x + box.width, y < box.y + box.height else {
      return [0, 0, 0, 0]
    }
    let place = 4 * ((y - box.y) * box.width + x - box.x)
    return samples[place..<place + 4].map { (Int($0) + 128) / 257 }
  }
}
