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
  private static func effect(_ name: String) -> String {
    #"{ "type": "effect", "effect": "\#(name)" }"#
  }
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
      timeline: #""clips": [{ "source": "t.y4m" }], "layers": [\#(dot)]"#, letter: "t"),
    Case(
      timeline: #""clips": [{ "source": "m.y4m" }], "layers": [\#(dot)]"#, letter: "m",
      warning: "m.y4m is interlaced, and layers are drawn on it"),
    Case(
      timeline: #""clips": [{ "source": "t.y4m" }], "layers": [\#(dot), \#(effect("blur"))]"#,
      letter: "t", warning: "t.y4m is interlaced, and blur works across its fields"),
    Case(
      timeline: #""clips": [{ "source": "t.y4m" }], "layers": [\#(effect("invert"))]"#,
      letter: "t"),
    Case(
      timeline: #""clips": [{ "source": "t.y4m" }], "layers": [{ "type": "group", "layers": [ "#
        + #"\#(dot), \#(effect("blur"))] }]"#,
      letter: "t"),
    Case(
      timeline:
        #""clips": [{ "source": "p.y4m" }], "layers": [{ "type": "video", "source": "t.y4m" }]"#,
      letter: "p", warning: "t.y4m is interlaced, and as a layer it is drawn"),
    Case(timeline: #""layers": []"#, input: "t", letter: "t"),
    Case(
      timeline: #""layers": [\#(effect("blur"))]"#, input: "b", letter: "b",
      warning: "1:28: warning: standard input is interlaced, and blur works across its fields"),
    Case(timeline: #""layers": [\#(dot)]"#, input: "b", letter: "b"),
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
    try bench.write("{ \"version\": 1, \(item.timeline) }")
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

  @Test(arguments: [("tff", "t", 0), ("bff", "b", 1)])
  func `layers move from field to field`(_ word: String, _ letter: String, _ first: Int) throws {
    let still = #""clips": [{ "source": { "color": "gray" }, "duration": 1 }]"#
    let layers = """
      "layers": [
        { "type": "color", "color": "#e83", "size": [9, 8], "start": 0.1,
          "position": { "from": [2, 3], "to": [40, 9], "duration": 0.4 } },
        { "type": "color", "color": "white", "size": [4, 4], "position": [50, 20] } ]
      """
    func text(_ rate: Int, _ rest: String) -> String {
      #"{ "version": 1, "canvas": { "size": [64, 36], "format": "420jpeg", "rate": \#(rate) }, "#
        + #"\#(rest) }"#
    }
    for (name, content) in [
      ("frames", text(10, still)), ("fields", text(20, still)),
      ("layers", #"{ "version": 1, \#(layers) }"#),
    ] {
      try bench.write(content, to: "\(name).json")
    }
    let made = try bench.bash(
      """
      vfx -q -t frames.json > frames.y4m && vfx -q -t fields.json > fields.y4m
      vfx -q -t layers.json < fields.y4m > expected.y4m
      vfx -q -t layers.json --interlaced \(word) < frames.y4m > drawn.y4m
      vfx -q -t layers.json --interlaced \(word) -j 1 < frames.y4m | cmp - drawn.y4m
      vfx -q -t layers.json --interlaced \(word) -j 7 < frames.y4m | cmp - drawn.y4m
      sed "1s/ I[^ ]*/ I\(letter)/" frames.y4m | vfx -q -t layers.json | cmp - drawn.y4m
      vfx -q -t layers.json < frames.y4m > whole.y4m
      vfx -q -t layers.json --interlaced no < drawn.y4m | head -n 1 > progressive
      """)
    try #require(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    func frames(_ name: String) throws -> [[UInt8]] {
      let bytes = [UInt8](try bench.contents(name))
      let size = 64 * 36 * 3 / 2
      let header = (bytes.firstIndex(of: 0x0A) ?? 0) + 1
      return stride(from: header, to: bytes.count, by: size + 6).map {
        Array(bytes[$0 + 6..<$0 + 6 + size])
      }
    }
    let (drawn, expected) = (try frames("drawn.y4m"), try frames("expected.y4m"))
    #expect(drawn.count == 10 && expected.count == 20)
    #expect(try bench.text("progressive").contains(" Ip "))
    #expect(try frames("whole.y4m") != drawn)
    for (index, frame) in drawn.enumerated() {
      // 36 rows of 64, and then 18 rows of 32 twice.
      var start = 0
      for (width, height) in [(64, 36), (32, 18), (32, 18)] {
        for y in 0..<height {
          let field = y & 1 == first ? 0 : 1
          let row = start + y * width..<start + (y + 1) * width
          #expect(frame[row] == expected[2 * index + field][row], "frame \(index), row \(y)")
        }
        start += width * height
      }
    }
  }

  @Test(arguments: ["t", "b"])
  func `what is drawn in either field may be touched`(_ letter: String) throws {
    let timeline = #"""
      { "version": 1, "layers": [{ "type": "color", "color": "white", "size": [4, 4],
        "position": { "from": [0, 0], "to": [24, 12], "duration": 0.1 } }] }
      """#
    try bench.write(timeline, to: "moving.json")
    let outcome = try bench.bash(
      """
      vfx -q -t moving.json < \(letter).y4m > out.y4m
      vfx verify -q \(letter).y4m out.y4m -t moving.json || exit 1
      word=$([ \(letter) = t ] && echo tff || echo bff)
      vfx -q -t moving.json --interlaced $word < p.y4m > out.y4m
      sed "1s/ I[^ ]*/ Ip/" out.y4m > marked.y4m
      vfx verify -q p.y4m marked.y4m -t moving.json --interlaced $word || exit 2
      if vfx verify -q p.y4m marked.y4m -t moving.json; then exit 3; fi
      """)
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
  }
}
