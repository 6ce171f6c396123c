/// Something in a file of subtitles that a viewer or a player will have trouble with.
package struct SubtitleFinding: Hashable, Sendable {
  /// What was looked for; messages name it by its word.
  package enum Rule: String, CaseIterable, Hashable, Sendable {
    /// A cue that is never seen, because it ends before it starts or at once.
    case duration
    /// A cue that appears before the one before it has gone.
    case overlap
    case tooFast = "too-fast"
    case tooShort = "too-short"
    case tooLong = "too-long"
    case longLine = "long-line"
    case manyLines = "many-lines"
    /// Text that does not fit on the picture.
    case overflow
    case missingGlyph = "missing-glyph"
    /// A font that is not there, so that another one is drawn.
    case missingFont = "missing-font"
    /// Times of words, which only count where something says how words look before.
    case wordTimes = "word-times"
    case encoding, syntax, timing, markup, unsupported
    case unknownName = "unknown-name"
    case limit
  }

  /// The rule that is broken.
  package let rule: Rule
  /// What is wrong, as a message for the user.
  package let message: String
  /// The bytes at fault, in the decoded text.
  package let range: Range<Int>
  /// Whether something of the file is never shown.
  package let isError: Bool

  /// A warning, unless stated otherwise.
  package init(rule: Rule, message: String, range: Range<Int>, isError: Bool = false) {
    self.rule = rule
    self.message = message
    self.range = range
    self.isError = isError
  }
}

extension SubtitleFinding {
  /// What the parser found odd.
  init(_ warning: SubtitleWarning) {
    self.init(
      rule: Rule(warning.kind), message: warning.message, range: warning.range, isError: false)
  }
}

extension SubtitleFinding.Rule {
  fileprivate init(_ kind: SubtitleWarning.Kind) {
    switch kind {
    case .encoding: self = .encoding
    case .syntax: self = .syntax
    case .timing: self = .timing
    case .markup: self = .markup
    case .unsupported: self = .unsupported
    case .unknownName: self = .unknownName
    case .limit: self = .limit
    }
  }
}
