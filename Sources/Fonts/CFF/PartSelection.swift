/// Which part of a compact font a glyph belongs to: FDSelect (Adobe Technical Note 5176,
/// section 19; format 4 in OpenType 1.9, CFF2).
struct PartSelection: Sendable {
  private let table: FontTable
  private let format: Int

  init?(_ table: FontTable) {
    guard let format = table.u8(0), [0, 3, 4].contains(format) else { return nil }
    self.table = table
    self.format = format
  }

  func part(of glyph: Int) -> Int? {
    switch format {
    case 0: table.u8(1 + glyph)
    case 3: range(of: glyph, count: table.u16(1) ?? 0, at: 3, size: 3)
    default: range(of: glyph, count: table.u32(1) ?? 0, at: 5, size: 6)
    }
  }

  /// Ranges in order: the first glyph of each and its part.
  private func range(of glyph: Int, count: Int, at start: Int, size: Int) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let place = start + size * middle
      guard let first = size == 3 ? table.u16(place) : table.u32(place) else { return nil }
      if first <= glyph { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let place = start + size * (low - 1)
    return size == 3 ? table.u8(place + 2) : table.u16(place + 4)
  }
}
