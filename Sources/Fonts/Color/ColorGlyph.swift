/// A glyph with colours of its own.
package enum ColorGlyph: Sendable {
  /// A picture, from "CBDT" or "sbix".
  case bitmap(BitmapGlyph)
  /// Shapes with paints, from "COLR".
  case paint
}

extension Font {
  /// Whether there may be glyphs with colours of their own.
  package var hasColorGlyphs: Bool {
    table("COLR") != nil || table("CBDT") != nil || table("sbix") != nil
  }

  /// The colours of a glyph, or nil when it has none and its outline is to be painted.
  ///
  /// Shapes go before pictures. Of pictures, the smallest that is large enough is taken, or else
  /// the largest; formats other than PNG are left out, and so is the table "SVG ", for which
  /// ``VectorGlyphs`` is there.
  package func colorGlyph(of glyph: GlyphID, pixelsPerEm: Double = .infinity) -> ColorGlyph? {
    if let colors = ColorTable(self), colors.has(glyph) { return .paint }
    if let strikes = BitmapStrikes(self),
      let found = strikes.glyph(glyph, pixelsPerEm: pixelsPerEm)
    {
      return .bitmap(found)
    }
    if let strikes = StandardBitmaps(self),
      let found = strikes.glyph(glyph, pixelsPerEm: pixelsPerEm)
    {
      return .bitmap(found)
    }
    return nil
  }
}
