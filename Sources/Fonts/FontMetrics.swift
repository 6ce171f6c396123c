/// The measures of a font that hold for all its glyphs, in font units, up positive.
package struct FontMetrics: Hashable, Sendable {
  /// How many font units an em has.
  package var unitsPerEm: Double
  /// From the baseline to the top of a line.
  package var ascent: Double
  /// From the baseline to the bottom of a line; negative below it.
  package var descent: Double
  /// What is added between lines.
  package var lineGap: Double
  var capHeight: Double
  /// How high small letters are that have no ascenders.
  package var xHeight: Double
  /// The middle of the underline.
  package var underlinePosition: Double
  /// From the underline's upper to its lower edge.
  package var underlineThickness: Double
  /// The middle of the line through letters.
  package var strikeoutPosition: Double
  /// From the line's upper to its lower edge.
  package var strikeoutThickness: Double

  /// Measures in font units, as the tables `head`, `hhea`, `OS/2` and `post` have them.
  package init(
    unitsPerEm: Double, ascent: Double, descent: Double, lineGap: Double, capHeight: Double,
    xHeight: Double, underlinePosition: Double, underlineThickness: Double,
    strikeoutPosition: Double, strikeoutThickness: Double
  ) {
    self.unitsPerEm = unitsPerEm
    self.ascent = ascent
    self.descent = descent
    self.lineGap = lineGap
    self.capHeight = capHeight
    self.xHeight = xHeight
    self.underlinePosition = underlinePosition
    self.underlineThickness = underlineThickness
    self.strikeoutPosition = strikeoutPosition
    self.strikeoutThickness = strikeoutThickness
  }
}
