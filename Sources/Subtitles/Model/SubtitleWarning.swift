/// An oddity of a file that was read all the same, and the place where it stands.
package struct SubtitleWarning: Hashable, Sendable {
  /// What kind of oddity it is; each is a ``SubtitleFinding/Rule`` of the same name.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Bytes that are no letters.
    case encoding
    /// A header, block or line that says nothing, or not as the format has it.
    case syntax
    /// A time that is not written as the format has it.
    case timing
    /// A tag that is wrong: left open, not opened, without the value it needs.
    case markup
    /// A tag, setting or block that has no effect here.
    case unsupported
    /// A name that nothing in the file defines.
    case unknownName
    /// More than is kept of something.
    case limit
  }

  /// What it is an oddity of; the rule that lint reports it under.
  package let kind: Kind
  /// What is wrong and what becomes of it, without a full stop.
  package let message: String
  /// The bytes at fault, in the decoded text.
  package let range: Range<Int>

  /// `message` says what is wrong with the bytes `range` and what becomes of it.
  package init(_ kind: Kind, _ message: String, at range: Range<Int>) {
    self.kind = kind
    self.message = message
    self.range = range
  }
}

/// Collects the oddities of one file.
struct WarningList {
  /// How many are kept; a file that is no subtitles at all may have millions.
  static let limit = 10_000

  private(set) var items: [SubtitleWarning]

  init(_ items: [SubtitleWarning] = []) { self.items = items }

  mutating func add(
    _ kind: SubtitleWarning.Kind, _ message: @autoclosure () -> String, at range: Range<Int>
  ) {
    guard items.count < Self.limit else { return }
    items.append(SubtitleWarning(kind, message(), at: range))
  }
}

extension String {
  /// The first letters in single quotes.
  var shortened: String {
    let isLong = unicodeScalars.dropFirst(40).first != nil
    return "'" + (isLong ? String(String.UnicodeScalarView(unicodeScalars.prefix(39))) + "…" : self)
      + "'"
  }
}
