/// The numbers of a compact font's dictionary, by operator (Adobe Technical Note 5176, section 4).
struct CompactDictionary: Sendable {
  /// The operators that are looked up; those of two bytes are 0x0C00 and the second.
  enum Key: Int, Sendable {
    case charset = 15
    case charstrings = 17
    case privateDictionary = 18
    case subroutines = 19
    case variationIndex = 22
    case variationStore = 24
    case fontDictionaries = 0x0C24
    case fontSelection = 0x0C25
  }

  private static let mostOperands = 513

  private var entries: [Int: [Double]] = [:]

  /// Reads up to the first byte that breaks the rules.
  init(_ table: FontTable) {
    var operands: [Double] = []
    var place = 0
    while let byte = table.u8(place) {
      if byte <= 24 {
        place += 1
        var key = byte
        if byte == 12 {
          key = 0x0C00 | (table.u8(place) ?? 0xFF)
          place += 1
        }
        entries[key] = operands
        operands.removeAll(keepingCapacity: true)
      } else {
        guard let number = Self.number(table, at: &place), operands.count < Self.mostOperands else {
          return
        }
        operands.append(number)
      }
    }
  }

  /// A whole number that is no less than 0.
  subscript(_ key: Key) -> Int? { whole(key, 0) }

  /// One of several numbers.
  func whole(_ key: Key, _ index: Int) -> Int? {
    guard let operands = entries[key.rawValue], index < operands.count else { return nil }
    return operands[index] >= 0 ? Int(exactly: operands[index]) : nil
  }

  private static func number(_ table: FontTable, at place: inout Int) -> Double? {
    guard let byte = table.u8(place) else { return nil }
    place += 1
    switch byte {
    case 28:
      defer { place += 2 }
      return table.i16(place).map(Double.init)
    case 29:
      defer { place += 4 }
      return table.i32(place).map(Double.init)
    case 30: return real(table, at: &place)
    case 32...246: return Double(byte - 139)
    case 247...254:
      defer { place += 1 }
      guard let low = table.u8(place) else { return nil }
      return Double(byte < 251 ? (byte - 247) * 256 + low + 108 : (251 - byte) * 256 - low - 108)
    default: return nil
    }
  }

  /// A decimal number, two digits or signs a byte; none of those that are looked up is one.
  private static func real(_ table: FontTable, at place: inout Int) -> Double? {
    while let byte = table.u8(place) {
      place += 1
      if byte & 15 == 15 || byte >> 4 == 15 { return .nan }
    }
    return nil
  }
}
