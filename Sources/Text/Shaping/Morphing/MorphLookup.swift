/// A table of Apple's that has a number for some glyphs (Apple, "Font Tables", "Lookup tables").
enum MorphLookup {
  /// The number of a glyph in the table at `start`, or nil.
  static func value(_ glyph: Int, in bytes: LayoutBytes, at start: Int) -> Int? {
    guard glyph < MorphGlyph.deleted, start >= 0, start + 2 <= bytes.count else { return nil }
    switch bytes.u16(start) {
    case 0: return number(bytes, start + 2 + 2 * glyph)
    case 2:
      return unit(glyph, bytes, start, least: 6, isRange: true).flatMap { number(bytes, $0 + 4) }
    case 4:
      return unit(glyph, bytes, start, least: 6, isRange: true).flatMap { place in
        number(bytes, start + bytes.u16(place + 4) + 2 * (glyph - bytes.u16(place + 2)))
      }
    case 6:
      return unit(glyph, bytes, start, least: 4, isRange: false).flatMap { number(bytes, $0 + 2) }
    case 8:
      let index = glyph - bytes.u16(start + 2)
      guard index >= 0, index < bytes.u16(start + 4) else { return nil }
      return number(bytes, start + 6 + 2 * index)
    case 10:
      let (size, index) = (bytes.u16(start + 2), glyph - bytes.u16(start + 4))
      guard (1...8).contains(size), index >= 0, index < bytes.u16(start + 6) else { return nil }
      let place = start + 8 + size * index
      guard place + size <= bytes.count else { return nil }
      return (0..<size).reduce(0) { ($0 << 8 | bytes.u8(place + $1)) & 0xFFFF }
    default: return nil
    }
  }

  private static func number(_ bytes: LayoutBytes, _ place: Int) -> Int? {
    place >= 0 && place + 2 <= bytes.count ? bytes.u16(place) : nil
  }

  /// The unit of a sorted list that has a glyph: ranges begin with their last and first glyph.
  private static func unit(
    _ glyph: Int, _ bytes: LayoutBytes, _ start: Int, least: Int, isRange: Bool
  ) -> Int? {
    let (size, first) = (bytes.u16(start + 2), start + 12)
    guard size >= least, first <= bytes.count else { return nil }
    var (low, high) = (0, min(bytes.u16(start + 4), (bytes.count - first) / size))
    while low < high {
      let middle = (low + high) / 2
      let place = first + size * middle
      if glyph > bytes.u16(place) {
        low = middle + 1
      } else if glyph < bytes.u16(isRange ? place + 2 : place) {
        high = middle
      } else {
        return place
      }
    }
    return nil
  }
}

/// Glyphs of Apple's tables that mean something else.
enum MorphGlyph {
  /// One that is to be taken out.
  static let deleted = 0xFFFF
}
