import Bytes

/// A cursor over the small grammar that CSS values share: numbers, units, names, punctuation.
struct TextScanner {
  private let bytes: [UInt8]
  private var position = 0

  /// Starts at the first byte that is not blank.
  init(_ text: String) {
    bytes = Array(text.utf8)
    skipBlanks()
  }

  /// Whether nothing but blanks is left.
  var isAtEnd: Bool { position == bytes.count }

  /// Passes spaces, tabs and line ends; tells whether there were any.
  @discardableResult
  mutating func skipBlanks() -> Bool {
    let start = position
    while let byte = peek, byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
    return position > start
  }

  /// Passes `character`, with blanks after it, if it is next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let byte = peek, UInt32(byte) == character.value else { return false }
    position += 1
    skipBlanks()
    return true
  }

  /// Passes a number without the unit that may follow: `-1.5e3`, `.5`.
  mutating func number() -> Decimal? {
    let start = position
    if peek == UInt8(ascii: "-") || peek == UInt8(ascii: "+") { position += 1 }
    var digits = skipDigits()
    if peek == UInt8(ascii: "."), isDigit(at: position + 1) {
      position += 1
      digits += skipDigits()
    }
    guard digits > 0 else {
      position = start
      return nil
    }
    skipExponent()
    return Decimal(digits: bytes[start..<position])
  }

  /// Passes letters, digits and hyphens after a first letter, or a percent sign.
  mutating func name() -> String {
    let start = position
    if peek == UInt8(ascii: "%") {
      position += 1
      return "%"
    }
    while let byte = peek, byte.isLetter || (position > start && isNamePart(byte)) {
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func isDigit(at index: Int) -> Bool {
    index < bytes.count && bytes[index].isDigit
  }

  private func isNamePart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte.isDigit
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while isDigit(at: position) { position += 1 }
    return position - start
  }

  private mutating func skipExponent() {
    guard let byte = peek, byte | 0x20 == UInt8(ascii: "e") else { return }
    let next = position + 1
    let signed = next < bytes.count && (bytes[next] == 0x2B || bytes[next] == 0x2D)
    let first = signed ? next + 1 : next
    guard isDigit(at: first) else { return }
    position = first
    _ = skipDigits()
  }
}

extension TextScanner {
  /// Reads text that is one number with at most a unit; nil when it is anything else.
  static func quantity(_ text: String) -> (number: Decimal, unit: String)? {
    var scanner = TextScanner(text)
    guard let number = scanner.number() else { return nil }
    let unit = scanner.name()
    scanner.skipBlanks()
    return scanner.isAtEnd ? (number, unit) : nil
  }
}
