import Bytes

/// Why bytes can't be read as XML.
package struct MarkupError: Error, Hashable, Sendable {
  /// Whose fault it is: the file's, or the program's that does not read all there is.
  package enum Kind: Hashable, Sendable {
    /// The bytes break a rule of XML.
    case malformed
    /// The bytes may be right, but this is not read here.
    case unsupported
    /// The bytes end before the document does.
    case truncated
  }

  /// Which of the three it is.
  package let kind: Kind
  /// What is wrong, without the file's name.
  package let message: String
  /// Where it stands.
  package let place: MarkupPlace

  init(_ kind: Kind, _ message: String, at place: MarkupPlace) {
    self.kind = kind
    self.message = message
    self.place = place
  }
}

/// A place in a text, counted from 1: the line, and the character in it.
package struct MarkupPlace: Hashable, Sendable {
  /// The line; it ends at LF, CR LF or a CR alone.
  package let line: Int
  /// The character in the line.
  package let column: Int

  /// The place of a byte of UTF-8; one behind the last byte is the text's end.
  package init(of offset: Int, in bytes: [UInt8]) {
    var line = 1
    var column = 1
    for index in 0..<min(max(offset, 0), bytes.count) {
      let byte = bytes[index]
      let isLineEnd =
        byte == .lineFeed
        || (byte == .carriageReturn && (index + 1 == bytes.count || bytes[index + 1] != .lineFeed))
      if isLineEnd {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        // What continues a character is no character; nor is a mark at the start of the file.
        column += index == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 0 : 1
      }
    }
    self.line = line
    self.column = column
  }
}
