import Timeline

/// Why a file gives no words that can be read.
package struct CaptionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whose fault it is: the file's, or the program's that does not read all there is.
  package enum Kind: Hashable, Sendable {
    /// The file breaks a rule without which nothing can be read.
    case malformed
    /// The file may be right, but is of a kind or size that is not read here.
    case unsupported
    /// The file ends before it says anything.
    case truncated
  }

  /// Which of the three it is.
  package let kind: Kind
  /// What is wrong, without the file's name.
  package let message: String
  /// Where it stands; line and column count from 1.
  package let place: SourcePlace

  init(_ message: String, at place: SourcePlace, kind: Kind = .malformed) {
    (self.kind, self.message, self.place) = (kind, message, place)
  }

  /// The place and the message, as messages have them behind the file's name: `3:14: …`.
  package var description: String { "\(place.line):\(place.column): \(message)" }
}

/// Something odd about a file whose words can be read.
package struct CaptionNote: Hashable, Sendable {
  /// What is odd, as a message for the user, without the file's name.
  package let message: String
  /// Where it stands; line and column count from 1.
  package let place: SourcePlace

  init(_ message: String, at place: SourcePlace) { (self.message, self.place) = (message, place) }

  /// The place and the message, as messages have them behind the file's name: `3:14: …`.
  package var description: String { "\(place.line):\(place.column): \(message)" }
}
