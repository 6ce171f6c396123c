/// One sub-table of `cmap`, of format 0, 4, 6, 10, 12 or 13.
///
/// The lengths that sub-tables state are not looked at: fonts exist whose length is wrong, and
/// each read is checked against the end of `cmap` itself.
struct CharacterTable: Sendable {
  private let table: FontTable
  private let format: Int
  /// A language of the Macintosh, or 0.
  let language: Int

  /// Nil for a format that is not read.
  init?(_ table: FontTable) {
    guard let format = table.u16(0) else { return nil }
    switch format {
    case 0, 4, 6: language = table.u16(4) ?? 0
    case 10, 12, 13: language = table.u32(8) ?? 0
    default: return nil
    }
    self.table = table
    self.format = format
  }

  /// The glyph of a character code; 0 when there is none.
  func glyph(for code: Int) -> Int {
    switch format {
    case 0: code < 256 ? table.u8(6 &+ code) ?? 0 : 0
    case 4: code <= 0xFFFF ? segmented(code) : 0
    case 6: trimmed(code, first: table.u16(6), count: table.u16(8), at: 10)
    case 10: trimmed(code, first: table.u32(12), count: table.u32(16), at: 20)
    default: grouped(code)
    }
  }

  private func trimmed(_ code: Int, first: Int?, count: Int?, at offset: Int) -> Int {
    guard let first, let count, code >= first, code - first < count else { return 0 }
    return table.u16(offset + 2 * (code - first)) ?? 0
  }

  /// Format 4: segments, found by their last codes.
  private func segmented(_ code: Int) -> Int {
    guard let doubled = table.u16(6) else { return 0 }
    let size = doubled & ~1
    var low = 0
    var high = size / 2
    while low < high {
      let middle = (low &+ high) / 2
      guard let last = table.u16(14 &+ 2 &* middle) else { return 0 }
      if last < code { low = middle &+ 1 } else { high = middle }
    }
    // Behind the last codes stand two unused bytes, first codes, differences and offsets.
    let place = 16 &+ size &+ 2 &* low
    guard 2 &* low < size, let first = table.u16(place), first <= code,
      let difference = table.u16(place &+ size), let offset = table.u16(place &+ 2 &* size)
    else { return 0 }
    if offset == 0 { return (code &+ difference) & 0xFFFF }
    if offset == 0xFFFF { return 0 }
    let glyph = table.u16(place &+ 2 &* size &+ offset &+ 2 &* (code &- first)) ?? 0
    return glyph == 0 ? 0 : (glyph &+ difference) & 0xFFFF
  }

  /// Formats 12 and 13: groups in order.
  private func grouped(_ code: Int) -> Int {
    guard let count = table.u32(12) else { return 0 }
    var low = 0
    var high = min(count, (table.count - 16) / 12)
    while low < high {
      let middle = (low &+ high) / 2
      guard let last = table.u32(20 &+ 12 &* middle) else { return 0 }
      if last < code { low = middle &+ 1 } else { high = middle }
    }
    let place = 16 &+ 12 &* low
    guard low < count, let first = table.u32(place), first <= code,
      let last = table.u32(place &+ 4), code <= last, let glyph = table.u32(place &+ 8)
    else { return 0 }
    return format == 13 ? glyph : glyph &+ code &- first
  }
}
