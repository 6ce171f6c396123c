/// Why a file holds no subtitles that can be read.
package struct SubtitleError: Error, Hashable, Sendable {
  /// Whose fault it is: the file's, or the program's that does not read all there is.
  package enum Kind: Hashable, Sendable {
    /// The bytes break a rule without which nothing can be read.
    case malformed
    /// The bytes may be right, but are of a kind or size that is not read here.
    case unsupported
    /// The file ends before it says anything.
    case truncated
  }

  /// Which of the three it is.
  package let kind: Kind
  /// What is wrong, without the file's name.
  package let message: String
  /// The line, counted from 1, where it stands.
  package let line: Int?

  /// A malformed file, unless stated otherwise; `line` counts from 1.
  package init(_ message: String, line: Int? = nil, kind: Kind = .malformed) {
    self.kind = kind
    self.message = message
    self.line = line
  }
}
