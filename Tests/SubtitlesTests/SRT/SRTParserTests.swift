import Bytes
import Testing

@testable import Subtitles

@Suite struct SRTParserTests {
  @Test(arguments: [
    ("00:00:01,500 --> 00:00:02,000", 1500, 2000, 0),
    ("00:00:01.500 --> 00:00:02.000", 1500, 2000, 2),
    ("00:01,5 --> 00:02", 1500, 2000, 2),
    ("0:0:1,050->0:0:2,5", 1050, 2500, 3),
    ("00:00:01,500 -- > 00:00:02,000", 1500, 2000, 1),
    ("00:00:01,500 – > 00:00:02,000", 1500, 2000, 1),
    ("00: 00: 01, 500 --> 00:00:02,000", 1500, 2000, 1),
    ("00:00:01:500 --> 00:00:02:000", 1500, 2000, 2),
    ("  00:00:01,500-->00:00:02,000  ", 1500, 2000, 0),
    ("-00:00:01,500 --> 00:00:02,000", -1500, 2000, 1),
    ("00:00:99,000 --> 100:00:00,000", 99000, 360_000_000, 2),
  ])
  func `times are read as players read them`(
    _ line: String, _ start: Int, _ end: Int, _ oddities: Int
  ) throws {
    let file = try read("1\n\(line)\ntext\n")
    #expect(file.cues.map(\.milliseconds) == [[start, end]])
    #expect(file.messages(.timing).count == oddities, "\(file.messages(.timing))")
    #expect(file.cues[0].plainText == "text")
  }

  @Test(arguments: [
    ("00:01,000 --> 00:00:02,000", "; it is read as minutes and seconds"),
    ("00:00:01,5 --> 00:00:02,000", "; its fraction is read as a decimal one"),
    (
      "00:01,5 --> 00:00:02,000",
      "; it is read as minutes and seconds; its fraction is read as a decimal one"
    ),
    ("0:00:01,000 --> 00:00:02,000", ""), ("00:00:01 --> 00:00:02,000", ""),
  ])
  func `how an odd time is read is reported`(_ line: String, _ reading: String) throws {
    let file = try read("1\n\(line)\ntext\n")
    #expect(
      file.messages(.timing) == ["a time is not written as 00:00:00,000" + reading])
  }

  @Test func `text goes on behind a blank line until the next cue`() throws {
    let file = try read(
      """
      1
      00:00:01,000 --> 00:00:02,000
      a

      b
      2
      00:00:03,000 --> 00:00:04,000

      c


      """)
    #expect(file.cues.map(\.text) == ["a\n\nb", "c"])
    #expect(file.cues.map(\.identifier) == ["1", "2"])
    #expect(file.messages(.syntax).count == 1)
  }

  @Test func `numbers may be missing, and those of the text stay`() throws {
    let file = try read(
      "00:00:01,000 --> 00:00:02,000\n1984\n\n00:00:03,000 --> 00:00:04,000\nb")
    #expect(file.cues.map(\.text) == ["1984", "b"])
    #expect(file.messages(.syntax).count == 2)
  }

  @Test func `cues keep the order of the file`() throws {
    let file = try read(
      """
      1
      00:00:05,000 --> 00:00:06,000
      late

      2
      00:00:01,000 --> 00:00:09,000
      early
      """)
    #expect(file.cues.map(\.text) == ["late", "early"])
    #expect(file.cues.map { $0.isOn(at: ms(5999)) } == [true, true])
    #expect(file.cues[0].isOn(at: ms(5000)) && !file.cues[0].isOn(at: ms(6000)))
  }

  @Test func `coordinates say where a cue stands, before its tags`() throws {
    let file = try read(
      """
      1
      00:00:01,000 --> 00:00:02,000  X1:201 X2:516 Y1:397 Y2:423
      {\\an8}a

      2
      00:00:02,000 --> 00:00:03,000 x1:40 x2:40 y1:20 y2:20
      b
      """)
    #expect(file.warnings.isEmpty)
    #expect(
      file.cues.map(\.overrides) == [
        [.alignment(5), .position(x: 190, y: 246), .alignment(8)],
        [.alignment(1), .position(x: 21, y: 12)],
      ])
  }

  @Test func `coordinates that are not four are reported and passed over`() throws {
    let file = try read("1\n00:00:01,000 --> 00:00:02,000 X1:40 X2:600\na")
    #expect(
      file.messages(.unsupported) == [
        "coordinates after the times have no effect; X1, X2, Y1 and Y2 are read, in this order"
      ])
  }

  @Test func `a file without cues is an error`() {
    #expect(throws: SubtitleError("the file is empty", kind: .truncated)) { try read("\n \n") }
    #expect(throws: SubtitleError("no line has two times with '-->' between them")) {
      try read("hello")
    }
  }

  @Test func `tags make pieces`() throws {
    let file = try read(
      """
      1
      00:00:01,000 --> 00:00:02,000
      a<b>b<i>c</i></B>d <font color="#ff8000" size='24' face=Arial>e</font> <font color=lime>f
      """)
    let spans = file.cues[0].spans
    #expect(spans.map(\.text) == ["a", "b", "c", "d ", "e", " ", "f"])
    #expect(spans[1].style.isBold == true && spans[1].style.isItalic == nil)
    #expect(spans[2].style.isBold == true && spans[2].style.isItalic == true)
    #expect(spans[3].style == MarkupStyle())
    #expect(spans[4].style.color == SubtitleColor(255, 128, 0))
    #expect(spans[4].style.size == 24 && spans[4].style.face == "Arial")
    #expect(spans[6].style.color == SubtitleColor(0, 255, 0))
    #expect(file.messages(.markup) == ["the tag <font> is not closed; it ends with the cue"])
  }

  @Test func `tags that cross each other end where they are closed`() throws {
    let spans = try read("1\n00:00:01,000 --> 00:00:02,000\n<b>a<i>b</b>c</i>d").cues[0].spans
    #expect(spans.map(\.text) == ["a", "b", "c", "d"])
    #expect(spans.map(\.style.isBold) == [true, true, nil, nil])
    #expect(spans.map(\.style.isItalic) == [nil, true, true, nil])
  }

  @Test(arguments: [
    ("1 < 2 > 0", "1 < 2 > 0"), ("<3", "<3"), ("a<br>b", "a\nb"), ("<unknown>x</unknown>", "x"),
    ("<not a tag>", "<not a tag>"), ("{normal}", "{normal}"), ("{y:i}x", "x"), ("{\\q2}x", "x"),
    ("{\\an8", "{\\an8"), ("&amp;lt; &#65;&nbsp;&bogus; &", "&lt; A\u{A0}&bogus; &"),
    ("<>", "<>"), ("</>", "</>"), ("<b", "<b"), ("{}", "{}"),
  ])
  func `what looks like no tag is shown`(_ source: String, _ shown: String) throws {
    let file = try read("1\n00:00:01,000 --> 00:00:02,000\n\(source)")
    #expect(file.cues[0].plainText == shown)
  }

  @Test func `ASS tags in braces place the cue and style its letters`() throws {
    let cue = try read("1\n00:00:01,000 --> 00:00:02,000\n{\\an8\\i1}a{\\i0}b{\\c&H0000FF&}c").cues[
      0]
    #expect(cue.overrides == [.alignment(8)])
    #expect(cue.spans.map(\.text) == ["a", "b", "c"])
    #expect(cue.spans.map(\.style.isItalic) == [true, false, false])
    #expect(cue.spans[2].style.color == SubtitleColor(255, 0, 0))
  }

  @Test func `lines and blanks of ASS are those of players`() throws {
    let file = try read("1\n00:00:01,000 --> 00:00:02,000\na\\Nb\\hc<i>\\N</i>\\n \\x \\\n")
    #expect(file.cues[0].plainText == "a\nb\u{A0}c\n\\n \\x \\")
    #expect(file.cues[0].spans.map(\.style.isItalic) == [nil, true, nil])
  }

  @Test func `places are those of the tags`() throws {
    let text = "1\n00:00:01,000 --> 00:00:02,000\nab</i>c"
    let file = try read(text)
    #expect(file.warnings.map(\.range) == [34..<38])
    #expect(file.text.bytes.string(34..<38) == "</i>")
  }
}
