import Bytes
import Testing

@testable import Timeline

/// Times that are written as sums.
@Suite struct TimeSumTests {
  private static func decode(_ text: String) -> DecodedDocument {
    var knowledge = Document.Knowledge()
    knowledge.grids = [nil: BeatGrid(beats: [1, 1.5, 2], bars: [1.5, 3.5])]
    return Document.decode(
      SourceText(name: "t", text: text), vocabulary: Sample.vocabulary, knowing: knowledge)
  }

  /// The range of a layer in a group of 8 seconds that starts at 2.
  private static func range(_ text: String) -> [Double?] {
    let layer = decode(
      #"""
      {"version": 1, "layers": [{"type": "group", "start": 2, "end": 10,
        "layers": [{"type": "color", \#(text)}]}]}
      """#
    ).document?.layers.first?.children.first
    return [layer?.range.start.seconds, layer?.range.end?.seconds]
  }

  @Test(arguments: [
    (#""start": "100% - 1s""#, [9.0, nil]),
    (#""start": "50% + 500ms", "end": "100% - 1.5""#, [6.5, 8.5]),
    (#""start": "1s + 1s - 250ms""#, [3.75, nil]), (#""start": "50%  -  25%""#, [4, nil]),
    (#""start": "0:01.5 + 1/4""#, [3.75, nil]), (#""end": "bar:2 - 0.5s""#, [2, 3]),
    (#""start": "500ms + beat:3""#, [2.5, nil]), (#""duration": "50% - 1s""#, [2, 5]),
    (#""start": "-1s + 2s""#, [3, nil]),
  ])
  func `sums have the times of their parts`(_ text: String, _ range: [Double?]) {
    #expect(Self.range(text) == range, "\(text)")
  }

  @Test func `keys count from the end, and from both`() throws {
    let layer = try #require(
      Self.decode(
        #"""
        {"version": 1, "layers": [{"type": "color", "start": 1, "duration": 5, "opacity":
          {"keys": [[0, 0], ["1s", 1], ["100% - 1s", 1], ["100%", 0]]}}]}
        """#
      ).document?.layers.first)
    #expect(layer.arguments[Sample.opacity].keys.map(\.time.seconds) == [0, 1, 4, 5])
  }

  @Test(arguments: [
    (
      #""start": "1s + 1️⃣2x""#,
      "1: 'start' cannot be '2x': a time ends in s, ms, f (frames) or %, not in 'x'"
    ),
    (
      #""start": "1️⃣100% - 1s""#,
      "1: 'start' cannot be a percentage, because the length of the film is not known; that of clips is; write a time"
    ),
    (#""start": "2s - 1️⃣beat:1""#, "1: a moment of music is no length that could be subtracted"),
    (#""start": "beat:2 + 1️⃣beat:1""#, "1: a moment of music is no length that could be added"),
    (#""start": 1️⃣"1 + 1 + 1 + 1 + 1""#, "1: a sum has at most 4 times"),
    (#""start": 1️⃣"1e9 + 1s""#, "1: a time must be within a billion seconds"),
    (
      #""end": "1️⃣end - 1s""#,
      #"1: 'end' cannot be 'end': a time is a number of seconds, or text such as "90f", "250ms", "1:02.5", "00:01:02.500", "1001/30000" or "50%"; "100%" is the end, as in "100% - 1s""#
    ),
    (
      #""end": 1️⃣"2s+1s""#,
      #"1: 'end' cannot be '2s+1s': a time is a number of seconds, or text such as "90f", "250ms", "1:02.5", "00:01:02.500", "1001/30000" or "50%"; blanks stand around the signs of sums: "100% - 1s""#
    ),
    (
      #""duration": "1️⃣beat:2 + 1s""#,
      "1: 'duration' is a length, and a beat is a moment; a 'start', an 'end' and the times of 'keys' can be one"
    ),
  ])
  func `faults stand inside the text`(_ text: String, _ message: String) {
    #expect(Sample.messages(layer: #"{"type": "color", \#(text)}"#) == [message])
  }

  @Test func `a track's name may have signs in it`() {
    func parts(_ text: String) -> [String?] {
      TimeSum(JSONNode(.string(text), range: 0..<text.utf8.count + 2))?.terms.map(\.node.string)
        ?? []
    }
    #expect(parts("beat:4@a - b") == [])
    #expect(parts("beat:4@a-1 - 2f") == ["beat:4@a-1", "2f"])
    for text in ["-1", "- 1", "1-2", "1e-3", "1 -2", "", " ", "1 - ", "-", " - 1"] {
      #expect(parts(text) == [], "\(text)")
    }
  }
}
