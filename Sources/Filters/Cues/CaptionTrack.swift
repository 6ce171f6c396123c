import Bytes
import Captions
import Text

/// The captions of a transcript, ready to be asked which is shown.
struct CaptionTrack: Sendable {
  /// A word in the text of its caption.
  struct Word: Sendable {
    let start: Rational
    let end: Rational
    /// Its line, from 0.
    let line: Int
    /// Its characters in the caption's text.
    let characters: Range<Int>
  }

  /// A caption with its text, lines joined by LF.
  struct Cue: Sendable {
    let start: Rational
    let end: Rational
    let text: String
    let words: [Word]
  }

  /// By their starts.
  let cues: [Cue]

  /// The captions of words that are cut as they are, and shown in the letters of `mapping`.
  init(
    _ transcript: Transcript, _ rules: CuttingRules, _ mapping: CaseMapping?, language: String?
  ) {
    let words = transcript.words
    cues = CueCutter.cut(words, rules).map { caption in
      var text = ""
      var count = 0
      var places: [Word] = []
      // Each word after what parts it from the one before.
      var pieces: [String] = []
      for (number, line) in caption.lines.enumerated() {
        for index in line {
          let isApart = index > line.lowerBound && !words[index].isAttached
          let isFirst = number > 0 && index == line.lowerBound
          pieces += [isFirst ? "\n" : isApart ? " " : "", words[index].text]
        }
      }
      pieces = CaseMapping.texts(pieces.map { .init($0, mapping, language: language) })
      for (number, line) in caption.lines.enumerated() {
        for index in line {
          text += pieces[2 * places.count]
          // Marks of a word may join the letter before it, so that characters are counted anew.
          let start = text.count
          text += pieces[2 * places.count + 1]
          count = text.count
          places.append(
            Word(
              start: words[index].start, end: words[index].end, line: number,
              characters: min(start, count)..<count))
        }
      }
      return Cue(start: caption.start, end: caption.end, text: text, words: places)
    }
  }

  /// The caption that is shown at a time: of two, the one that came later.
  func cue(at time: Rational) -> Cue? {
    var (low, high) = (0, cues.count)
    while low < high {
      let middle = (low + high) / 2
      if cues[middle].start <= time { low = middle + 1 } else { high = middle }
    }
    return cues[..<low].suffix(2).last { $0.end > time }
  }

  /// Every character that occurs, in lines, to see whether there are fonts for all.
  var alphabet: String {
    var seen: Set<Character> = []
    var text = ""
    for cue in cues {
      for letter in cue.text where !letter.isWhitespace && seen.insert(letter).inserted {
        text.append(letter)
        if seen.count % 40 == 0 { text.append("\n") }
        if seen.count == Self.mostLetters { return text }
      }
    }
    return text
  }

  /// Whether most letters run from right to left; a line with a foreign word in front does too.
  var isRightToLeft: Bool {
    var (right, all) = (0, 0)
    for cue in cues {
      for scalar in cue.text.unicodeScalars where scalar.properties.isAlphabetic {
        all += 1
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF,
          0x1_E800...0x1_EFFF:
          right += 1
        default: break
        }
      }
    }
    return 2 * right > all
  }

  private static let mostLetters = 1 << 13
}
