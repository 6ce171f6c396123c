import Timeline

/// The text of a transcript, and places in it.
///
/// whisper.cpp cuts characters into tokens, and so into strings that are not UTF-8. Such bytes
/// become scalars of a private plane, as many as there are bytes, and are put together again with
/// ``joined(_:)`` once words are whole.
struct TranscriptSource: Sendable {
  let text: SourceText
  /// The bytes 0x80 to 0xFF stand from here on.
  private static let escapes: UInt32 = 0x10_FF00

  init(_ bytes: [UInt8]) {
    text = SourceText(name: "", bytes: Self.escaped(bytes))
  }

  /// Whether the first line that says anything opens a section of ASS.
  var startsWithSection: Bool {
    let start = text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let line = text.bytes[start...].drop { $0 <= 0x20 }.prefix { $0 != 0x0A && $0 != 0x0D }
    guard line.first == UInt8(ascii: "["), let letter = line.dropFirst().first else { return false }
    return (letter | 0x20) >= 0x61 && (letter | 0x20) <= 0x7A
      && line.contains(UInt8(ascii: "]"))
      && !line.contains(UInt8(ascii: "\"")) && !line.contains(UInt8(ascii: ","))
  }

  /// The place of a line and a column, both from 1.
  func place(line: Int, column: Int) -> SourcePlace {
    var (offset, number) = (0, 1)
    while number < line, let end = text.bytes[offset...].firstIndex(of: 0x0A) {
      (offset, number) = (end + 1, number + 1)
    }
    for _ in 1..<max(column, 1) {
      offset += 1
      while offset < text.bytes.count, text.bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return place(of: offset)
  }

  func place(of offset: Int) -> SourcePlace { text.place(of: offset) }

  private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    if String(validating: bytes, as: UTF8.self) != nil { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    var place = 0
    while place < bytes.count {
      let length = sequenceLength(bytes, at: place)
      if length > 0 {
        result.append(contentsOf: bytes[place..<place + length])
        place += length
      } else {
        if let scalar = Unicode.Scalar(escapes + UInt32(bytes[place])) {
          result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
        place += 1
      }
    }
    return result
  }

  /// The bytes of the character that begins here; 0 where none does.
  private static func sequenceLength(_ bytes: [UInt8], at place: Int) -> Int {
    let first = bytes[place]
    let length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard length > 0, place + length <= bytes.count else { return 0 }
    return String(validating: bytes[place..<place + length], as: UTF8.self) == nil ? 0 : length
  }

  /// A text with its bytes put together again; those that stay broken become U+FFFD.
  static func joined(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.value >= escapes }) else { return text }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if scalar.value >= escapes {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
