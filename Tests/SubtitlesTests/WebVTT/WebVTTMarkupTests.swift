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

  @Test func `comments, numbers of letters and the short form of fonts are read as in CSS`() throws
  {
    let styles = """
      ::cue /* all */ { /* one */ color: red /* two */; background: none; /* three */ }
      ::cue(#\\31) { opacity: 0.5 }
      ::cue(b), /* or */ ::cue(i) {
        font: italic 700 30px/1.2 "DejaVu Serif", serif; text-decoration: underline overline }
      ::cue(u) { font: 2em / 1 Arial }
      ::cue([voice="/* Ann */"]) { visibility: hidden }
      """
    let file = try read(
      """
      WEBVTT

      STYLE
      \(styles)

      1
      00:00.000 --> 00:01.000
      a<b>b</b><u>c</u><v /* Ann */>d
      """)
    #expect(file.warnings.isEmpty, "\(file.warnings.map(\.message))")
    let spans = file.cues[0].spans
    #expect(spans.map(\.text) == ["a", "b", "c", "d"])
    #expect(spans.allSatisfy { $0.style.color == SubtitleColor(255, 0, 0) })
    #expect(spans.allSatisfy { $0.style.background?.opacity == 0 && $0.style.opacity == 0.5 })
    #expect(spans.map(\.style.face) == [nil, "DejaVu Serif", "Arial", nil])
    #expect(spans.map(\.style.pixels) == [nil, 30, nil, nil])
    #expect(spans.map(\.style.scale) == [nil, nil, 2, nil])
    #expect(spans.map(\.style.isBold) == [nil, true, false, nil])
    #expect(spans.map(\.style.isItalic) == [nil, true, false, nil])
    #expect(spans[1].style.isUnderlined == true && spans[1].style.isStruck == false)
    #expect(spans.map(\.style.isHidden) == [nil, nil, nil, true])
  }

  @Test(arguments: ["font: bold", "font: Arial", "font: 30px", "font: 30px/2", "font: menu"])
  func `a short form of a font without size or family has no effect`(_ text: String) throws {
    let file = try read(
      "WEBVTT\n\nSTYLE\n::cue(b) { \(text) }\n\n00:00.000 --> 00:01.000\n<b>a</b>")
    #expect(file.messages(.unsupported) == ["'\(text)' has no effect"])
    #expect(file.cues[0].spans[0].style.face == nil && file.cues[0].spans[0].style.pixels == nil)
  }

  @Test func `styles that mean nothing here are reported`() throws {
    let file = try read(
      "WEBVTT\n\nSTYLE\n::cue(b) { width: 3px }\np { color: red }\n\n00:00.000 --> 00:01.000\na")
    #expect(file.messages(.unsupported).count == 2)
  }

  @Test(arguments: [
    ("hsl(120 100% 50%)", SubtitleColor(0, 255, 0)),
    ("hsl(0.5turn, 100%, 25%)", SubtitleColor(0, 128, 128)),
    ("hsla(-120deg, 50%, 50%, 0.5)", SubtitleColor(64, 64, 191, opacity: 128)),
    ("rgb(100% 0% 0% / 20%)", SubtitleColor(255, 0, 0, opacity: 51)),
    ("rgba(300, -1, 2.6, 1)", SubtitleColor(255, 0, 3)),
    ("hwb(120 0% 0%)", SubtitleColor(0, 255, 0)),
    ("hwb(0deg 20% 40% / 50%)", SubtitleColor(153, 51, 51, opacity: 128)),
    ("hwb(90 60% 60%)", SubtitleColor(128, 128, 128)),
  ])
  func `colours are read as in CSS`(_ text: String, _ color: SubtitleColor) {
    #expect(SubtitleColor(html: text) == color)
  }

  @Test(arguments: ["hsl(10 20%)", "hsl(1em 2% 3%)", "hsl", "rgbx(1,2,3)", "hue(1,2,3)"])
  func `what is no colour of CSS is none`(_ text: String) {
    #expect(SubtitleColor(html: text) == nil)
  }

  @Test func `shares of letters are those of what is around them`() throws {
    let styles = """
      ::cue { opacity: 50% }
      ::cue(b) { opacity: 0.5; font-size: 150%; visibility: hidden }
      ::cue(i) { font-size: 2em; visibility: visible; opacity: 3 }
      ::cue(u) { font-size: 30px }
      """
    let spans = try cue("a<b>b<i>c</i><u>d<i>e", styles: styles).spans
    #expect(spans.map(\.text) == ["a", "b", "c", "d", "e"])
    #expect(spans.map(\.style.opacity) == [0.5, 0.25, 0.25, 0.25, 0.25])
    #expect(spans.map(\.style.isHidden) == [nil, true, false, true, false])
    #expect(spans.map(\.style.scale) == [nil, 1.5, 3, nil, 2])
    #expect(spans.map(\.style.pixels) == [nil, nil, nil, 30, 30])
  }

  @Test func `shadows have two or three lengths and a colour at either end`() throws {
    let styles = """
      ::cue { text-shadow: 1px -2px rgba(255, 0, 0, 0.2), blue 0 .5em 3pt }
      ::cue(b) { text-shadow: none }
      ::cue(i) { text-shadow: 1px }
      ::cue(u) { text-shadow: 1px 2px -3px }
      """
    let text = "WEBVTT\n\nSTYLE\n\(styles)\n\n00:00.000 --> 00:09.000\na<b>b</b><i>c"
    let file = try read(text)
    let spans = file.cues[0].spans
    let shadows = try #require(spans[0].style.shadows)
    #expect(shadows.map(\.color) == [SubtitleColor(255, 0, 0, opacity: 51), .init(0, 0, 255)])
    #expect(shadows.map(\.x.pixels) == [1, 0] && shadows.map(\.y.pixels) == [-2, 0])
    #expect(shadows[1].y.resolved(against: 20) == 10 && shadows[1].blur.pixels == 4)
    #expect(spans[1].style.shadows == [] && spans[2].style.shadows == shadows)
    #expect(file.messages(.unsupported).count == 2)
  }

  @Test(arguments: ["opacity: 0", "visibility: hidden"])
  func `words to come may be hidden`(_ declaration: String) throws {
    let file = try read(
      "WEBVTT\n\nSTYLE\n::cue(:future) { \(declaration) }\n\n00:00.000 --> 00:09.000\n"
        + "a<00:01.000>b")
    #expect(file.cues[0].spans.allSatisfy { $0.style.future?.opacity == 0 })
    #expect(file.messages(.unsupported).isEmpty)
  }
}
