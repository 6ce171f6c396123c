import Bytes
import Testing

@testable import Timeline

/// Timelines with clips that are layers of others: what is read of them, and when they are seen.
@Suite struct FilmLayerTests {
  private func decoded(_ layers: String, _ files: [String: String]) -> DecodedDocument {
    let text = #"{"version": 1, "layers": [\#(layers)]}"#
    let parsed = ParsedTimeline(
      SourceText(name: "t.json", text: text),
      load: { path in
        files[path].map { .success(Array($0.utf8)) } ?? .failure(TimelineLoadFault("no \(path)"))
      })
    return parsed.decoded(Sample.nestingVocabulary, .init())
  }

  private static let film = #"""
    {"version": 1, "clips": [{"source": "a.mp4", "out": 2}, {"source": "b.mp4", "out": 1}],
      "layers": [{"type": "video", "source": "c.mp4", "start": 2}]}
    """#

  private func outputs(_ document: Document) throws -> [String: Range<Int>] {
    let (list, faults) = EditList.make(document.clips, films: document.films) { _ in nil }
    #expect(!faults.hasErrors)
    let rate = try #require(FrameRate(10, 1))
    var found: [String: Range<Int>] = [:]
    for feed in document.feeds {
      guard case .file(let path) = feed.media.source else { continue }
      found[path.text] = list.use(of: feed)?.outputs(rate: rate, start: .zero)
    }
    return found
  }

  @Test(arguments: [
    ("", 10..<30, 30..<Int.max, 30..<Int.max),
    (#", "end": 3"#, 10..<30, 30..<30, 30..<30),
    (#", "duration": 8"#, 10..<30, 30..<90, 30..<90),
    (#", "speed": 2"#, 10..<20, 20..<Int.max, 20..<Int.max),
    (#", "in": 0.5, "out": 2.5"#, 10..<25, 25..<Int.max, 25..<Int.max),
    (#", "reverse": true"#, 20..<Int.max, 10..<20, 10..<20),
    (#", "loop": 2, "end": 7"#, 10..<70, 10..<70, 10..<70),
  ])
  func `its sources are seen in the layer's time, and held at its end`(
    _ keys: String, _ a: Range<Int>, _ b: Range<Int>, _ c: Range<Int>
  ) throws {
    let layer = #"{"type": "timeline", "source": "p.json", "start": 1\#(keys)}"#
    let document = try #require(decoded(layer, ["p.json": Self.film]).document)
    let seen = try outputs(document)
    #expect(seen["a.mp4"] == a && seen["b.mp4"] == b && seen["c.mp4"] == c, "\(seen)")
  }

  @Test func `films stand in groups, mattes and films, each with what plays it`() throws {
    let outer = #"""
      {"version": 1, "clips": [{"source": "z.mp4", "out": 9}],
        "layers": [{"type": "timeline", "source": "p.json", "start": 1, "vars": {"n": 2}}]}
      """#
    let inner =
      #"{"version": 1, "vars": {"n": 1}, "clips": [{"source": "a.mp4", "out": {"var": "n"}}]}"#
    let layers = #"""
      {"type": "group", "start": 1, "end": 3, "layers": [{"type": "timeline", "source": "p.json"}]},
      {"type": "timeline", "source": "p.json", "enabled": false},
      {"type": "timeline", "source": "o.json", "name": "o", "volume": 0.5}
      """#
    let document = try #require(decoded(layers, ["p.json": inner, "o.json": outer]).document)
    #expect(document.films.count == 2 && document.films[1].name == "o")
    #expect(document.films[0].range == TimeRange(start: Time(seconds: 1), end: Time(seconds: 3)))
    #expect(
      document.feeds.map(\.within) == [
        [.film(0)], [], [.film(1)], [.film(1), .film(0)], [.film(1)], [],
      ])
    #expect(document.soundtrack.tracks.map(\.bus.name) == [nil, "o"])
    #expect(document.films[1].media.source.timeline?.document.films.count == 1)
    let list = EditList.make(document.clips, films: document.films) { _ in nil }.list
    #expect(list.films[1].inner?.films[0].inner?.end == Time(seconds: 2))
  }

  @Test(arguments: [
    (
      #"{"type": "timeline", "source": "p.json", "timeline": {}}"#,
      "unknown key 'timeline' in a timeline layer"
    ),
    (
      #"{"type": "timeline", "source": "p.json", "sped": 2}"#,
      "unknown key 'sped' in a timeline layer"
    ),
    (#"{"type": "timeline", "source": "p.json", "volume": -1}"#, "'volume'"),
    (
      #"{"type": "timeline", "source": "s.json"}"#,
      "standard input is no source in a timeline that another one plays"
    ),
    (#"{"type": "timeline", "source": "l.json"}"#, "the timeline plays itself: 'l.json', 'l.json'"),
    (#"{"type": "timeline", "source": "c.json"}"#, "'clips' takes an array of clips"),
  ])
  func `faults are reported`(_ layer: String, _ message: String) {
    let files = [
      "p.json": Self.film, "s.json": #"{"version": 1, "clips": [{"source": "stdin"}]}"#,
      "l.json":
        #"{"version": 1, "clips": [{"source": "a.mp4"}], "layers": [{"type": "timeline", "source": "l.json"}]}"#,
      "c.json": #"{"version": 1, "clips": 1}"#,
    ]
    let found = decoded(layer, files).diagnostics.sorted.map(\.message)
    #expect(found.contains { $0.contains(message) }, "\(found)")
  }

  @Test func `what is played must lie in the film`() throws {
    let layer = #"{"type": "timeline", "source": "p.json", "out": 4}"#
    let document = try #require(decoded(layer, ["p.json": Self.film]).document)
    let faults = EditList.make([], films: document.films) { _ in nil }.faults
    #expect(faults.sorted.map(\.message) == ["'out' is 4 s, but the source ends at 3.000 s"])
  }
}
