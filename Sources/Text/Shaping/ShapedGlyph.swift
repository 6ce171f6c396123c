import Fonts

/// One glyph of a shaped run: what to draw and how far to go on.
package struct ShapedGlyph: Hashable, Sendable {
  /// Its number in the font of the run.
  package var glyph: GlyphID
  /// The index, in the text that was shaped, of the first scalar that it stands for.
  package var cluster: Int
  /// How far the pen moves after it, in font units.
  package var advance: Double
  /// Where it is drawn from the pen, in font units, `y` up.
  package var xOffset: Double
  /// In font units, upwards.
  package var yOffset: Double

  /// A glyph that is drawn at the pen, unless stated otherwise.
  package init(
    glyph: GlyphID, cluster: Int, advance: Double, xOffset: Double = 0, yOffset: Double = 0
  ) {
    self.glyph = glyph
    self.cluster = cluster
    self.advance = advance
    self.xOffset = xOffset
    self.yOffset = yOffset
  }
}
