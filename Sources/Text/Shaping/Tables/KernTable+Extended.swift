/// Apple's table "kerx": pairs of the formats 0, 2 and 6, and machines of the formats 1, which move
/// glyphs, and 4, which attach them. Apple, "TrueType Reference Manual", "The 'kerx' table".
extension KernTable {
  /// Nil for a table without version.
  init?(extended table: [UInt8]) {
    let bytes = LayoutBytes(table)
    guard bytes.u16(0) >= 2 else { return nil }
    var parts: [Part] = []
    var place = 8
    for _ in 0..<min(bytes.u32(4), Self.mostParts) where place + 12 <= bytes.count {
      let coverage = bytes.u32(place + 4)
      let format = coverage & 0xFF
      // Bit 28 is for machines, which go backward then.
      let isBackward = coverage >> 28 & 1 != 0
      if [1, 4].contains(format) || ([0, 2, 6].contains(format) && !isBackward) {
        parts.append(
          Part(
            start: place, format: format, isCross: coverage >> 30 & 1 != 0,
            isVertical: coverage >> 31 & 1 != 0, isBackward: isBackward,
            variations: bytes.u32(place + 8)))
      }
      place += max(bytes.u32(place), 12)
    }
    self.init(bytes, parts, isExtended: true)
  }

  /// What a part, which begins with its header of 12 bytes, adds between two glyphs.
  func extendedValue(_ left: Int, _ right: Int, _ part: Part) -> Int {
    let start = part.start
    let found: Int?
    var vectors = start
    switch part.format {
    case 0: found = pair(left << 16 | right, bytes.u32(start + 12), at: start + 28)
    case 2: found = cell(left, right, start, lists: start + 16)
    default:
      // Bit 0: numbers of 32 bits, which no line needs.
      guard bytes.u32(start + 12) & 1 == 0 else { return 0 }
      found = cell(left, right, start, lists: start + 20)
      vectors = start + bytes.u32(start + 32)
    }
    guard let found else { return 0 }
    // Where values vary, it is the place of theirs, the first of which is that of the default.
    return part.variations == 0 ? found : bytes.i16(vectors + found)
  }

  /// The number where the row of one glyph and the column of another meet; the places of both lists
  /// and of the numbers stand at `lists`.
  private func cell(_ left: Int, _ right: Int, _ start: Int, lists: Int) -> Int? {
    func number(_ glyph: Int, _ list: Int) -> Int {
      MorphLookup.value(glyph, in: bytes, at: start + bytes.u32(list)) ?? 0
    }
    let index = number(left, lists) + number(right, lists + 4)
    return bytes.i16(start + bytes.u32(lists + 8) + 2 * index)
  }
}
