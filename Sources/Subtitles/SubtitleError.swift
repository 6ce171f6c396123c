/// Why a file holds no subtitles that can be read.
package struct SubtitleError: Error, Hashable, Sendable {
  /// What is wrong, without the file's name.
  package let message: String
  /// The line, counted from 1, where it stands.
  package let line: Int?

  package init(_ message: String, line: Int? = nil) {
    self.message = message
    self.line = line
  }
}
