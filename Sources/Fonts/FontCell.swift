/// The height of a font's lines as Windows has it, which the sizes of ASS are.
package struct FontCell {
  /// In ems.
  package let ascent: Double
  /// In ems, positive below the baseline.
  package let descent: Double

  /// The measures `usWinAscent` and `usWinDescent` (OpenType, OS/2), or those of ``FontMetrics``
  /// where a font has none; at its place in the design space (MVAR, `hcla` and `hcld`).
  package init(_ font: Font) {
    let em = Double(max(font.unitsPerEm, 1))
    if let table = font.table(Tag("OS/2")), let ascent = table.u16(74), let descent = table.u16(76),
      ascent + descent > 0
    {
      self.ascent = max(Double(ascent) + font.change(of: "hcla"), 0) / em
      self.descent = max(Double(descent) + font.change(of: "hcld"), 0) / em
    } else {
      ascent = max(font.metrics.ascent / em, 0.01)
      descent = max(-font.metrics.descent / em, 0)
    }
  }

  /// In ems; at least a hundredth, by which sizes can be divided.
  package var height: Double { max(ascent + descent, 0.01) }
}
