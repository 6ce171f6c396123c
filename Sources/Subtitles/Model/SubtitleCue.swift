import Bytes

/// A text that is shown for a time, of a SubRip or WebVTT file.
package struct SubtitleCue: Sendable {
  /// The number or name before the times; empty where there is none.
  var identifier = ""
  /// When it appears, in seconds.
  package var start: Rational
  /// When it is gone, in seconds: at this time it is no longer seen.
  package var end: Rational
  /// The text as the file has it, lines joined by LF.
  package var text = ""
  /// The text without its tags, cut where the style changes.
  package var spans: [SubtitleSpan] = []
  /// Where and how the text stands (WebVTT).
  package var settings = WebVTTSettings()
  /// What ASS tags in a SubRip cue say of the whole cue: `\an`, `\pos`, `\fad` and their like.
  package var overrides: [ASSTag] = []
  /// The bytes of the line with the times.
  package var range: Range<Int>
  /// The bytes of the text's lines; empty where there is none.
  package var textRange: Range<Int>

  init(start: Rational, end: Rational, range: Range<Int>) {
    self.start = start
    self.end = end
    self.range = range
    textRange = range.upperBound..<range.upperBound
  }

  /// The letters without tags.
  var plainText: String { spans.map(\.text).joined() }

  /// Whether the cue is seen at a time: from its start to just before its end.
  package func isOn(at time: Rational) -> Bool { start <= time && time < end }
}
