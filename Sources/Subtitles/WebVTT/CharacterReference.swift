import Bytes

/// The characters that `&` begins in HTML, WebVTT and SubRip (HTML, 13.2.5.72 and following).
enum CharacterReference {
  private struct Name {
    let letters: String
    let needsSemicolon: Bool
  }

  private static let names: [String: Name] = {
    var names: [String: Name] = [:]
    for part in [firstNames, lastNames] {
      for entry in part.split(whereSeparator: \.isWhitespace) {
        guard let mark = entry.firstIndex(where: { $0 == "=" || $0 == "!" }) else { continue }
        var letters = String.UnicodeScalarView()
        for code in entry[entry.index(after: mark)...].split(separator: "+") {
          if let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init) {
            letters.append(scalar)
          }
        }
        names[String(entry[..<mark])] = Name(
          letters: String(letters), needsSemicolon: entry[mark] == "=")
      }
    }
    return names
  }()

  /// The longest name of all, `CounterClockwiseContourIntegral`.
  private static let longestName = 31

  /// Reads a reference at an `&`; nil, and nothing is passed over, where none stands.
  ///
  /// Some names of old need no semicolon, unless `needsSemicolon` says so.
  static func read(_ scanner: inout Scanner, needsSemicolon: Bool = false) -> String? {
    let start = scanner.position
    guard scanner.take(UInt8(ascii: "&")) else { return nil }
    let letters =
      scanner.peek == UInt8(ascii: "#")
      ? number(&scanner, needsSemicolon) : name(&scanner, needsSemicolon)
    if letters == nil { scanner.move(to: start) }
    return letters
  }

  private static func name(_ scanner: inout Scanner, _ needsSemicolon: Bool) -> String? {
    let start = scanner.position
    let whole = scanner.take { $0.isLetter || $0.isDigit }
    guard !whole.isEmpty else { return nil }
    if whole.count <= longestName, scanner.peek == UInt8(ascii: ";"),
      let name = names[scanner.string(whole)]
    {
      scanner.advance()
      return name.letters
    }
    guard !needsSemicolon else { return nil }
    // The longest name that the letters begin with.
    for count in stride(from: min(whole.count, longestName), to: 1, by: -1) {
      guard let name = names[scanner.string(start..<start + count)], !name.needsSemicolon else {
        continue
      }
      scanner.move(to: start + count)
      return name.letters
    }
    return nil
  }

  private static func number(_ scanner: inout Scanner, _ needsSemicolon: Bool) -> String? {
    scanner.advance()
    let isHex = scanner.peek.map { $0 | 0x20 } == UInt8(ascii: "x")
    if isHex { scanner.advance() }
    let digits = scanner.take { isHex ? $0.hexValue != nil : $0.isDigit }
    guard !digits.isEmpty else { return nil }
    var value: UInt32 = 0
    for byte in scanner.bytes[digits] {
      value = min(value * (isHex ? 16 : 10) + UInt32(byte.hexValue ?? 0), 0x110000)
    }
    guard scanner.take(UInt8(ascii: ";")) || !needsSemicolon else { return nil }
    // What Windows-1252 has in the place of control characters is meant (HTML, 13.2.5.80).
    if let byte = UInt8(exactly: value), (0x80..<0xA0).contains(byte) {
      value = Windows1252.codePoint(byte)
    }
    let scalar = value == 0 ? nil : Unicode.Scalar(value)
    return String(Character(scalar ?? "\u{FFFD}"))
  }
}
