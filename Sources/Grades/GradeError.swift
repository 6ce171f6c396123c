import Markup

/// Why a file holds no table, curve or correction of colours that can be used.
package struct GradeError: Error, Hashable, Sendable {
  /// Whose fault it is: the file's, or the program's that does not read all there is.
  package enum Kind: Hashable, Sendable {
    /// The file breaks a rule of its format.
    case malformed
    /// The file may be right, but is of a kind or size that is not read here.
    case unsupported
    /// The file ends before all of it is there.
    case truncated
  }

  /// Where in a file a fault lies.
  package enum Place: Hashable, Sendable {
    /// A line and a character in it, both counted from 1.
    case text(line: Int, column: Int)
    /// An offset in bytes from the start of the file.
    case byte(Int)
  }

  /// Which of the three it is.
  package let kind: Kind
  /// What is wrong, without the file's name.
  package let message: String
  /// Where it stands; nil when it is about all of the file.
  package let place: Place?

  init(_ kind: Kind, _ message: String, at place: Place? = nil) {
    self.kind = kind
    self.message = message
    self.place = place
  }

  /// A fault at a byte of a text.
  init(_ kind: Kind, _ message: String, at offset: Int, of text: [UInt8]) {
    let place = MarkupPlace(of: offset, in: text)
    self.init(kind, message, at: .text(line: place.line, column: place.column))
  }

  /// A fault that XML has.
  init(_ error: MarkupError) {
    let kind: Kind =
      switch error.kind {
      case .malformed: .malformed
      case .unsupported: .unsupported
      case .truncated: .truncated
      }
    self.init(
      kind, error.message, at: .text(line: error.place.line, column: error.place.column))
  }
}

extension GradeError: CustomStringConvertible {
  /// What is wrong and where, in one line without a full stop.
  package var description: String {
    switch place {
    case .text(let line, let column): "\(message), at \(line):\(column)"
    case .byte(let offset): "\(message), at byte \(offset)"
    case nil: message
    }
  }
}
