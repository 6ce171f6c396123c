import Foundation
import Testing

/// What `vfx captions` writes.
@Suite struct CaptionsCommandTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  private func write(_ text: String, _ name: String = "w.json") throws {
    try bench.write(text, to: name)
  }

  private static let words = #"""
    { "words": [ { "word": "One", "start": 1, "end": 1.5 }, { "word": "two.", "start": 1.5, "end": 2 },
      { "word": "Three", "start": 2, "end": 3 } ] }
    """#

  @Test func `words become cues of the format that is asked for`() throws {
    try write(Self.words)
    let srt = try bench.vfx("captions", "w.json")
    #expect(srt.status == 0 && srt.errors.isEmpty)
    #expect(
      srt.text
        == "1\n00:00:01,000 --> 00:00:02,000\nOne two.\n\n2\n00:00:02,000 --> 00:00:03,000\nThree\n\n"
    )
    let vtt = try bench.vfx("captions", "-", "--to", "vtt", input: Data(Self.words.utf8))
    #expect(vtt.text.hasPrefix("WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nOne<00:00:01.500> two.\n"))
    let ass = try bench.vfx("captions", "w.json", "--to", "ass", "--max-words", "1")
    #expect(
      ass.text.hasSuffix(
        "{\\k50}two.\nDialogue: 0,0:00:02.00,0:00:03.00,Default,,0,0,0,,{\\k100}Three\n"))
  }

  /// Joiners, marks of direction and soft hyphens are part of words.
  @Test func `what is not seen is written as it is`() throws {
    let words = ["می\u{200C}خواهم", "\u{200F}שלום", "so\u{AD}ft", "x\u{2060}y", "क्\u{200D}ष"]
    let list = words.enumerated().map {
      "{ \"word\": \"\($0.element)\", \"start\": \($0.offset), \"end\": \($0.offset + 1) }"
    }
    try write("{ \"words\": [\(list.joined(separator: ", "))] }")
    for format in ["srt", "vtt", "ass"] {
      let made = try bench.vfx("captions", "w.json", "--to", format, "--max-words", "1")
      #expect(made.status == 0)
      for word in words { #expect(made.text.contains(word), "\(format)") }
    }
  }

  @Test func `notes and faults are reported with their places`() throws {
    try write("1\n00:00:01,000 --> 00:00:02,000\nOne two\n", "a.srt")
    let shared = try bench.vfx("captions", "a.srt", "--to", "vtt")
    #expect(shared.status == 0 && shared.errors.contains("a.srt:2:1: words have no times"))
    try write("{\"words\": [\n 7]}")
    let broken = try bench.vfx("captions", "w.json")
    #expect(broken.status == 2 && broken.errors.contains("w.json:2:2: a word must be an object"))
    #expect(try bench.vfx("captions", "none.json").status == 2)
  }
}
