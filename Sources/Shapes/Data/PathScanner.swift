import Bytes

/// A cursor over the characters of path data.
struct PathScanner {
  /// The largest number; places beyond are none.
  private static let most = 1e9
  /// How far one character is looked at, in bytes; what belongs to it further on is cut off.
  private static let longest = 64

  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The byte after a place that is already passed.
  mutating func pass() { position += 1 }

  /// Passes blanks: space, tab, line feed, form feed, carriage return.
  mutating func skipBlanks() {
    while let byte = next,
      byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C
        || byte == 0x0D
    {
      position += 1
    }
  }

  /// Passes what may stand between two numbers: blanks and at most one comma.
  ///
  /// - Returns: the comma's place.
  mutating func skipSeparator() -> Int? {
    skipBlanks()
    guard next == UInt8(ascii: ",") else { return nil }
    let comma = position
    position += 1
    skipBlanks()
    return comma
  }

  /// Whether a number begins here.
  var isAtNumber: Bool {
    guard let byte = next else { return false }
    return byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: ".")
  }

  /// Takes a number: a sign, digits with a point among, before or behind them, an exponent.
  mutating func number() throws(PathDataError) -> Double {
    let start = position
    if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") { position += 1 }
    var digits = skipDigits()
    if next == UInt8(ascii: ".") {
      position += 1
      digits += skipDigits()
    }
    guard digits > 0 else { throw error(.malformedNumber(text(start..<position)), from: start) }
    // No command is an `e`, so one here begins an exponent.
    if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
      position += 1
      if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") { position += 1 }
      guard skipDigits() > 0 else {
        throw error(.malformedNumber(text(start..<position)), from: start)
      }
    }
    let spelt = text(start..<position)
    guard let value = Double(Self.normal(spelt)), value.magnitude <= Self.most else {
      throw error(.hugeNumber(spelt), from: start)
    }
    return value
  }

  /// Takes an arc's flag, which needs nothing behind it.
  mutating func flag() throws(PathDataError) -> Bool {
    guard let byte = next, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else {
      let found = character
      throw PathDataError(
        fault: .malformedFlag(found), range: position..<position + found.utf8.count)
    }
    position += 1
    return byte == UInt8(ascii: "1")
  }

  /// The character that is next, as text; empty at the end.
  var character: String {
    String(decoding: bytes[position...].prefix(Self.longest), as: UTF8.self).prefix(1).description
  }

  /// What is wrong with what was passed since a place.
  func error(_ fault: PathDataError.Fault, from start: Int) -> PathDataError {
    PathDataError(fault: fault, range: start..<position)
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// A number with digits on both sides of its point.
  private static func normal(_ text: String) -> String {
    var result = ""
    var last: Character = " "
    for character in text {
      if character == ".", !last.isNumber { result.append("0") }
      if last == ".", !character.isNumber { result.append("0") }
      result.append(character)
      last = character
    }
    return last == "." ? result + "0" : result
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = next, byte.isDigit { position += 1 }
    return position - start
  }
}
