import Bytes

/// A word that is spoken, and when.
package struct CaptionWord: Hashable, Sendable {
  /// What is shown of it, with its punctuation and without blanks at its ends.
  package var text: String
  /// When it begins, in seconds from the beginning of the sound.
  package var start: Rational
  /// When it is over, in seconds, never before ``start``: at this time it is no longer spoken.
  package var end: Rational
  /// Whether no blank stands between it and the word before, as in Chinese, or between syllables.
  package var isAttached: Bool
  /// Who speaks, in the file's own words; nil where it does not say.
  package var speaker: String?

  /// A word after a blank that nobody in particular speaks, unless stated otherwise.
  package init(
    _ text: String, start: Rational, end: Rational, isAttached: Bool = false,
    speaker: String? = nil
  ) {
    (self.text, self.start, self.end) = (text, start, end)
    (self.isAttached, self.speaker) = (isAttached, speaker)
  }
}

extension [CaptionWord] {
  /// The words of a range as they are written, with blanks where they have them.
  package func text(_ range: Range<Int>) -> String {
    var text = ""
    for index in range {
      if index > range.lowerBound, !self[index].isAttached { text += " " }
      text += self[index].text
    }
    return text
  }
}
