import Bytes

extension UInt8 {
  static let hash = UInt8(ascii: "#")

  /// What separates words in a line: space, tab, and the vertical tab and form feed of C.
  var isGap: Bool { self == .space || self == .tab || self == 0x0B || self == 0x0C }
}

/// The lines of a text file with tables of numbers.
///
/// A line ends at LF, CR LF or a CR alone. Blank lines and those that begin with "#" are left out,
/// and so are zeros and the sign of DOS at the end of the file.
struct GradeText {
  /// The longest file that is read; the largest cube takes some 60 megabytes.
  static let mostBytes = 1 << 27

  let bytes: [UInt8]
  private var next: Int
  /// What is left of the line at hand, without blanks at its ends.
  private(set) var line = 0..<0

  /// Throws when the file is empty, too long, or in UTF-16.
  init(_ bytes: [UInt8]) throws(GradeError) {
    let end = bytes.lastIndex { $0 != 0 && $0 != 0x1A } ?? bytes.endIndex - 1
    self.bytes = end + 1 < bytes.count ? Array(bytes[...end]) : bytes
    next = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard bytes.count <= Self.mostBytes else {
      throw GradeError(.unsupported, "the file is longer than \(Self.mostBytes >> 20) MiB")
    }
    guard !bytes.isEmpty else { throw error(.truncated, "the file is empty", at: 0) }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      throw error(.unsupported, "the file is UTF-16; save it as plain text or UTF-8", at: 0)
    }
  }

  func error(_ kind: GradeError.Kind, _ message: String, at offset: Int) -> GradeError {
    GradeError(kind, message, at: offset, of: bytes)
  }

  /// Goes to the next line with something in it, and says whether there is one.
  mutating func advance() -> Bool {
    while next < bytes.count {
      var start = next
      var end = start
      while end < bytes.count, bytes[end] != .lineFeed, bytes[end] != .carriageReturn { end += 1 }
      next = end + 1
      while start < end, bytes[start].isGap { start += 1 }
      while end > start, bytes[end - 1].isGap { end -= 1 }
      guard start < end, bytes[start] != .hash else { continue }
      line = start..<end
      return true
    }
    line = bytes.count..<bytes.count
    return false
  }

  /// How many bytes there are behind the line at hand.
  var remaining: Int { max(bytes.count - line.upperBound, 0) }

  // MARK: Words of a line

  /// Whether nothing is left of the line but a comment, which ffmpeg skips there, too.
  var isLineAtEnd: Bool { line.isEmpty || bytes[line.lowerBound] == .hash }

  /// Whether what C writes for no number is next, such as `nan` or `inf`.
  var isAtNoNumber: Bool {
    let start = bytes[line].prefix(3).map { $0 | 0x20 }
    return start.elementsEqual("nan".utf8) || start.elementsEqual("inf".utf8)
  }

  /// The first byte of what is left of the line.
  var peek: UInt8? { line.isEmpty ? nil : bytes[line.lowerBound] }

  /// Takes the next word of the line.
  mutating func word() -> Range<Int> {
    var end = line.lowerBound
    while end < line.upperBound, !bytes[end].isGap { end += 1 }
    defer { move(to: end) }
    return line.lowerBound..<end
  }

  /// Takes all that is left of the line.
  mutating func rest() -> Range<Int> {
    defer { move(to: line.upperBound) }
    return line
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private mutating func move(to place: Int) {
    var start = place
    while start < line.upperBound, bytes[start].isGap { start += 1 }
    line = start..<line.upperBound
  }

  /// Takes a number that a `Float` holds; `what` is said where none is next.
  mutating func number(_ what: String) throws(GradeError) -> Float {
    guard let number = DecimalNumber.read(bytes, line.lowerBound, upTo: line.upperBound),
      number.end == line.upperBound || bytes[number.end].isGap
    else { throw notANumber(what) }
    let value = Float(number.value)
    guard value.isFinite else { throw notANumber(what) }
    move(to: number.end)
    return value
  }

  /// Takes a whole number without a sign of at most nine digits.
  mutating func count(_ what: String) throws(GradeError) -> Int {
    let start = line.lowerBound
    let word = word()
    guard !word.isEmpty, word.count <= 9, bytes[word].allSatisfy(\.isDigit) else {
      throw notANumber(what, word, start)
    }
    return bytes[word].reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }

  /// Throws unless the line is at its end, or a comment is.
  func end(after what: String) throws(GradeError) {
    guard isLineAtEnd else {
      throw error(
        .malformed, "\(shown(line)) behind \(what)", at: line.lowerBound)
    }
  }

  private mutating func notANumber(_ what: String) -> GradeError {
    let start = line.lowerBound
    return notANumber(what, word(), start)
  }

  private func notANumber(_ what: String, _ word: Range<Int>, _ start: Int) -> GradeError {
    guard !word.isEmpty else {
      return error(.malformed, "the line ends where \(what) should stand", at: start)
    }
    let hint = bytes[word].contains(UInt8(ascii: ",")) ? "; decimals have a point" : ""
    return error(.malformed, "\(shown(word)) where \(what) should stand\(hint)", at: start)
  }

  /// Some letters of the text, for a message.
  func shown(_ range: Range<Int>) -> String {
    range.count <= 40
      ? bytes[range].quotedBytes
      : bytes[range.lowerBound..<range.lowerBound + 40].quotedBytes + "..."
  }
}
