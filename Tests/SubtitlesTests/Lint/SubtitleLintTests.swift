import Testing

@testable import Subtitles

@Suite struct SubtitleLintTests {
  private func rules(_ text: String, _ limits: SubtitleLimits = SubtitleLimits()) throws -> [String]
  {
    try SubtitleLint.findings(in: read(text), limits: limits).map(\.rule.rawValue)
  }

  private func cue(_ number: Int, _ times: String, _ text: String) -> String {
    "\(number)\n\(times)\n\(text)\n\n"
  }

  @Test func `a good file has no findings`() throws {
    let text =
      cue(1, "00:00:01,000 --> 00:00:03,000", "Good evening.")
      + cue(2, "00:00:03,000 --> 00:00:05,000", "And now?\nNothing.")
    #expect(try rules(text) == [])
  }

  @Test(arguments: [
    ("00:00:01,000 --> 00:00:01,000", "a", "duration"),
    ("00:00:02,000 --> 00:00:01,000", "a", "duration"),
    ("00:00:01,000 --> 00:00:01,833", "a", "too-short"),
    ("00:00:01,000 --> 00:00:08,001", "a", "too-long"),
    ("00:00:01,000 --> 00:00:02,000", "A line of twenty-one.", "too-fast"),
    ("00:00:01,000 --> 00:00:07,000", String(repeating: "x", count: 43), "long-line"),
    ("00:00:01,000 --> 00:00:07,000", "a\nb\nc", "many-lines"),
    ("00:00:01,000 --> 00:00:07,000", "<b>a", "markup"),
    ("00:00:01,000 --> 00:00:07,000", "{y:i}a", "unsupported"),
  ])
  func `each rule names what it is for`(_ times: String, _ text: String, _ rule: String) throws {
    #expect(try rules(cue(1, times, text)) == [rule])
  }

  @Test func `times of words are reported once, unless the file says what they do`() throws {
    let cue = "00:01.000 --> 00:03.000\nGood <00:02.000>evening.\n\n"
    let later = "00:04.000 --> 00:06.000\nAnd <00:05.000>now?\n\n"
    #expect(try rules("WEBVTT\n\n" + cue + later) == ["word-times"])
    let style = "STYLE\n::cue(:future) { color: gray }\n\n"
    #expect(try rules("WEBVTT\n\n" + style + cue + later) == [])
  }

  @Test func `limits are what is still allowed`() throws {
    #expect(try rules(cue(1, "00:00:01,000 --> 00:00:08,000", "a")) == [])
    #expect(
      try rules(cue(1, "00:00:01,000 --> 00:00:03,100", String(repeating: "x", count: 42))) == [])
    var limits = SubtitleLimits()
    limits.charactersPerSecond = 10
    #expect(
      try rules(cue(1, "00:00:01,000 --> 00:00:02,000", "eleven char"), limits) == ["too-fast"])
  }

  @Test func `overlaps are found in any order, except of what is placed`() throws {
    let text =
      cue(1, "00:00:04,000 --> 00:00:06,000", "late")
      + cue(2, "00:00:01,000 --> 00:00:05,000", "early")
      + cue(3, "00:00:01,000 --> 00:00:05,000", "{\\an8}above")
    let findings = try SubtitleLint.findings(in: read(text))
    #expect(findings.map(\.rule) == [.overlap])
    #expect(findings[0].message == "it appears 1 s before another one ends")
    #expect(findings[0].range.lowerBound == 2)
  }

  @Test func `events of different layers and styles may be seen at once`() throws {
    let head = "[Events]\n"
    func line(_ layer: Int, _ text: String) -> String {
      "Dialogue: \(layer),0:00:01.00,0:00:03.00,Default,,0,0,0,,\(text)\n"
    }
    #expect(try rules(head + line(0, "a") + line(1, "b")) == [])
    #expect(try rules(head + line(0, "a") + line(0, "b")) == ["overlap"])
    #expect(try rules(head + line(0, "a") + line(0, "{\\pos(1,2)}b")) == [])
  }
}
