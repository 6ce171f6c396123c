import Testing

@testable import Subtitles

/// What the web platform tests expect of their files.
@Suite struct WebVTTParserTests {
  private func cues(_ name: String) throws -> [SubtitleCue] {
    try Fixtures.file("vtt-wpt/\(name).vtt").cues
  }

  private func region(_ file: SubtitleFile, _ cue: Int) -> WebVTTRegion? {
    file.cues[cue].settings.region.map { file.regions[$0] }
  }

  @Test func `lines with arrows are no identifiers, and end cues`() throws {
    let cues = try cues("arrows")
    #expect(cues.map(\.identifier) == Array(repeating: "", count: 6))
    #expect(cues.map(\.text) == (0..<6).map { "text\($0)" })
  }

  @Test(arguments: ["header-space", "header-timings"])
  func `a blank or times may follow the line of the signature`(_ name: String) throws {
    let cues = try cues(name)
    #expect(cues.map(\.text) == ["text"])
    #expect(cues.map(\.milliseconds) == [[0, 1000]])
  }

  @Test func `lines end with CR, LF or both`() throws {
    let cues = try cues("newlines")
    #expect(cues.map(\.identifier) == ["cr", "lf", "crlf", "lfcr"])
    #expect(cues.map(\.text) == ["text0", "text1", "text2", "text3"])
  }

  @Test func `the last identifier of a region counts`() throws {
    let file = try Fixtures.file("vtt-wpt/regions-id.vtt")
    #expect(file.cues.indices.map { region(file, $0)?.lines } == [2, 1, 3, 4])
  }

  @Test func `regions of the old draft are not read`() throws {
    #expect(try cues("regions-old").map(\.settings.region) == [nil, nil])
  }

  @Test func `regions scroll where they say up`() throws {
    let file = try Fixtures.file("vtt-wpt/regions-scroll.vtt")
    #expect(
      file.cues.indices.map { region(file, $0)?.scrollsUp }
        == [false, true, true, false, false, true])
  }

  @Test func `the last valid alignment counts`() throws {
    #expect(
      try cues("settings-align").map(\.settings.alignment)
        == [
          .center, .start, .center, .end, .left, .right, .end, .end, .end, .end, .end, .end,
          .center,
        ])
  }

  @Test func `a setting that there is not is told by its name`() throws {
    let text = "WEBVTT\n\n00:00.000 --> 00:02.000 algn:start foo:bar size:abc\nhi\n"
    let file = try SubtitleFile(Array(text.utf8))
    #expect(
      file.messages(.syntax) == [
        "there is no setting 'algn'; did you mean 'align'?",
        "there is no setting 'foo', and it has no effect",
        "'abc' is not a 'size' and has no effect",
      ])
  }

  @Test func `a cue has all of its settings`() throws {
    let cues = try cues("settings-multiple")
    #expect(cues.map(\.identifier) == ["id0", "id1"])
    #expect(cues.map(\.text) == ["text0", "text1"])
    #expect(cues.map(\.settings.alignment) == [.start, .center])
    #expect(cues.map(\.settings.line) == [1, 1])
    #expect(cues[0].settings.snapsToLines == false)
    #expect(cues.map(\.settings.vertical) == [.growingRight, .growingLeft])
    #expect(cues.map(\.settings.size) == [50, 0])
    #expect(cues.map(\.settings.position) == [25, 100])
  }

  @Test func `cues find their regions`() throws {
    let file = try Fixtures.file("vtt-wpt/settings-region.vtt")
    let found = file.cues.map(\.settings.region)
    #expect(found.count == 9)
    #expect(found[0] != nil && found[1] != nil && found[0] != found[1])
    #expect(found[2] == found[1] && found[3] == nil && found[4] == found[0])
    #expect(found[5...].allSatisfy { $0 == nil })
  }

  @Test func `writing directions are read`() throws {
    #expect(
      try cues("settings-vertical").map(\.settings.vertical)
        == [nil, .growingRight, .growingLeft, .growingRight, nil, nil, nil, nil])
  }

  @Test(arguments: ["signature-no-newline", "signature-space", "signature-tab", "timings-eof"])
  func `files without cues are read`(_ name: String) throws {
    #expect(try cues(name).isEmpty)
  }

  @Test func `cues behind style sheets are read`() throws {
    #expect(try cues("stylesheets").map(\.identifier) == ["foo", "bar"])
  }

  @Test func `cues that end before they start are kept`() throws {
    let cues = try cues("timings-negative")
    #expect(
      cues.map(\.milliseconds)
        == [[0, 0], [1000, 999], [60000, 59999], [3_600_000, 3_599_999]])
    #expect(cues.map(\.text) == (0..<4).map { "text\($0)" })
  }

  @Test func `times with too many digits are reported`() throws {
    let file = try Fixtures.file("vtt-wpt/timings-too-long.vtt")
    #expect(file.cues.map(\.text) == ["text0", "text1"])
    #expect(file.cues.map(\.milliseconds) == [[0, 1000], [0, 1000]])
    #expect(file.messages(.timing).count == 13)
  }

  @Test func `tabs and form feeds are blanks`() throws {
    let cues = try cues("whitespace-chars")
    #expect(cues.map(\.identifier) == ["spaces", "tabs", "form feed"])
    #expect(cues.map(\.text) == ["   text0", "text1", "text2"])
  }

  @Test(arguments: ["WEBVTTx", "webvtt", "", " WEBVTT", "WEBVT"])
  func `a wrong signature is an error`(_ text: String) {
    #expect(throws: SubtitleError.self) { try read(text, .webVTT) }
  }
}
