/// Text in ISO-2022-JP (RFC 1468, and JIS X 0212 of RFC 2237) as UTF-8: bytes below 0x80 whose
/// meaning escapes change.
///
/// Letters are those of the Encoding Standard. The end of a line ends what an escape began, so that
/// a line without its last escape spoils no other; what stands for no letter becomes U+FFFD.
struct EscapedJapanese {
  /// What bytes mean.
  private enum Mode {
    case ascii
    /// JIS X 0201: ASCII but for the signs of yen and of an overline.
    case roman
    /// The half-wide letters of JIS X 0201.
    case kana
    /// Two bytes a letter, of JIS X 0208.
    case kanji
    /// Two bytes a letter, of JIS X 0212.
    case supplement
  }

  /// What stands behind an escape.
  private static let escapes: [(text: String, mode: Mode)] = [
    ("(B", .ascii), ("(J", .roman), ("(I", .kana), ("$@", .kanji), ("$B", .kanji),
    ("$(D", .supplement),
  ]

  private static let escape: UInt8 = 0x1B

  private(set) var bytes: [UInt8] = []

  init(_ source: ArraySlice<UInt8>) {
    bytes.reserveCapacity(source.count + source.count / 2)
    var mode = Mode.ascii
    var index = source.startIndex
    while index < source.endIndex {
      let first = source[index]
      index += 1
      if first == Self.escape {
        let rest = source[index...]
        if let found = Self.escapes.first(where: { rest.starts(with: $0.text.utf8) }) {
          (mode, index) = (found.mode, index + found.text.utf8.count)
        } else {
          append(LetterRows.none)
        }
      } else if !(0x21...0x7E).contains(first) {
        // Blanks and ends of lines are what they are in every mode.
        if first == 0x0A || first == 0x0D { mode = .ascii }
        append(first < 0x80 ? UInt32(first) : LetterRows.none)
      } else if mode == .kanji || mode == .supplement {
        guard index < source.endIndex, (0x21...0x7E).contains(source[index]) else {
          append(LetterRows.none)
          continue
        }
        let rows = mode == .kanji ? LetterRows.kanji : LetterRows.supplement
        append(rows[Int(first) - 0x21, Int(source[index]) - 0x21])
        index += 1
      } else {
        append(Self.letter(first, mode))
      }
    }
  }

  /// Whether all bytes are below 0x80 and an escape leads to letters of two.
  static func isLikely(_ source: ArraySlice<UInt8>) -> Bool {
    guard source.contains(escape), source.allSatisfy({ $0 < 0x80 }) else { return false }
    return source.indices.contains { index in
      source[index] == escape
        && escapes.contains {
          ($0.mode == .kanji || $0.mode == .supplement)
            && source[(index + 1)...].starts(with: $0.text.utf8)
        }
    }
  }

  private static func letter(_ byte: UInt8, _ mode: Mode) -> UInt32 {
    switch (mode, byte) {
    case (.roman, 0x5C): 0xA5
    case (.roman, 0x7E): 0x203E
    case (.kana, 0x21...0x5F): 0xFF61 + UInt32(byte) - 0x21
    case (.kana, _): LetterRows.none
    default: UInt32(byte)
    }
  }

  private mutating func append(_ letter: UInt32) {
    bytes += Unicode.Scalar(letter).flatMap(UTF8.encode) ?? UTF8.encodedReplacementCharacter
  }
}
