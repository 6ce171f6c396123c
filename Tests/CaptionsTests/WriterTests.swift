import Bytes
import Subtitles
import Testing

@testable import Captions

/// What is written, read again by the module of subtitles and as words.
@Suite struct WriterTests {
  @Test(arguments: CaptionFixtures.paths, CaptionWriter.Format.allCases)
  func `what is written is read again with its cues and times`(
    _ path: String, _ format: CaptionWriter.Format
  ) throws {
    let words = try CaptionFixtures.transcript(path).words
    let captions = CueCutter.cut(words, CuttingRules())
    let text = CaptionWriter.text(captions, words, as: format)
    let file = try SubtitleFile(Array(text.utf8))
    #expect(file.warnings.isEmpty, "\(file.warnings.first?.message ?? "")")
    if let script = file.script {
      #expect(script.events.count == captions.count)
      for (event, caption) in zip(script.events, captions) {
        #expect((event.start - caption.start).double.magnitude <= 0.005)
      }
    } else {
      #expect(file.cues.count == captions.count)
      for (cue, caption) in zip(file.cues, captions) {
        #expect(cue.start.ms == caption.start.ms)
        #expect(cue.spans.map(\.text).joined() == caption.text(words))
      }
    }
    guard format != .srt else { return }
    let again = try Transcript(Array(text.utf8)).words
    #expect(again.map(\.text) == words.map(\.text))
    let slack = format == .vtt ? 1 : 10
    let lasts = Set(captions.map { $0.words.upperBound - 1 })
    for (index, (word, old)) in zip(again, words).enumerated() {
      #expect((word.start.ms - old.start.ms).magnitude <= slack, "\(word.shown), \(old.shown)")
      // WebVTT has no end of the last word but that of its cue.
      if format == .vtt, lasts.contains(index) { continue }
      #expect(word.end.ms - old.end.ms <= slack)
    }
  }

  @Test func `letters that mean something to a format stay letters`() throws {
    let words = spoken("a<b>&c {x} --> n\\N end")
    let captions = CueCutter.cut(words, CuttingRules())
    for format in [CaptionWriter.Format.vtt, .ass] {
      let text = CaptionWriter.text(captions, words, as: format)
      let again = try Transcript(Array(text.utf8)).words.map(\.text).joined(separator: " ")
      #expect(again.filter { $0 != "\u{2060}" }.replacingWordJoiners == "a<b>&c {x} --> n\\N end")
    }
  }

  @Test func `SubRip keeps letters that its readers take for tags`() throws {
    let words = spoken("<i>x</i> {\\an8}y &amp; &#65; a<b>&c {x} --> n\\N end")
    let captions = CueCutter.cut(words, CuttingRules())
    let text = CaptionWriter.text(captions, words, as: .srt)
    let cues = try SubtitleFile(Array(text.utf8)).cues
    #expect(cues.count == captions.count)
    let shown: String = cues.map { $0.spans.map(\.text).joined() }.joined(separator: " ")
    let letters = String(String.UnicodeScalarView(shown.unicodeScalars.filter { $0 != "\u{2060}" }))
    let said = letters.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(said == "<i>x</i> {\\an8}y &amp; &#65; a<b>&c {x} → n\\N end")
    // What means nothing to a reader is as it was.
    #expect(text.contains("{x}"))
    #expect(text.contains("n\\\u{2060}N"))
  }

  @Test func `a word's time stands before it, and a silence behind the one before`() {
    let words = [
      CaptionWord("One", start: Rational(1), end: Rational(2)),
      CaptionWord("two", start: Rational(reducing: 9, over: 4), end: Rational(3)),
    ]
    let captions = CueCutter.cut(words, CuttingRules())
    let vtt = CaptionWriter.text(captions, words, as: .vtt)
    #expect(
      vtt == "WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nOne<00:00:02.000> <00:00:02.250>two\n\n")
    #expect(
      CaptionWriter.text(captions, words, as: .ass).hasSuffix(
        "Dialogue: 0,0:00:01.00,0:00:03.00,Default,,0,0,0,,{\\k100}One{\\k25} {\\k75}two\n"))
    #expect(
      CaptionWriter.text(captions, words, as: .srt)
        == "1\n00:00:01,000 --> 00:00:03,000\nOne two\n\n")
  }
}

extension String {
  fileprivate var replacingWordJoiners: String {
    var kept = UnicodeScalarView()
    kept.append(contentsOf: unicodeScalars.filter { $0 != "\u{2060}" })
    return String(kept)
  }
}
