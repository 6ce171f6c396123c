import Foundation
import Testing

/// What `vfx lint` says of subtitles.
@Suite struct LintTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  private func write(_ text: String, _ name: String = "a.srt") throws {
    try bench.write(text, to: name)
  }

  private static let good = "1\n00:00:01,000 --> 00:00:03,000\nGood evening.\n"

  @Test func `a good file is passed over in silence`() throws {
    try write(Self.good)
    let outcome = try bench.vfx("lint", "a.srt")
    #expect(outcome.status == 0 && outcome.text.isEmpty && outcome.errors.isEmpty)
  }

  @Test func `oddities are reported with file, line and column`() throws {
    try write(Self.good + "\n2\n00:00:02,000 --> 00:00:04,000\nAnd <i>again\n")
    let outcome = try bench.vfx("lint", "a.srt")
    #expect(outcome.status == 1)
    let lines = outcome.text.split(separator: "\n").filter { $0.hasPrefix("a.srt:") }
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("a.srt:6:1: warning: it appears 1 s before"))
    #expect(lines[0].hasSuffix("[overlap]"))
    #expect(lines[1].hasPrefix("a.srt:7:5: warning: the tag <i> is not closed"))
  }

  @Test func `programs get one array for all files`() throws {
    try write(Self.good)
    try write("1\n00:00:02,000 --> 00:00:01,000\nBack\n", "b.srt")
    let outcome = try bench.vfx("lint", "--format", "json", "a.srt", "b.srt")
    #expect(outcome.status == 1)
    let found = try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]]
    #expect(found?.count == 1)
    #expect(found?.first?["file"] as? String == "b.srt")
    #expect(found?.first?["severity"] as? String == "error")
    #expect(found?.first?["line"] as? Int == 2)
  }

  @Test func `text that does not fit is reported for the size of the picture`() throws {
    try write("1\n00:00:01,000 --> 00:00:07,000\n\(String(repeating: "W", count: 40))\n")
    #expect(try bench.vfx("lint", "a.srt", "--size", "1920x1080").status == 0)
    let narrow = try bench.vfx("lint", "a.srt", "--size", "60x1080")
    #expect(narrow.status == 1 && narrow.text.contains("[overflow]"))
  }

  @Test func `a font that is not there is reported once`() throws {
    try write(
      """
      WEBVTT

      STYLE
      ::cue { font-family: "Nosuch Font"; }

      00:01.000 --> 00:03.000
      Good evening.

      00:04.000 --> 00:06.000
      Good night.

      """, "a.vtt")
    let outcome = try bench.vfx("lint", "a.vtt")
    let lines = outcome.text.split(separator: "\n").filter { $0.hasPrefix("a.vtt:") }
    #expect(outcome.status == 1 && lines.count == 1, "\(outcome.text)")
    let message = "a.vtt:6:1: warning: there is no font family \"Nosuch Font\", so "
    #expect(lines.first?.hasPrefix(message) == true, "\(outcome.text)")
    #expect(lines.first?.hasSuffix(" [missing-font]") == true, "\(outcome.text)")
  }

  @Test(arguments: ["utf-16", "utf-16le"])
  func `an encoding has the same names here and in timelines`(_ name: String) throws {
    let letters = Self.good.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    try bench.write(letters, to: "a.srt")
    let lint = try bench.vfx("lint", "--encoding", name, "a.srt")
    #expect(lint.status == 0, "\(lint.errors)")
    let timeline =
      #"{ "version": 1, "layers": [{ "type": "subtitles", "source": "a.srt", "encoding": "NAME" }] }"#
    try write(timeline.replacing("NAME", with: name), "t.json")
    let check = try bench.vfx("check", "t.json")
    #expect(check.status == 0, "\(check.errors)")
  }

  @Test func `a file without subtitles ends with 2`() throws {
    try write("hello\n")
    let outcome = try bench.vfx("lint", "a.srt")
    #expect(outcome.status == 2 && outcome.text.contains("a.srt:1:1: error:"))
    #expect(try bench.vfx("lint", "none.srt").status == 2)
  }
}
