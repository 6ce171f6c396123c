import Foundation
import TestSupport
import Testing

/// How commands are asked for what programs read.
@Suite(.timeLimit(.minutes(20))) struct ReportFormatTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(SoundFiles.saw(seconds: 0.5, rate: 8000, level: 10_000), to: "in.wav")
    try bench.write("1\n00:00:02,000 --> 00:00:01,000\nBack\n", to: "a.srt")
  }

  /// The older spelling is a switch of its own.
  @Test(arguments: [
    "afx beats -q in.wav", "vfx fonts", "vfx lint a.srt",
    "vfx testsrc -q -s 16x16 -n 1 | vfx scope",
  ])
  func `both spellings ask for the same JSON`(_ command: String) throws {
    let asked = try bench.bash("\(command) --format json")
    _ = try JSONSerialization.jsonObject(with: asked.output)
    let older = try bench.bash("\(command) --json")
    #expect(older.output == asked.output && older.status == asked.status)
  }

  @Test func `beats are one object`() throws {
    let report = try bench.bash("afx beats --format json in.wav").output
    let values = try #require(try JSONSerialization.jsonObject(with: report) as? [String: Any])
    #expect(values["duration"] as? Double == 0.5)
  }
}
