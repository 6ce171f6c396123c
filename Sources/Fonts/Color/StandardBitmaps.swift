import Geometry

/// Pictures of glyphs in several sizes: the table "sbix" of Apple's fonts.
struct StandardBitmaps {
  /// The most sizes that are looked at.
  private static let mostStrikes = 64
  /// How often a picture may name another glyph's.
  private static let mostDetours = 4

  private let strikes: [FontTable]
  private let font: Font

  /// Nil when the font has none.
  init?(_ font: Font) {
    guard let table = font.table("sbix"), let count = table.u32(4) else { return nil }
    self.font = font
    strikes = (0..<min(count, Self.mostStrikes)).compactMap { number in
      table.u32(8 + 4 * number).flatMap { table.sub($0) }
    }
  }

  /// The picture of a glyph that is best scaled to a size.
  func glyph(_ glyph: GlyphID, pixelsPerEm: Double) -> BitmapGlyph? {
    let sizes = strikes.map { Double($0.u16(0) ?? 0) }
    for number in StrikeOrder.sorted(sizes, for: pixelsPerEm) where sizes[number] > 0 {
      if let found = find(Int(glyph), in: strikes[number], pixelsPerEm: sizes[number]) {
        return found
      }
    }
    return nil
  }

  private func find(_ number: Int, in strike: FontTable, pixelsPerEm: Double) -> BitmapGlyph? {
    var glyph = number
    for _ in 0...Self.mostDetours {
      guard glyph < font.glyphCount, let start = strike.u32(4 + 4 * glyph),
        let end = strike.u32(8 + 4 * glyph), start < end,
        let entry = strike.sub(start, count: end - start), let left = entry.i16(0),
        let bottom = entry.i16(2), let kind = entry.tag(4)
      else { return nil }
      if kind == "dupe" {
        guard let other = entry.u16(8) else { return nil }
        glyph = other
        continue
      }
      guard kind == "png ", let file = entry.sub(8) else { return nil }
      // Offsets count from the corner of the outline, as in CoreText and Skia.
      let corner = font.lowerLeft(of: number)
      let scale = pixelsPerEm / Double(max(font.unitsPerEm, 1))
      return BitmapGlyph(
        file: file, pixelsPerEm: Vector(pixelsPerEm, pixelsPerEm),
        left: Double(left) + Double(corner.x) * scale,
        bottom: Double(bottom) + Double(corner.y) * scale)
    }
    return nil
  }
}
