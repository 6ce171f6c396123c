import Bytes
import Captions
import Subtitles

/// Reads bytes as a transcript, cuts its words in two ways, and reads what is written of that.
enum CaptionTarget {
  static func run(_ bytes: [UInt8]) {
    let transcript: Transcript
    do {
      transcript = try Transcript(bytes)
    } catch {
      precondition(!error.message.isEmpty && error.place.line > 0 && error.place.column > 0)
      return
    }
    let words = transcript.words
    precondition(!words.isEmpty && words.count <= Transcript.mostWords)
    for (index, word) in words.enumerated() {
      precondition(!word.text.isEmpty && word.start >= .zero && word.start <= word.end)
      precondition(index == 0 || words[index - 1].start <= word.start)
    }
    var tight = CuttingRules()
    (tight.maxWords, tight.maxLines, tight.maxChars) = (3, 1, 8)
    for rules in [CuttingRules(), tight] {
      let captions = CueCutter.cut(words, rules)
      check(captions, words.count, rules)
      for format in CaptionWriter.Format.allCases {
        let text = CaptionWriter.text(captions, words, as: format)
        let file = try? SubtitleFile(Array(text.utf8))
        precondition(file != nil, "what was written can't be read")
      }
    }
  }

  private static func check(_ captions: [Caption], _ count: Int, _ rules: CuttingRules) {
    var next = 0
    for caption in captions {
      precondition(caption.lines.count <= rules.maxLines && caption.start <= caption.end)
      for line in caption.lines {
        precondition(line.lowerBound == next && !line.isEmpty)
        next = line.upperBound
      }
    }
    precondition(next == count)
  }
}
