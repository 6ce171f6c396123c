/// Which numbers of an item variation store belong to which glyph or value (OpenType 1.9,
/// "Associating Target Items to Variation Data").
struct DeltaSetIndexMap: Sendable {
  private let table: FontTable
  private let count: Int
  private let start: Int
  private let entryFormat: Int

  init?(_ table: FontTable) {
    guard let format = table.u8(0), format < 2, let entry = table.u8(1),
      let count = format == 0 ? table.u16(2) : table.u32(2)
    else { return nil }
    self.table = table
    self.count = count
    start = format == 0 ? 4 : 6
    entryFormat = entry
  }

  /// The place in the store of a glyph or value; those behind the last have the last one's.
  func place(of index: Int) -> (outer: Int, inner: Int)? {
    guard count > 0 else { return (index >> 16, index & 0xFFFF) }
    let size = (entryFormat >> 4 & 3) + 1
    let bits = (entryFormat & 15) + 1
    let place = start + size * min(max(index, 0), count - 1)
    let entry: Int? =
      switch size {
      case 1: table.u8(place)
      case 2: table.u16(place)
      case 3: table.u24(place)
      default: table.u32(place)
      }
    return entry.map { ($0 >> bits, $0 & ((1 << bits) - 1)) }
  }
}
