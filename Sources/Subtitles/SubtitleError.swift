/// Why a file holds no subtitles that can be read.
package struct SubtitleError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The bytes break a rule without which nothing can be read.
    case malformed
    /// The bytes may be right, but are of a kind or size that is not read here.
    case unsupported
    /// The file ends before it says anything.
    case truncated
  }

  package let kind: Kind
  /// What is wrong, without the file's name.
  package let message: String
  /// The line, counted from 1, where it stands.
  package let line: Int?

  package init(_ message: String, line: Int? = nil, kind: Kind = .malformed) {
    self.kind = kind
    self.message = message
    self.line = line
  }
}
