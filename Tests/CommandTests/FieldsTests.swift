import Foundation
import Testing

/// Interlaced streams keep their mark as long as nothing mixes their fields, and else it is told.
@Suite(.timeLimit(.minutes(20))) struct FieldsTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    let made = try bench.bash(
      """
      export LC_ALL=C
      vfx testsrc -q -s 32x18 -n 3 > p.y4m
      for letter in t b m; do sed "1s/ Ip / I$letter /" p.y4m > $letter.y4m; done
      vfx testsrc -q -s 32x36 -n 3 | sed '1s/ Ip / It /' > high.y4m
      """)
    try #require(made.status == 0, "\(made.errors)")
  }

  /// A timeline, the input's letter if there is one, the output's, and a part of the warning.
  struct Case: CustomTestStringConvertible, Sendable {
    let timeline: String
    var input: String?
    let letter: String
    var warning: String?

    var testDescription: String { timeline + (input ?? "") }
  }

  private static let source = #"{ "source": "t.y4m" }"#
  private static let dot = #"{ "type": "color", "color": "red", "size": [4, 4] }"#

  static let cases = [
    Case(timeline: #""clips": [{ "source": "t.y4m" }]"#, letter: "t"),
    Case(timeline: #""clips": [{ "source": "b.y4m" }, { "source": "b.y4m" }]"#, letter: "b"),
    Case(timeline: #""clips": [{ "source": "m.y4m" }]"#, letter: "m"),
    Case(timeline: #""clips": [{ "source": "p.y4m" }]"#, letter: "p"),
    Case(
      timeline: #""clips": [{ "source": { "color": "red" }, "duration": 0.1 }, \#(source)]"#,
      letter: "t"),
    Case(
      timeline: #""canvas": { "size": [32, 36] }, "clips": [{ "source": "t.y4m" }]"#, letter: "p",
      warning: "1:71: warning: t.y4m is interlaced, and its frames are scaled"),
    Case(
      timeline: #""canvas": { "size": [64, 18], "fit": "fill" }, "clips": [{ "source": "t.y4m" }]"#,
      letter: "t"),
    Case(
      timeline: #""clips": [{ "source": "t.y4m", "zoom": { "from": 1, "to": 2 } }]"#, letter: "p",
      warning: "t.y4m is interlaced, and its frames are scaled"),
    Case(
      timeline: #""clips": [{ "source": "t.y4m", "reverse": true }]"#, letter: "p",
      warning: "played backwards, its fields are in the wrong order"),
    Case(
      timeline: #""clips": [{ "source": "p.y4m" }, { "source": "b.y4m" }]"#, letter: "p",
      warning: "b.y4m is interlaced, and p.y4m, which the output follows, is not"),
    Case(
      timeline: #""clips": [{ "source": "t.y4m" }, { "source": "b.y4m" }]"#, letter: "t",
      warning: "b.y4m is interlaced, and t.y4m, which the output follows, has another field order"),
    Case(
      timeline: #""clips": [{ "source": "t.y4m" }, { "source": "p.y4m" }]"#, letter: "t",
      warning: "t.y4m is interlaced, and p.y4m, which is shown as well, is progressive"),
    Case(
      timeline: #""clips": [{ "source": "t.y4m" }, { "source": "high.y4m" }]"#, letter: "t",
      warning: "high.y4m is interlaced, and its frames are scaled"),
    Case(
      timeline: #""clips": [{ "source": "t.y4m" }], "layers": [\#(dot)]"#, letter: "t",
      warning: "t.y4m is interlaced, and layers are drawn on it"),
    Case(
      timeline:
        #""clips": [{ "source": "p.y4m" }], "layers": [{ "type": "video", "source": "t.y4m" }]"#,
      letter: "p", warning: "t.y4m is interlaced, and as a layer it is drawn"),
    Case(timeline: #""layers": []"#, input: "t", letter: "t"),
    Case(
      timeline: #""layers": [\#(dot)]"#, input: "b", letter: "b",
      warning: "1:28: warning: standard input is interlaced, and layers are drawn on it"),
    Case(
      timeline: #""canvas": { "size": [64, 36] }"#, input: "t", letter: "p",
      warning: "standard input is interlaced, and its frames are scaled"),
    Case(timeline: #""canvas": { "size": [32, 22], "fit": "none" }"#, input: "t", letter: "t"),
    Case(timeline: #""canvas": { "rate": 50 }"#, input: "t", letter: "t"),
    Case(timeline: #""clips": [{ "source": "stdin" }]"#, input: "m", letter: "m"),
    Case(
      timeline: #""clips": [{ "source": { "color": "red" }, "duration": 0.1 }], "#
        + #""layers": [{ "type": "video", "source": "stdin" }]"#,
      input: "t", letter: "p",
      warning: "standard input is interlaced, and as a layer it is drawn"),
  ]

  @Test(arguments: cases)
  func `the header and a warning say what becomes of fields`(_ item: Case) throws {
    try Data("{ \"version\": 1, \(item.timeline) }".utf8)
      .write(to: bench.folder.appendingPathComponent("t.json"))
    let input = try item.input.map { try bench.contents("\($0).y4m") } ?? Data()
    let outcome = try bench.vfx("-t", "t.json", input: input)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let header = String(
      decoding: outcome.output.prefix { $0 != 0x0A }, as: UTF8.self)
    #expect(header.contains(" I\(item.letter) "), "\(header)")
    guard let warning = item.warning else {
      #expect(outcome.errors.isEmpty, "\(outcome.errors)")
      return
    }
    #expect(outcome.errors.contains(warning), "\(outcome.errors)")
    #expect(outcome.errors.contains("ffmpeg -vf bwdif"))
    #expect(outcome.errors.components(separatedBy: "interlaced").count == 2)
  }
}
