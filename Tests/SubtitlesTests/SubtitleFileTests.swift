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
}
