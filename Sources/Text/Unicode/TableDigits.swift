/// Reads the numbers of a generated table one by one.
///
/// A digit holds five bits, the lowest first; a sixth bit says that more digits follow.
/// scripts/lib/unicode_tables.py writes them.
struct TableDigits {
  private let text: StaticString
  private var place = 0

  init(_ text: StaticString) { self.text = text }

  var isAtEnd: Bool { place >= text.utf8CodeUnitCount }

  mutating func next() -> Int {
    text.withUTF8Buffer { bytes in
      var number = 0
      var shift = 0
      while place < bytes.count {
        let digit = Self.value(of: bytes[place])
        place += 1
        number |= (digit & 31) << shift
        shift += 5
        if digit < 32 { break }
      }
      return number
    }
  }

  /// A number whose lowest bit is its sign.
  mutating func nextSigned() -> Int {
    let number = next()
    return number & 1 == 0 ? number >> 1 : -(number >> 1)
  }

  private static func value(of byte: UInt8) -> Int {
    switch byte {
    case 0x41...0x5A: Int(byte) - 0x41
    case 0x61...0x7A: Int(byte) - 0x61 + 26
    case 0x30...0x39: Int(byte) - 0x30 + 52
    default: byte == 0x2B ? 62 : 63
    }
  }
}
