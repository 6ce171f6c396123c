/// A list of byte strings of a compact font (Adobe Technical Note 5176, section 5, "INDEX Data").
struct CompactIndex: Sendable {
  let count: Int
  /// How many bytes the list takes.
  let length: Int
  private let table: FontTable
  private let offsetSize: Int
  private let offsets: Int
  private let data: Int

  /// Reads the head of the list at `place`; counts have 32 bits in version 2.
  init(_ table: FontTable, at place: Int, wide: Bool) throws(FontError) {
    self.table = table
    guard let count = wide ? table.u32(place) : table.u16(place) else {
      throw FontError(
        .truncated, "a list of its table 'CFF' lies beyond the end", table: "CFF",
        offset: table.start + place)
    }
    let head = wide ? 4 : 2
    self.count = count
    guard count > 0 else {
      (length, offsetSize, offsets, data) = (head, 1, 0, 0)
      return
    }
    guard let size = table.u8(place + head), (1...4).contains(size),
      table.holds((count + 1) * size, at: place + head + 1)
    else {
      throw FontError(
        .malformed, "a list of its table 'CFF' has \(count) entries, according to its header",
        table: "CFF", offset: table.start + place)
    }
    offsetSize = size
    offsets = place + head + 1
    // Offsets count from the byte before the data.
    data = offsets + (count + 1) * size - 1
    guard let end = Self.number(table, at: offsets + count * size, size: size), end >= 1 else {
      throw FontError(
        .malformed, "a list of its table 'CFF' ends before it begins", table: "CFF",
        offset: table.start + place)
    }
    length = data + end - place
  }

  /// The entry of a number, or nil when there is none or it lies behind the end.
  subscript(_ index: Int) -> FontTable? {
    guard index >= 0, index < count,
      let first = Self.number(table, at: offsets &+ index &* offsetSize, size: offsetSize),
      let next = Self.number(
        table, at: offsets &+ index &* offsetSize &+ offsetSize, size: offsetSize), first >= 1
    else { return nil }
    return table.sub(data + first, count: next - first)
  }

  private static func number(_ table: FontTable, at place: Int, size: Int) -> Int? {
    switch size {
    case 1: table.u8(place)
    case 2: table.u16(place)
    case 3: table.u24(place)
    default: table.u32(place)
    }
  }

  /// What is added to the number by which a charstring calls an entry (Technical Note 5177,
  /// section 4.7).
  var bias: Int { count < 1240 ? 107 : count < 33900 ? 1131 : 32768 }
}
