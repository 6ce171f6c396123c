/// Apple's table "ankr": places of glyphs by which "kerx" attaches them. Apple, "TrueType Reference
/// Manual", "The 'ankr' table".
struct AnchorTable: Sendable {
  private let bytes: LayoutBytes

  /// Nil for a version that is not read.
  init?(_ table: [UInt8]) {
    bytes = LayoutBytes(table)
    guard bytes.u16(0) == 0, bytes.count >= 12 else { return nil }
  }

  /// A place of a glyph; the origin where there is none.
  func anchor(_ index: Int, of glyph: Int) -> (x: Int, y: Int) {
    guard let offset = MorphLookup.value(glyph, in: bytes, at: bytes.u32(4)) else { return (0, 0) }
    let list = bytes.u32(8) + offset
    guard index < bytes.u32(list) else { return (0, 0) }
    return (bytes.i16(list + 4 + 4 * index), bytes.i16(list + 6 + 4 * index))
  }
}
