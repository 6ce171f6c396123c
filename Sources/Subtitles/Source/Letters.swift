import Bytes

extension UInt8 {
  static let formFeed: UInt8 = 0x0C

  /// A blank of HTML: space, tab, LF, FF or CR.
  var isBlank: Bool {
    self == .space || self == .tab || self == .lineFeed || self == .formFeed
      || self == .carriageReturn
  }

  /// The letter in lower case; other bytes as they are.
  var lowered: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

  /// The value of a hexadecimal digit.
  var hexValue: Int? {
    if isDigit { return Int(self) - 0x30 }
    let letter = self | 0x20
    return letter >= 0x61 && letter <= 0x66 ? Int(letter) - 0x57 : nil
  }
}

/// A place in a part of a text from which numbers and words are read.
struct Scanner {
  let bytes: [UInt8]
  private(set) var position: Int
  let end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  init(_ text: String) {
    bytes = Array(text.utf8)
    position = 0
    end = bytes.count
  }

  var isAtEnd: Bool { position >= end }
  var peek: UInt8? { position < end ? bytes[position] : nil }
  var rest: Range<Int> { position..<end }

  func peek(_ offset: Int) -> UInt8? {
    position + offset < end ? bytes[position + offset] : nil
  }

  mutating func advance(_ count: Int = 1) { position = min(position + count, end) }

  mutating func move(to place: Int) { position = min(max(place, 0), end) }

  /// Steps over `byte` if it is next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  /// Steps over `word`, whatever its case, if it is next.
  mutating func take(ignoringCase word: StaticString) -> Bool {
    guard end - position >= word.utf8CodeUnitCount else { return false }
    let matches = word.withUTF8Buffer { letters in
      letters.indices.allSatisfy { bytes[position + $0].lowered == letters[$0].lowered }
    }
    if matches { position += word.utf8CodeUnitCount }
    return matches
  }

  /// Steps over all bytes that `isIncluded` accepts and says where they lie.
  @discardableResult
  mutating func take(while isIncluded: (UInt8) -> Bool) -> Range<Int> {
    let start = position
    while position < end, isIncluded(bytes[position]) { position += 1 }
    return start..<position
  }

  mutating func skipBlanks() { take { $0.isBlank } }

  /// The letters of a part of the text.
  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// A number of digits alone, held within a billion; nil where no digit is next.
  mutating func digits() -> (value: Int, count: Int)? {
    let range = take { $0.isDigit }
    guard !range.isEmpty else { return nil }
    var value = 0
    for byte in bytes[range] { value = min(value * 10 + Int(byte) - 0x30, 1_000_000_000) }
    return (value, range.count)
  }
}

extension [UInt8] {
  /// The range without the blanks at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isBlank { start += 1 }
    while end > start, self[end - 1].isBlank { end -= 1 }
    return start..<end
  }

  func string(_ range: Range<Int>) -> String { String(decoding: self[range], as: UTF8.self) }
}
