/// How wide glyphs are and where they begin: the table `hmtx`.
struct HorizontalMetrics: Sendable {
  private let table: FontTable?
  private let longMetrics: Int
  private let glyphCount: Int
  private let standIn: Int

  init(_ table: FontTable?, header: FontHeader) {
    self.table = table
    glyphCount = header.glyphCount
    longMetrics = min(header.longMetrics, (table?.count ?? 0) / 4)
    standIn = header.unitsPerEm / 2
  }

  /// The advance in font units; the last one holds for all glyphs behind, half an em where the
  /// font has none, as in HarfBuzz.
  func advance(of glyph: Int) -> Int {
    guard longMetrics > 0 else { return standIn }
    guard glyph < glyphCount else { return 0 }
    return table?.u16(4 &* min(glyph, longMetrics &- 1)) ?? 0
  }

  /// From the pen to the leftmost point of the glyph, or nil where the font does not say it.
  func leftBearing(of glyph: Int) -> Int? {
    guard longMetrics > 0 else { return nil }
    if glyph < longMetrics { return table?.i16(4 &* glyph &+ 2) }
    return table?.i16(4 &* longMetrics &+ 2 &* (glyph &- longMetrics))
  }
}
