/// Glyphs of characters with a variation selector behind them: `cmap` format 14.
struct VariationSelectors: Sendable {
  enum Choice: Hashable, Sendable {
    case glyph(Int)
    /// The glyph that the character has alone.
    case usual
  }

  private let table: FontTable

  init?(_ table: FontTable) {
    guard table.u16(0) == 14 else { return nil }
    self.table = table
  }

  /// What the font lists for the two, or nil.
  func glyph(for code: Int, selector: Int) -> Choice? {
    guard let count = table.u32(6),
      let record = Self.last(in: table, at: 10, count: count, size: 11, upTo: selector),
      table.u24(record) == selector
    else { return nil }
    if let offset = table.u32(record + 3), offset > 0, let ranges = table.sub(offset),
      let count = ranges.u32(0),
      let place = Self.last(in: ranges, at: 4, count: count, size: 4, upTo: code),
      let first = ranges.u24(place), let more = ranges.u8(place + 3), code - first <= more
    {
      return .usual
    }
    if let offset = table.u32(record + 7), offset > 0, let list = table.sub(offset),
      let count = list.u32(0),
      let place = Self.last(in: list, at: 4, count: count, size: 5, upTo: code),
      list.u24(place) == code, let glyph = list.u16(place + 3)
    {
      return .glyph(glyph)
    }
    return nil
  }

  /// The place of the last record whose 24-bit key is not above `key`.
  private static func last(
    in table: FontTable, at start: Int, count: Int, size: Int, upTo key: Int
  ) -> Int? {
    var low = 0
    var high = min(count, max(table.count - start, 0) / size)
    while low < high {
      let middle = (low + high) / 2
      guard let value = table.u24(start + size * middle) else { return nil }
      if value <= key { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? start + size * (low - 1) : nil
  }
}
