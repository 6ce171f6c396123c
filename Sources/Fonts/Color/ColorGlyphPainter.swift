import Geometry

/// Paints glyphs with colours of their own.
///
/// Keeps its memory from call to call. Not for several threads at once.
package struct ColorGlyphPainter {
  private var rasterizer = Rasterizer()

  /// A painter that has no memory yet.
  package init() {}

  /// A glyph in its colours; nil when it has none, and then its outline is to be painted.
  ///
  /// Colours are laid over each other as they stand, in sRGB with its transfer function.
  ///
  /// - Parameters:
  ///   - map: leads from font units to pixels, `y` down.
  ///   - foreground: the colour of parts that have that of the text.
  ///   - palette: which of the font's palettes is taken; the first when there is no such.
  ///   - clip: what of it is wanted.
  /// - Throws: ``FontError`` when the glyph is broken or asks for too much.
  package mutating func picture(
    of glyph: GlyphID, in font: Font, through map: Affine, foreground: GlyphColor = .black,
    palette: Int = 0, clip: PixelBox? = nil
  ) throws(FontError) -> ColorPicture? {
    let scale = map.stretch
    let kind = font.colorGlyph(of: glyph, pixelsPerEm: scale * Double(font.unitsPerEm))
    switch kind {
    case nil: return nil
    case .bitmap(let bitmap):
      return try picture(
        of: bitmap, through: map.after(bitmap.placement(unitsPerEm: font.unitsPerEm)), clip)
    case .paint:
      guard let colors = ColorTable(font) else { return nil }
      let palette = ColorPalette(font.table("CPAL"), index: palette, foreground: foreground)
      var walk = PaintWalk(font: font, colors: colors, palette: palette, rasterizer: rasterizer)
      guard let bounds = try walk.bounds(of: glyph, map),
        let box = PixelBox(touching: bounds, within: clip)
      else { return .empty }
      return try walk.draw(glyph, map, in: try Self.checked(box)).picture
    }
  }

  private func picture(of bitmap: BitmapGlyph, through map: Affine, _ clip: PixelBox?)
    throws(FontError) -> ColorPicture
  {
    // A pixel more on each side, for what the filter leaves outside.
    let sides = Outline([
      .move(Vector(0, 0)), .line(Vector(Double(bitmap.width), 0)),
      .line(Vector(Double(bitmap.width), Double(bitmap.height))),
      .line(Vector(0, Double(bitmap.height))),
    ])
    guard var bounds = sides.bounds(through: map) else { return .empty }
    bounds.include(Vector(bounds.minX - 1, bounds.minY - 1))
    bounds.include(Vector(bounds.maxX + 1, bounds.maxY + 1))
    guard let box = PixelBox(touching: bounds, within: clip) else { return .empty }
    let resampler = BitmapResampler(try bitmap.picture())
    return try resampler.canvas(map, box: try Self.checked(box)).picture
  }

  private static func checked(_ box: PixelBox) throws(FontError) -> PixelBox {
    let (area, overflow) = box.width.multipliedReportingOverflow(by: box.height)
    if overflow || area > PaintWalk.mostLivePixels {
      throw FontError(.unsupported, "a colour glyph is too large")
    }
    return box
  }
}
