import Bytes
import Testing

@testable import Subtitles

@Suite struct WebVTTMarkupTests {
  private func cue(_ text: String, styles: String = "") throws -> SubtitleCue {
    let head = styles.isEmpty ? "" : "STYLE\n\(styles)\n\n"
    return try read("WEBVTT\n\n\(head)name\n00:00.000 --> 00:09.000\n\(text)").cues[0]
  }

  @Test(arguments: [
    ("a &amp; b &lt;i&gt; &nbsp;", "a & b <i> \u{A0}"), ("&amp", "&"), ("&ampx", "&x"),
    ("&lrm;&rlm;", "\u{200E}\u{200F}"), ("&#x41;&#66;", "AB"), ("&;&x", "&;&x"),
    ("&notin;&notit;", "∉¬it;"), ("&#0;", "\u{FFFD}"), ("&#x80;", "€"), ("a<", "a"),
    ("a<>b", "ab"), ("a<!b>c", "ac"), ("<rt>x</rt>", "x"), ("a</b", "a"), ("a <b", "a "),
    ("a<B>b</B>", "ab"), ("<c>a</c>b", "ab"), ("<0:0>a", "a"), ("a>b", "a>b"),
  ])
  func `references and tags are read as browsers read them`(
    _ source: String, _ shown: String
  ) throws {
    #expect(try cue(source).plainText == shown)
  }

  @Test func `tags nest and end with the cue`() throws {
    let spans = try cue("<b>a<i.x.y>b</b>c</i>d</b>e").spans
    #expect(spans.map(\.text) == ["a", "bc", "d", "e"])
    #expect(spans.map(\.style.isBold) == [true, true, true, nil])
    #expect(spans[1].style.classes == ["x", "y"])
  }

  @Test func `ruby, voices and languages are kept`() throws {
    let spans = try cue("<v.loud  Ann \t Lee >漢<ruby>字<rt>ji</ruby><lang en-GB>x").spans
    #expect(spans.map(\.text) == ["漢", "字", "ji", "x"])
    #expect(spans.map(\.style.voice) == Array(repeating: "Ann Lee", count: 4))
    #expect(spans.map(\.style.ruby) == [.none, .base, .annotation, .none])
    #expect(spans[3].style.language == "en-GB")
  }

  @Test func `times within a cue mark the words behind them`() throws {
    let cue = try cue("a<00:01.500>b<00:00:02.000>c<00:99>d")
    #expect(cue.spans.map(\.text) == ["a", "b", "cd"])
    #expect(cue.spans.map(\.style.time) == [nil, ms(1500), ms(2000)])
  }

  @Test func `times that do not rise, or lie outside of their cue, are reported`() throws {
    func timing(_ text: String) throws -> [String] {
      try read("WEBVTT\n\n00:01.000 --> 00:04.000\n\(text)").messages(.timing)
    }
    #expect(try timing("a<00:02.000>b<00:03.000>c").isEmpty)
    let text = "the timestamp is not after the one before it"
    #expect(try timing("a<00:02.000>b<00:02.000>c") == [text])
    #expect(try timing("a<00:03.000>b<00:02.000>c").count == 1)
    #expect(try timing("a<00:00.500>b<00:04.000>c").count == 2)
  }

  @Test func `a rule may be for words to come`() throws {
    let styles = "::cue(:future) { color: lime }\n::cue(b:future) { color: red; font-size: 2em }"
    let cue = try cue("a<00:01.500>b<b>c</b>", styles: styles)
    #expect(
      cue.spans.map(\.style.future) == [
        SubtitleColor(0, 255, 0), SubtitleColor(0, 255, 0), SubtitleColor(255, 0, 0),
      ])
    #expect(cue.spans.allSatisfy { $0.style.color == nil && $0.style.scale == nil })
    let file = try read(
      "WEBVTT\n\nSTYLE\n\(styles)\n::cue(:past) { color: red }\n\n00:00.000 --> 00:01.000\na")
    #expect(file.messages(.unsupported).count == 2)
  }

  @Test func `styles of the file colour what they select`() throws {
    let text = """
      ::cue { color: #ff0000 }
      ::cue(b) { color: lime; font-style: italic }
      ::cue(.loud), ::cue(#other) { font-size: 150% }
      ::cue(v[voice="Ann Lee"]) { background-color: rgba(0, 0, 255, 0.5) }
      """
    let spans = try cue("a<b>b</b><c.loud>c</c><v Ann Lee>d</v>", styles: text).spans
    #expect(spans.map(\.text) == ["a", "b", "c", "d"])
    #expect(spans[0].style.color == SubtitleColor(255, 0, 0) && spans[0].style.scale == nil)
    #expect(spans[1].style.color == SubtitleColor(0, 255, 0) && spans[1].style.isItalic == true)
    #expect(spans[2].style.scale == 1.5 && spans[2].style.color == SubtitleColor(255, 0, 0))
    #expect(spans[3].style.background == SubtitleColor(0, 0, 255, opacity: 128))
  }

  @Test func `commas in quotes, languages and importance are read as in CSS`() throws {
    let styles = """
      ::cue(v[voice="Lee, Ann"]), ::cue([voice='x']) { color: red !important }
      ::cue(:lang(en)) { font-weight: bold ! important; }
      ::cue(:lang("de-AT")) { font-style: italic }
      """
    let text = "<v Lee, Ann>a</v><lang en>b</lang><lang EN-gb>c</lang><lang eng>d</lang><lang de>e"
    let spans = try cue(text, styles: styles).spans
    let red = SubtitleColor(255, 0, 0)
    #expect(spans.map(\.style.color) == [red, nil, nil, nil, nil])
    #expect(spans.map(\.style.isBold) == [nil, true, true, nil, nil])
    #expect(spans.allSatisfy { $0.style.isItalic == nil })
  }

  @Test func `styles that mean nothing here are reported`() throws {
    let file = try read(
      "WEBVTT\n\nSTYLE\n::cue(b) { width: 3px }\np { color: red }\n\n00:00.000 --> 00:01.000\na")
    #expect(file.messages(.unsupported).count == 2)
  }
}
