import Foundation
import Testing

/// Subtitles whose letters come and go.
@Suite struct MovingSubtitlesTests {
  static let cues = """
    1
    00:00:00,200 --> 00:00:01,400
    Hi there
    you

    2
    00:00:01,600 --> 00:00:02,000
    <u>second</u>

    """

  /// Rows of a grey film of 128 by 72, frame by frame.
  private func frames(
    _ keys: String, _ options: String = "", file: String = cues, name: String = "a.srt",
    errors: String = ""
  ) throws -> [[[UInt8]]] {
    let bench = try Workbench()
    try bench.write(file, to: name)
    let timeline = #"""
      { "version": 1, "canvas": { "size": [128, 72], "format": "mono" },
        "clips": [{ "source": { "color": "#404040" }, "duration": 2.2 }],
        "layers": [{ "type": "subtitles", "source": "\#(name)", "size": 20\#(keys) }] }
      """#
    try bench.write(timeline)
    let outcome = try bench.bash("vfx -q -t t.json --fps 10 \(options)")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    if !errors.isEmpty {
      #expect(try bench.vfx("check", "t.json").errors.contains(errors))
    }
    guard let header = outcome.output.firstIndex(of: 0x0A) else { return [] }
    let body = [UInt8](outcome.output[(header + 1)...])
    return stride(from: 0, to: body.count, by: 128 * 72 + 6).map { start in
      (0..<72).map { Array(body[(start + 6 + $0 * 128)..<(start + 134 + $0 * 128)]) }
    }
  }

  private func ink(_ frame: [[UInt8]], from first: [[UInt8]]) -> Int {
    zip(frame, first).reduce(0) { sum, rows in
      sum + zip(rows.0, rows.1).filter { $0 != $1 }.count
    }
  }

  @Test func `letters come one after another from the start of their cue`() throws {
    let plain = try frames("")
    let typed = try frames(#", "animate": { "type": "typewriter", "stagger": 0.1 }"#)
    #expect(plain.count == 22 && typed.count == 22)
    #expect(typed[0] == plain[0] && typed[1] == plain[1] && typed[15] == plain[15])
    let counts = (2..<14).map { ink(typed[$0], from: plain[0]) }
    #expect(counts[0] > 0 && zip(counts, counts.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(Set(counts).count > 7)
    // Ten letters and a blank: after the last one nothing moves.
    #expect(typed[13] == plain[13] && typed[12] == plain[12])
    // What is there is where it stands without a movement, but for edges that letters share.
    for frame in typed[2..<14] {
      let others = zip(frame, zip(plain[13], plain[0])).reduce(0) { sum, rows in
        sum
          + zip(rows.0, zip(rows.1.0, rows.1.1)).filter { $0 != $1.0 && $0 != $1.1 }.count
      }
      #expect(others < 10)
    }
  }

  @Test func `they go before its end, by words and lines too`() throws {
    let plain = try frames("")
    let gone = try frames(
      #"""
      , "animate": [{ "type": "fade", "by": "line", "duration": 0.2, "stagger": 0.2 },
          { "type": "slide", "by": "word", "duration": 0.2, "out": true }]
      """#)
    #expect(gone[7] == plain[7] && gone[2] != plain[2] && gone[13] != plain[13])
    // The first line comes first.
    let (top, bottom) = (0..<46, 46..<72)
    #expect(ink(Array(gone[3][top]), from: Array(plain[0][top])) > 0)
    #expect(gone[3][bottom] == plain[0][bottom] && gone[5][bottom] != plain[0][bottom])
  }

  @Test func `parts of a film are as in the whole of it, at another rate too`() throws {
    let keys =
      #", "rate": 0.5, "offset": 0.3, "animate": { "type": "bounce", "duration": 0.3, "stagger": 0.01 }"#
    let whole = try frames(keys, "-j 1")
    #expect(try frames(keys, "--start 0.5 -j 3") == Array(whole[5...]))
    let still = try frames(#", "rate": 0.5, "offset": 0.3"#)
    // Movements take as long as they say, whatever the file's times are multiplied by.
    #expect(whole[4] != still[4] && whole[9] == still[9])
  }

  @Test func `a script keeps its own movements`() throws {
    let script = """
      [Script Info]
      ScriptType: v4.00+
      PlayResX: 128
      PlayResY: 72
      [Events]
      Format: Layer, Start, End, Style, Text
      Dialogue: 0,0:00:00.20,0:00:01.40,Default,Hello
      """
    let keys = #", "animate": { "type": "typewriter" }"#
    let moved = try frames(
      keys, file: script, name: "a.ass", errors: "warning: 'animate' does nothing in an ASS script")
    #expect(try moved == frames("", file: script, name: "a.ass"))
  }
}
