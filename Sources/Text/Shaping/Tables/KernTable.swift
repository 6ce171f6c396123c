/// The pairs and machines of a table "kern", for fonts that have no GPOS kerning. OpenType, "kern –
/// Kerning", and Apple's "The 'kern' table". Those of Apple's "kerx" are read by the same type.
struct KernTable: Sendable {
  struct Part: Sendable {
    let start: Int
    let format: Int
    let isCross: Bool
    let isVertical: Bool
    /// Whether a machine goes through the run from its end.
    var isBackward = false
    /// How many values there are of each, where they vary; the first is the default's.
    var variations = 0
  }

  static let mostParts = 64

  let bytes: LayoutBytes
  private let parts: [Part]
  /// Whether it is a table "kerx".
  let isExtended: Bool
  /// Whether it has a state machine that moves glyphs.
  let hasMachine: Bool
  let hasCross: Bool

  init?(_ table: [UInt8]) {
    let bytes = LayoutBytes(table)
    var parts: [Part] = []
    let isApple = bytes.u32(0) == 0x10000
    let count = isApple ? bytes.u32(4) : bytes.u16(2)
    var place = isApple ? 8 : 4
    guard bytes.u16(0) <= 1, isApple || bytes.u16(0) == 0 else { return nil }
    for index in 0..<min(count, Self.mostParts) where place < bytes.count {
      let coverage = bytes.u16(place + 4)
      if isApple {
        // Bit 13 is for values that vary.
        if coverage & 0x2000 == 0 {
          parts.append(
            Part(
              start: place + 8, format: coverage & 0xFF, isCross: coverage & 0x4000 != 0,
              isVertical: coverage & 0x8000 != 0))
        }
      } else {
        parts.append(
          Part(
            start: place + 6, format: coverage >> 8, isCross: coverage & 4 != 0,
            isVertical: coverage & 1 == 0))
      }
      let length = isApple ? bytes.u32(place) : bytes.u16(place + 2)
      // The length of a long table does not fit; the last one goes to the end.
      guard length > 0, index + 1 < count else { break }
      place += length
    }
    self.init(bytes, parts, isExtended: false)
  }

  init(_ bytes: LayoutBytes, _ parts: [Part], isExtended: Bool) {
    self.bytes = bytes
    self.parts = parts
    self.isExtended = isExtended
    hasMachine = parts.contains { $0.format == 1 }
    hasCross = parts.contains { $0.isCross }
  }

  /// Pairs and machines to apply one after the other: along the line and across it.
  var horizontalParts: [Part] { parts.filter { !$0.isVertical } }

  /// The machine of a part that is one; nil for pairs. Windows knows none in a table "kern".
  func machine(_ part: Part) -> MorphMachine? {
    switch part.format {
    case 1 where isExtended: MorphMachine(bytes, at: part.start + 12, dataSize: 2)
    case 1 where bytes.u32(0) == 0x10000: MorphMachine(compact: bytes, at: part.start)
    case 4 where isExtended: MorphMachine(bytes, at: part.start + 12, dataSize: 2)
    default: nil
    }
  }

  /// What is added between two glyphs, in font units.
  func value(_ left: Int, _ right: Int, in part: Part) -> Int {
    if isExtended { return extendedValue(left, right, part) }
    switch part.format {
    case 0: return pair(left << 16 | right, bytes.u16(part.start), at: part.start + 8) ?? 0
    case 2: return classes(left, right, part)
    case 3: return compact(left, right, part.start)
    default: return 0
    }
  }

  /// The value of a pair in a sorted list of so many.
  func pair(_ key: Int, _ count: Int, at start: Int) -> Int? {
    // Its count may be cut to 16 bits; the bytes there are say how many there can be.
    var (low, high) = (0, min(count, max(bytes.count - start, 0) / 6))
    while low < high {
      let middle = (low + high) / 2
      let record = start + 6 * middle
      let own = bytes.u32(record)
      if own == key { return bytes.i16(record + 4) }
      if own < key { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private func classes(_ left: Int, _ right: Int, _ part: Part) -> Int {
    // Offsets count from the part's own header.
    let isApple = bytes.u32(0) == 0x10000
    let header = part.start - (isApple ? 8 : 6)
    func offset(_ table: Int, _ glyph: Int) -> Int {
      let index = glyph - bytes.u16(header + table)
      guard table > 0, index >= 0, index < bytes.u16(header + table + 2) else { return 0 }
      return bytes.u16(header + table + 4 + 2 * index)
    }
    let array = bytes.u16(part.start + 6)
    let first = offset(bytes.u16(part.start + 2), left)
    let place = first + offset(bytes.u16(part.start + 4), right)
    return place >= array ? bytes.i16(header + place) : 0
  }

  private func compact(_ left: Int, _ right: Int, _ start: Int) -> Int {
    let glyphs = bytes.u16(start)
    let (values, lefts, rights) = (bytes.u8(start + 2), bytes.u8(start + 3), bytes.u8(start + 4))
    guard left < glyphs, right < glyphs else { return 0 }
    let leftClasses = start + 6 + 2 * values
    let first = bytes.u8(leftClasses + left)
    let second = bytes.u8(leftClasses + glyphs + right)
    guard first < lefts, second < rights else { return 0 }
    let index = bytes.u8(leftClasses + 2 * glyphs + first * rights + second)
    return index < values ? bytes.i16(start + 6 + 2 * index) : 0
  }
}
