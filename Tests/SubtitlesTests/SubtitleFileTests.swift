import Testing

@testable import Subtitles

@Suite struct SubtitleFileTests {
  @Test func `text of a cue beyond all pictures is left out, with a word`() throws {
    let line = String(repeating: "word ", count: 1 << 18)
    for text in [
      "WEBVTT\n\n00:00.000 --> 00:01.000\n\(line)\n\n00:01.000 --> 00:02.000\nshort",
      "1\n00:00:00,000 --> 00:00:01,000\n\(line)\n\n2\n00:00:01,000 --> 00:00:02,000\nshort",
    ] {
      let file = try SubtitleFile(Array(text.utf8))
      #expect(file.cues[0].plainText.utf8.count == SubtitleFile.mostLetters)
      #expect(file.cues[1].plainText == "short")
      #expect(file.warnings.map(\.kind) == [.limit])
    }
    let head = "[Events]\nDialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,"
    let script = head + "x{\\i1}" + String(repeating: "é", count: 1 << 16)
    let event = try SubtitleFile(Array(script.utf8)).script?.events.first
    // Not within a letter.
    #expect(event?.plainText.utf8.count == SubtitleFile.mostLetters - 1)
    #expect(event?.plainText.last == "é")
  }

  @Test func `cues with times of words are counted`() throws {
    let text = "WEBVTT\n\n00:00.000 --> 00:01.000\na<00:00.500>b\n\n00:00.000 --> 00:01.000\nc"
    #expect(try SubtitleFile(Array(text.utf8)).timedCues.cues.count == 1)
    #expect(try !SubtitleFile(Array(text.utf8)).timedCues.areStyled)
  }

  @Test(
    arguments: [
      ("0:00:01.000,0:00:03.000\nHello", "SubViewer"),
      ("[INFORMATION]\n[SUBTITLE]\n00:00:01.00,00:00:03.00\nHello", "SubViewer"),
      ("[ar:Somebody]\n[00:01.00]One", "LRC"), ("{25}{75}Hello|two", "MicroDVD"),
      ("[25][75]Hello|two", "MPL2"), ("Scenarist_SCC V1.0", "Scenarist closed captions"),
      ("<SAMI><BODY>", "SAMI"), (#"<?xml version="1.0"?>\n<tt xmlns="a">"#, "TTML"),
      (#"<tt:tt xmlns:tt="a">"#, "TTML"), ("850STL25.01", "EBU STL"),
      ("\0\0\u{1}", nil), ("hello", nil), ("<html>", nil),
    ] as [(String, String?)])
  func `a format that is not read is told by its name`(_ text: String, _ name: String?) {
    let error = #expect(throws: SubtitleError.self) { try SubtitleFile(Array(text.utf8)) }
    #expect(error?.kind == (name == nil ? .malformed : .unsupported))
    #expect(error?.message.hasPrefix(name ?? "no line has two times") == true)
  }

  @Test func `pictures of a DVD are reported`() {
    let error = #expect(throws: SubtitleError.self) { try SubtitleFile([0, 0, 1, 0xBA, 0x44, 2]) }
    #expect(error?.message == "subtitles as pictures are not read; only SubRip, WebVTT and ASS are")
  }
}
