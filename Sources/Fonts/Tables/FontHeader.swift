/// The numbers of `head`, `maxp`, `hhea`, `OS/2` and `post` that the rest of a font is read with.
struct FontHeader: Sendable {
  let unitsPerEm: Int
  let glyphCount: Int
  /// Whether `loca` holds 32-bit offsets.
  let hasLongOffsets: Bool
  let isBold: Bool
  let isSlanted: Bool
  let isFixedPitch: Bool
  let longMetrics: Int
  let horizontal: FontTable?
  let os2: FontTable?
  let post: FontTable?

  init(_ directory: FontDirectory) throws(FontError) {
    guard let head = directory.table("head") else {
      throw FontError(.malformed, "it has no table 'head'", table: "head")
    }
    guard let units = head.u16(18), let style = head.u16(44), let form = head.i16(50) else {
      throw FontError(.truncated, "it ends early", table: "head", offset: head.start)
    }
    guard (1...32767).contains(units) else {
      throw FontError(
        .malformed, "an em has \(units) units", table: "head", offset: head.start + 18)
    }
    guard let count = directory.table("maxp")?.u16(4), count > 0 else {
      throw FontError(.malformed, "it does not state its number of glyphs", table: "maxp")
    }
    unitsPerEm = units
    glyphCount = count
    hasLongOffsets = form != 0
    horizontal = directory.table("hhea")
    os2 = directory.table("OS/2")
    post = directory.table("post")
    longMetrics = horizontal?.u16(34) ?? 0
    // OS/2 fsSelection: bit 0 italic, bit 5 bold, bit 9 oblique; head macStyle: bits 0 and 1.
    let selection = os2?.u16(62)
    isBold = selection.map { $0 & 0x20 != 0 } ?? (style & 1 != 0)
    isSlanted = selection.map { $0 & 0x201 != 0 } ?? (style & 2 != 0)
    // PANOSE: family 2 is Latin text, whose proportion 9 is monospaced.
    let panose = os2?.u8(32) == 2 && os2?.u8(35) == 9
    isFixedPitch = (post?.u32(12) ?? 0) != 0 || panose
  }
}
