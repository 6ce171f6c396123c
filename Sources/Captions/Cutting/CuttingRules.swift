import Bytes

/// How words are cut into cues.
package struct CuttingRules: Hashable, Sendable {
  /// The most words of a cue, from 1; nil for as many as there is room for.
  package var maxWords: Int?
  /// The most lines of a cue, from 1.
  package var maxLines = 2
  /// The most characters of a line, from 1; wide ones, as of Chinese, count twice.
  package var maxChars = 24
  /// A silence of so many seconds always ends a cue.
  package var pause = Rational(reducing: 1, over: 2)
  /// The least seconds that a cue is shown, where the next one leaves room for that.
  package var minDuration = Rational(reducing: 1, over: 2)
  /// By how many seconds a cue may outlast the start of the next word.
  package var hold = Rational.zero

  /// Two lines of 24 characters, cut at silences of half a second.
  package init() {}
}

/// Words that are shown together.
package struct Caption: Hashable, Sendable {
  /// The words of each line, by their places among the transcript's; no line is empty.
  package var lines: [Range<Int>]
  /// When it appears, in seconds: with its first word.
  package var start: Rational
  /// When it is gone, in seconds.
  package var end: Rational

  /// All its words.
  package var words: Range<Int> {
    (lines.first?.lowerBound ?? 0)..<(lines.last?.upperBound ?? 0)
  }

  /// What it shows, lines joined by LF.
  package func text(_ words: [CaptionWord]) -> String {
    lines.map { words.text($0) }.joined(separator: "\n")
  }
}
