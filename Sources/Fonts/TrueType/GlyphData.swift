/// Where the descriptions of TrueType glyphs lie: the tables `loca` and `glyf`.
struct GlyphData: Sendable {
  private let glyf: FontTable
  private let loca: FontTable
  private let isLong: Bool

  init?(_ directory: FontDirectory, header: FontHeader) {
    guard let glyf = directory.table("glyf"), let loca = directory.table("loca") else {
      return nil
    }
    self.glyf = glyf
    self.loca = loca
    isLong = header.hasLongOffsets
  }

  /// The description of a glyph; nil when it draws nothing.
  func description(of glyph: Int) throws(FontError) -> FontTable? {
    let (first, second) =
      isLong
      ? (loca.u32(4 &* glyph), loca.u32(4 &* glyph &+ 4))
      : (loca.u16(2 &* glyph).map { $0 &* 2 }, loca.u16(2 &* glyph &+ 2).map { $0 &* 2 })
    guard let start = first else {
      throw FontError(
        .truncated, "there is no location for glyph \(glyph)", table: "loca", offset: loca.start)
    }
    // The last place may be missing: the glyph goes to the end of the table, as in FreeType.
    let end = min(second ?? glyf.count, glyf.count)
    guard start < end else {
      guard start <= glyf.count || second == start else {
        throw FontError(
          .truncated, "glyph \(glyph) lies beyond the end", table: "glyf", offset: glyf.start)
      }
      return nil
    }
    return glyf.sub(start, count: end - start)
  }
}
