import Fonts
import Geometry
import Plates

/// Glyphs with colours of their own, as pictures.
struct ColorLetters {
  /// How large an em of them is, in pixels.
  private static let em = 256.0

  private struct Key: Hashable {
    let font: Int
    let glyph: GlyphID
    let color: SVGColor
  }

  private struct Made {
    let picture: PlatePicture
    /// Leads from its pixels to units of the font, `y` up.
    let map: Affine
  }

  private var painter = ColorGlyphPainter()
  private var known: [Key: Made?] = [:]

  /// A glyph; nil where it is nothing, or too much.
  ///
  /// - Parameters:
  ///   - map: leads from units of the font to those of the text.
  ///   - color: that of the parts that have the text's.
  ///   - pixels: how many may still be kept.
  mutating func image(
    of glyph: GlyphID, in font: Font, through map: Affine, _ color: SVGColor, _ pixels: inout Int
  ) -> SVGImage? {
    let key = Key(font: font.identity, glyph: glyph, color: color)
    let made = known[key] ?? make(key, font, &pixels)
    known[key] = .some(made)
    return made.map {
      SVGImage(
        picture: $0.picture, size: $0.picture.area, map: map.after($0.map), hasSquarePixels: false)
    }
  }

  private mutating func make(_ key: Key, _ font: Font, _ pixels: inout Int) -> Made? {
    let scale = Self.em / Double(max(font.unitsPerEm, 1))
    let color = GlyphColor(
      red: Float(key.color.red), green: Float(key.color.green), blue: Float(key.color.blue),
      alpha: Float(key.color.alpha))
    let map = Affine.scale(scale, -scale)
    let glyph =
      font.hasColorGlyphs
      ? try? painter.picture(of: key.glyph, in: font, through: map, foreground: color)
      : SVGGlyphs.picture(of: key.glyph, in: font, through: map, foreground: color)
    guard let glyph, let picture = glyph.picture, picture.width * picture.height <= pixels else {
      return nil
    }
    pixels -= picture.width * picture.height
    let size = Vector(Double(picture.width), Double(picture.height))
    return Made(
      picture: PlatePicture(picture, size),
      map: Affine.scale(1 / scale, -1 / scale).after(
        .translation(Double(glyph.box.x), Double(glyph.box.y))))
  }
}
