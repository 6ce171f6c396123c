import Bytes

/// A place in the bytes of an XML file, valid UTF-8, from which its parts are read.
struct MarkupScanner {
  let bytes: [UInt8]
  private(set) var position: Int
  /// What entities stand for that the document's type declares.
  var entities: [String: String] = [:]
  /// How many bytes entities may still give.
  private var entityBytes = MarkupLimits.entityBytes

  /// Throws when the bytes are not UTF-8, too many, or hold characters that XML does not have.
  init(_ bytes: [UInt8]) throws(MarkupError) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard bytes.count <= MarkupLimits.bytes else {
      throw error(.unsupported, "the file is longer than \(MarkupLimits.bytes >> 20) MiB")
    }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      throw error(.unsupported, "the file is UTF-16; only UTF-8 is read")
    }
    try checkCharacters()
  }

  var isAtEnd: Bool { position >= bytes.count }
  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The byte so far behind the next one.
  func peek(_ offset: Int) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  func error(_ kind: MarkupError.Kind, _ message: String, at offset: Int? = nil) -> MarkupError {
    MarkupError(kind, message, at: MarkupPlace(of: offset ?? position, in: bytes))
  }

  /// What is said where a file ends too early: truncated; elsewhere: malformed.
  func expected(_ what: String) -> MarkupError {
    isAtEnd
      ? error(.truncated, "the file ends where \(what) should stand")
      : error(.malformed, "\(what) should stand here")
  }

  private func checkCharacters() throws(MarkupError) {
    var decoder = UTF8.ForwardParser()
    var iterator = bytes[position...].makeIterator()
    var offset = position
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let encoded):
        guard UTF8.decode(encoded).isMarkupCharacter else {
          throw error(.malformed, "a character that XML does not have", at: offset)
        }
        offset += encoded.count
      case .emptyInput: return
      case .error: throw error(.malformed, "bytes that are not UTF-8", at: offset)
      }
    }
  }

  // MARK: Steps

  mutating func advance(_ count: Int = 1) { position = min(position + count, bytes.count) }

  /// Steps over `byte` if it is next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  func starts(with word: StaticString) -> Bool {
    guard bytes.count - position >= word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { letters in
      letters.indices.allSatisfy { bytes[position + $0] == letters[$0] }
    }
  }

  /// Steps over `word` if it is next.
  mutating func take(_ word: StaticString) -> Bool {
    guard starts(with: word) else { return false }
    position += word.utf8CodeUnitCount
    return true
  }

  /// Steps over blanks, and says whether there were any.
  @discardableResult
  mutating func skipBlanks() -> Bool {
    let start = position
    while let byte = peek, byte.isBlank { position += 1 }
    return position > start
  }

  /// Steps to the first `word` and over it, and returns what stands before it.
  mutating func take(until word: StaticString, of what: String) throws(MarkupError) -> Range<Int> {
    let start = position
    while !isAtEnd {
      if starts(with: word) {
        defer { position += word.utf8CodeUnitCount }
        return start..<position
      }
      position += 1
    }
    throw error(.truncated, "\(what) does not end", at: start)
  }

  /// Reads a name.
  mutating func name(of what: String) throws(MarkupError) -> String {
    let start = position
    while let scalar = scalar(), position == start ? scalar.beginsName : scalar.continuesName {
      position += UTF8.width(scalar)
    }
    guard position > start else { throw expected(what) }
    return string(start..<position)
  }

  /// The character that is next.
  private func scalar() -> Unicode.Scalar? {
    guard let first = peek else { return nil }
    if first < 0x80 { return Unicode.Scalar(first) }
    var iterator = bytes[position...].makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return scalar
  }

  /// The characters of a part of the text, with CR LF and CR as LF: XML 1.0, section 2.11.
  func string(_ range: Range<Int>) -> String {
    guard bytes[range].contains(.carriageReturn) else {
      return String(decoding: bytes[range], as: UTF8.self)
    }
    var letters: [UInt8] = []
    letters.reserveCapacity(range.count)
    for index in range {
      if bytes[index] != .carriageReturn {
        letters.append(bytes[index])
      } else if index + 1 == bytes.count || bytes[index + 1] != .lineFeed {
        letters.append(.lineFeed)
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Reads a reference from its "&" on: a character by its number, or one of XML's five names.
  ///
  /// Others are those that the document's type declares, where it is read: they hold plain
  /// characters alone, so that nothing is read from outside, and all they give together is limited.
  mutating func reference() throws(MarkupError) -> String {
    let start = position
    advance()
    let longest = entities.isEmpty ? 12 : 256
    let end = bytes[position...].prefix(longest).firstIndex(of: .semicolon)
    guard let end else { throw error(.malformed, "a \"&\" that begins no reference", at: start) }
    let name = String(decoding: bytes[position..<end], as: UTF8.self)
    position = end + 1
    let names = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
    if let text = names[name] { return text }
    if let text = entities[name] {
      entityBytes -= text.utf8.count
      guard entityBytes >= 0 else {
        throw error(
          .unsupported, "entities give more than \(MarkupLimits.entityBytes >> 10) KiB", at: start)
      }
      return text
    }
    guard name.hasPrefix("#") else {
      throw error(.unsupported, "&\(name); is none of XML's own five entities", at: start)
    }
    let isHex = name.hasPrefix("#x")
    let digits = name.dropFirst(isHex ? 2 : 1)
    // An initializer of numbers takes a sign too.
    guard let first = digits.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
      let number = UInt32(digits, radix: isHex ? 16 : 10), let scalar = Unicode.Scalar(number),
      scalar.isMarkupCharacter
    else { throw error(.malformed, "&\(name); is no character of XML", at: start) }
    return String(scalar)
  }
}
