import Bytes
import Testing

@testable import Timeline

/// Times that are moments of music.
@Suite struct BeatGridTests {
  private static let grid = BeatGrid(beats: [1, 1.5, 2, 2.6], bars: [1.5, 3.5])

  private static func decode(_ text: String, hearing: Bool = true) -> DecodedDocument {
    var knowledge = Document.Knowledge()
    if hearing { knowledge.grids = [nil: grid, "music": BeatGrid(beats: [0, 10], bars: [])] }
    return Document.decode(
      SourceText(name: "t", text: text), vocabulary: Sample.vocabulary, knowing: knowledge)
  }

  private static func layer(_ text: String) -> Layer? {
    decode(#"{"version": 1, "layers": [{"type": "color", \#(text)}]}"#).document?.layers.first
  }

  @Test(arguments: [
    ("beat:1", 1.0), ("beat:3", 2), ("beat:3.5", 2.3), ("beat:0", 0.5), ("beat:6", 3.8),
    ("bar:1", 1.5), ("bar:1.25", 2), ("beat:1.5@music", 5),
  ])
  func `a moment is on the grid of its track`(_ text: String, _ seconds: Double) {
    let start = Self.layer(#""start": "\#(text)""#)?.range.start.seconds ?? -1
    #expect((start - seconds).magnitude < 1e-6, "\(text)")
  }

  @Test func `moments are those of the timeline, wherever they are written`() throws {
    let document = try #require(
      Self.decode(
        """
        {"version": 1, "layers": [{"type": "group", "start": 0.5, "layers": [
          {"type": "color", "start": "beat:2", "end": "beat:4",
           "opacity": {"keys": [["beat:2", 0], ["beat:3", 1]]}}]}]}
        """
      ).document)
    let layer = try #require(document.layers.first?.children.first)
    #expect(layer.range.start.seconds == 1.5 && layer.range.end?.seconds == 2.6)
    #expect(layer.arguments[Sample.opacity].keys.map(\.time.seconds) == [0, 0.5])
  }

  @Test func `a clip may start at a beat`() throws {
    let decoded = Self.decode(
      #"{"version": 1, "clips": [{"source": "a.y4m", "start": "bar:2"}]}"#)
    #expect(decoded.document?.clips.first?.start?.seconds == 3.5)
  }

  @Test func `tracks are asked for once, and 120 beats a minute stand in`() throws {
    let decoded = Self.decode(
      #"""
      {"version": 1, "layers": [{"type": "color", "start": "beat:2", "end": "bar:2"},
        {"type": "color", "start": "beat:2@music"}]}
      """#, hearing: false)
    #expect(decoded.document?.beatUses.map(\.track) == [nil, "music"])
    let range = decoded.document?.layers.first?.range
    #expect(range?.start.seconds == 0.5 && range?.end?.seconds == 2)
  }

  @Test(arguments: [
    (
      #""start": 1️⃣"beat:x""#,
      #"1: 'start' cannot be 'beat:x': a beat is such as "beat:4", or "beat:4@music" of the track 'music'"#
    ),
    (
      #""start": 1️⃣"bar:2@""#,
      #"1: 'start' cannot be 'bar:2@': a bar is such as "bar:4", or "bar:4@music" of the track 'music'"#
    ),
    (
      #""duration": 1️⃣"beat:2""#,
      "1: 'duration' is a length, and a beat is a moment; a 'start', an 'end' and the times of 'keys' can be one"
    ),
  ])
  func `what is no moment is reported`(_ text: String, _ message: String) {
    #expect(Sample.messages(layer: #"{"type": "color", \#(text)}"#) == [message])
  }

  @Test func `music without bars, and times of sources, have none`() {
    let text = #"{"version": 1, "layers": [{"type": "color", "start": "bar:1@music"}]}"#
    #expect(
      Self.decode(text).diagnostics.sorted.map(\.message) == ["no bars are heard in the track"])
    #expect(
      Sample.messages(#"{"version": 1, "clips": [{"source": "a.y4m", "in": 1️⃣"beat:2"}]}"#) == [
        "1: 'in' cannot be a beat here"
      ])
    #expect(
      Sample.messages(
        #"""
        {"version": 1, "clips": [{"out": 1, "source": {"timeline": {
          "layers": [{"type": "color", "end": 1️⃣"beat:2"}]}}}]}
        """#) == [
          "1: 'end' cannot be a beat here; in a timeline that another one plays, write a time"
        ])
  }
}
