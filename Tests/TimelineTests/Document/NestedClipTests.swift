import Bytes
import Testing

@testable import Timeline

/// Timelines that are clips of others.
@Suite struct NestedClipTests {
  static let part = #"""
    {"version": 1, "vars": {"who": "a.png", "on": 0.5},
      "layers": [{"type": "image", "source": {"var": "who"}, "start": {"var": "on"}, "end": 3}]}
    """#
  static let open = #"{"version": 1, "layers": [{"type": "image", "source": "a.png"}]}"#

  private func parsed(
    _ clips: String, _ files: [String: String] = ["parts/p.json": part, "o.json": open]
  ) -> ParsedTimeline {
    ParsedTimeline(
      SourceText(name: "films/t.json", text: #"{"version": 1, "clips": [\#(clips)]}"#),
      load: { path in
        files[path].map { .success(Array($0.utf8)) } ?? .failure(TimelineLoadFault("no \(path)"))
      })
  }

  private func shown(_ parsed: ParsedTimeline) -> [Substring] {
    DiagnosticText(parsed.source).text(of: parsed.decoded(Sample.vocabulary, .init()).diagnostics)
      .split(separator: "\n").filter { $0.contains(".json:") }
  }

  private func clip(_ text: String) throws -> (clip: Clip, layers: SourceTimeline) {
    let parsed = parsed(text)
    #expect(shown(parsed) == [])
    let document = try #require(parsed.decoded(Sample.vocabulary, .init()).document)
    let clip = try #require(document.clips.first)
    guard case .timeline(_, let layers) = clip.media.source else {
      throw Missing()
    }
    return (clip, layers)
  }

  private struct Missing: Error {}

  @Test func `its layers are those of the timeline, which ends with the last`() throws {
    let (clip, list) = try clip(#"{"source": "parts/p.json", "vars": {"on": 1}}"#)
    #expect(list.layers.count == 1 && list.length == Time(seconds: 3))
    #expect(list.layers[0].range == TimeRange(start: Time(seconds: 1), end: Time(seconds: 3)))
    #expect(list.layers[0].arguments[Sample.source].text == "parts/a.png")
    let edit = EditList.make([clip], lengths: [nil])
    #expect(!edit.faults.hasErrors && edit.list.end == Time(seconds: 3))
  }

  @Test func `a part of it can be played at any speed`() throws {
    let (clip, _) = try clip(
      #"{"source": "parts/p.json", "in": 1, "speed": 2, "loop": 3, "reverse": true}"#)
    let list = EditList.make([clip], lengths: [nil]).list
    #expect(list.end == Time(seconds: 3))
    #expect(list.entries[0].retiming.instant(at: .zero).time == Time(seconds: 3))
    #expect(list.entries[0].retiming.instant(at: Time(1, 2) ?? .zero).time == Time(seconds: 2))
  }

  @Test func `layers without an end last as long as the clip says`() throws {
    let (clip, list) = try clip(#"{"source": "o.json", "duration": 2}"#)
    #expect(list.length == nil)
    #expect(EditList.make([clip], lengths: [nil]).list.end == Time(seconds: 2))
    let parsed = parsed(#"{"source": "o.json"}, {"source": "o.json", "out": 1}"#)
    let document = try #require(parsed.decoded(Sample.vocabulary, .init()).soundPart)
    let found = shown(parsed)
    #expect(
      found == [
        "films/t.json:1:37: error: the clip needs an 'out' or a 'duration', because a layer of its "
          + "timeline has no end"
      ], "\(found)")
    #expect(document.clips.count == 2)
  }

  @Test func `films in it are sources in the time of the clip`() throws {
    let files = [
      "p.json":
        #"{"version": 1, "layers": [{"type": "video", "source": "a.mp4", "start": 1, "end": 9}]}"#
    ]
    let parsed = parsed(
      #"{"source": "b.mp4", "out": 5}, {"source": "p.json", "in": 2, "out": 4}"#, files)
    let document = try #require(parsed.decoded(Sample.vocabulary, .init()).document)
    let feed = try #require(document.feeds.first { $0.layerRange != nil })
    #expect(feed.within == [.clip(1)])
    let list = EditList.make(document.clips, lengths: [Time(seconds: 5), nil]).list
    let use = try #require(list.use(of: feed))
    #expect(use.window == TimeRange(start: Time(seconds: 5), end: Time(seconds: 7)))
    let rate = try #require(FrameRate(10, 1))
    #expect(use.instant(at: Time(seconds: 5), rate: rate).time == Time(seconds: 2))
    #expect(use.outputs(rate: rate, start: .zero) == 50..<70)
    #expect(
      document.clips.map { document.feeds[$0.feed].media.place }
        == document.clips.map(\.media.place))
  }

  @Test func `its own clips are laid out in its time, with their sources and their sounds`() throws
  {
    let files = [
      "p.json": #"""
      {"version": 1, "canvas": {"size": [64, 48]}, "clips": [{"source": "q.json", "in": 1},
        {"source": "b.mp4", "out": 2, "speed": 0.5}],
        "layers": [{"type": "video", "source": "c.mp4", "start": 4}],
        "audio": {"tracks": [{"source": "d.wav", "start": 1}]}}
      """#,
      "q.json": #"{"version": 1, "clips": [{"source": "a.mp4", "in": 1, "out": 4}]}"#,
    ]
    let parsed = parsed(
      #"{"source": "z.mp4", "out": 1}, {"source": "p.json", "reverse": true, "speed": 2}"#, files)
    #expect(shown(parsed) == [])
    let document = try #require(parsed.decoded(Sample.vocabulary, .init()).document)
    guard case .timeline(_, let film) = document.clips[1].media.source else { throw Missing() }
    #expect(film.document.soundtrack.hasMain && film.document.soundtrack.tracks.count == 1)
    let (list, faults) = EditList.make(document.clips) { _ in Time(seconds: 9) }
    #expect(!faults.hasErrors)
    // Two seconds of q.json, and four of b.mp4 at half its speed; backwards at twice its own.
    #expect(list.end == Time(seconds: 4) && list.entries[1].inner?.end == Time(seconds: 6))
    let feeds = Dictionary(
      document.feeds.map { ($0.media.source.path, $0) }, uniquingKeysWith: { first, _ in first })
    let rate = try #require(FrameRate(10, 1))
    func outputs(_ name: String) -> Range<Int>? {
      feeds[name].flatMap { list.use(of: $0) }?.outputs(rate: rate, start: .zero)
    }
    #expect(outputs("z.mp4") == 0..<10)
    #expect(outputs("b.mp4") == 10..<30)
    #expect(outputs("a.mp4") == 30..<40)
    #expect(outputs("c.mp4") == 10..<20)
    let use = try #require(feeds["a.mp4"].flatMap { list.use(of: $0) })
    #expect(feeds["a.mp4"]?.within == [.clip(1), .clip(0)] && feeds["a.mp4"]?.clip == 0)
    #expect(
      use.instant(at: Time(seconds: 3), rate: rate)
        == SourceInstant(time: Time(seconds: 3), isBackward: true))
    #expect(!use.isForward && use.window == list.entries[1].range)
  }

  @Test func `what is wrong with the lengths of its clips is reported once`() throws {
    let files = [
      "p.json": #"{"version": 1, "clips": [{"source": "a.mp4", "out": 5}, {"source": "b.mp4"}]}"#
    ]
    let parsed = parsed(#"{"source": "p.json", "in": 30}"#, files)
    let document = try #require(parsed.decoded(Sample.vocabulary, .init()).soundPart)
    let faults = EditList.make(document.clips) { $0.media.end == nil ? nil : Time(seconds: 4) }
      .faults
    let found = DiagnosticText(parsed.source).text(of: faults).split(separator: "\n")
      .filter { $0.contains(".json:") }
    #expect(
      found == [
        "films/p.json:1:53: error: 'out' is 5 s, but the source ends at 4.000 s",
        "films/p.json:1:68: error: the clip needs a 'duration', because its source has no end or "
          + "does not state it",
      ], "\(found)")
  }

  @Test func `its faults are shown in its own lines`() {
    let part = "{\"version\": 1,\n  \"layers\": [{\"type\": \"iamge\"}], \"canvas\": {}}"
    let found = shown(parsed(#"{"source": "p/p.json"}"#, ["p/p.json": part]))
    #expect(
      found == [
        "films/p/p.json:2:23: error: unknown kind of layer 'iamge'; did you mean 'image'?",
        "films/p/p.json:2:34: warning: 'canvas' does nothing in a timeline that is a clip",
      ], "\(found)")
  }

  @Test(arguments: [
    (#"{"source": "b.json"}"#, "no b.json"),
    (
      #"{"source": "c.json"}"#,
      "standard input is no source in a timeline that another one plays; play it in the timeline that plays "
        + "this one"
    ),
    (
      #"{"source": "round.json", "out": 1}"#,
      "the timeline plays itself: 'round.json', 'back.json', 'round.json'"
    ),
    (
      #"{"source": "p.json", "timeline": 1}"#,
      "unknown key 'timeline' in a clip; a clip can play the "
        + #"layers of a timeline of their own: "source": "titles.json""#
    ),
    (#"{"source": "self.json"}"#, "the timeline plays itself: 'self.json', 'self.json'"),
    (
      #"{"source": "p.json", "vars": {"whom": 1}}"#,
      "the timeline has no variable 'whom' in its 'vars'"
    ),
    (
      #"{"source": "a.mp4", "out": 1, "vars": {"who": 1}}"#,
      "'vars' needs a 'source' that is a timeline; the values for this timeline's own variables "
        + "stand in its own 'vars'"
    ),
    (
      #"{"source": "p.json", "layers": []}"#,
      "unknown key 'layers' in a clip; a clip can play the layers of a timeline of their own: "
        + #""source": "titles.json""#
    ),
    (#"{"source": "p.json", "out": 4}"#, "'out' is 4 s, but the source ends at 3.000 s"),
    (#"{"source": "p.json", "lop": 2}"#, "unknown key 'lop' in a clip; did you mean 'loop'?"),
  ])
  func `faults have their places`(_ clip: String, _ message: String) {
    let files = [
      "p.json": Self.part, "c.json": #"{"version": 1, "clips": [{"source": "stdin", "out": 1}]}"#,
      "round.json": #"{"version": 1, "clips": [{"source": "back.json", "out": 1}]}"#,
      "back.json": #"{"version": 1, "layers": [{"type": "timeline", "source": "round.json"}]}"#,
      "self.json": #"{"version": 1, "layers": [{"type": "timeline", "source": "self.json"}]}"#,
    ]
    let parsed = parsed(clip, files)
    let decoded = parsed.decoded(Sample.vocabulary, .init())
    var all = decoded.diagnostics
    if !all.hasErrors, let document = decoded.document {
      for fault in EditList.make(document.clips, lengths: [nil]).faults.sorted { all.add(fault) }
    }
    let found = DiagnosticText(parsed.source).text(of: all).split(separator: "\n")
      .filter { $0.contains(".json:") }
    #expect(found.count == 1 && found[0].hasSuffix(": \(message)"), "\(found)")
  }

  @Test func `it may stand in the timeline itself, with the variables around it`() throws {
    let text = #"""
      {"version": 1, "vars": {"who": "b.png", "on": 1, "end": 3}, "clips": [
        {"source": {"timeline": {"vars": {"who": "a.png"}, "layers": [
          {"type": "image", "source": {"var": "who"}, "start": {"var": "on"}, "end": {"var": "end"}}]}},
         "vars": {"who": "c.png"}, "in": 0.5},
        {"source": {"timeline": {"clips": [{"source": "parts/p.json"},
          {"source": {"timeline": {"clips": [{"source": "q.mp4", "out": 2}]}}}]}}}]}
      """#
    let parsed = ParsedTimeline(
      SourceText(name: "films/t.json", text: text),
      load: { _ in .success(Array(Self.part.utf8)) })
    #expect(shown(parsed) == [])
    let document = try #require(parsed.decoded(Sample.vocabulary, .init()).document)
    guard case .timeline(nil, let first) = document.clips[0].media.source,
      case .timeline(nil, let second) = document.clips[1].media.source
    else { throw Missing() }
    #expect(first.layers[0].arguments[Sample.source].text == "c.png")
    #expect(first.layers[0].range == TimeRange(start: Time(seconds: 1), end: Time(seconds: 3)))
    guard case .timeline(_?, let part) = second.document.clips[0].media.source else {
      throw Missing()
    }
    #expect(part.layers[0].arguments[Sample.source].text == "parts/a.png")
    let list = EditList.make(document.clips) { _ in nil }.list
    #expect(list.entries.map(\.range.start) == [.zero, Time(5, 2)] && list.end == Time(15, 2))
  }

  @Test(arguments: [
    (#"{"timeline": "p.json"}"#, "1:50: error: a timeline is an object, not a string"),
    (#"{"timeline": {"clip": []}}"#, "1:51: error: unknown key 'clip' in the timeline"),
    (#"{"timeline": {"version": 2}}"#, "1:62: error: this version is not known"),
    (#"{"timeline": {"layers": [{"type": "iamge"}]}}"#, "1:71: error: unknown kind of layer"),
    (#"{"timeline": {}, "color": "red"}"#, "1:54: error: a source has one key, not 2"),
  ])
  func `one that stands there has its faults there`(_ source: String, _ message: String) {
    let found = shown(parsed(#"{"source": \#(source), "out": 1}"#))
    #expect(found.count == 1 && found[0].hasPrefix("films/t.json:" + message), "\(found)")
  }

  @Test func `timelines that stand in one another have an end`() {
    var text = #"{"source": "a.mp4", "out": 1}"#
    for _ in 0..<20 { text = #"{"source": {"timeline": {"clips": [\#(text)]}}}"# }
    let found = shown(parsed(text))
    #expect(found.count == 1 && found[0].contains("timelines are nested more than 16 deep"))
  }

  @Test func `a layer may have its timeline there`() throws {
    let text = #"""
      {"version": 1, "vars": {"who": "b.png"}, "layers": [{"type": "timeline", "start": 1, "duration": 2,
        "source": {"timeline": {"layers": [{"type": "image", "source": {"var": "who"}}]}}}]}
      """#
    let parsed = ParsedTimeline(SourceText(name: "t.json", text: text))
    #expect(shown(parsed) == [])
    let layer = try #require(parsed.decoded(Sample.vocabulary, .init()).document?.layers.first)
    #expect(layer.kind == "group" && layer.children.count == 1)
    #expect(layer.children[0].arguments[Sample.source].text == "b.png")
  }

  @Test func `a timeline is no source of a video layer`() {
    let text = #"{"version": 1, "layers": [{"type": "video", "source": "p.json"}]}"#
    let parsed = ParsedTimeline(SourceText(name: "t.json", text: text), load: { _ in .success([]) })
    #expect(
      shown(parsed) == [
        "t.json:1:55: error: a timeline is no source of a video layer; a layer of type 'timeline' "
          + "draws it"
      ])
  }

  @Test func `a timeline is no source of a track`() {
    let text = #"{"version": 1, "audio": {"tracks": [{"source": "p.json"}]}}"#
    let parsed = ParsedTimeline(SourceText(name: "t.json", text: text), load: { _ in .success([]) })
    let wanted = "t.json:1:48: error: a timeline is no source of a track; a track plays a file, or "
    #expect(shown(parsed).first?.hasPrefix(wanted) == true, "\(shown(parsed))")
  }
}

extension MediaSource {
  /// The path of a file.
  fileprivate var path: String {
    if case .file(let path) = self { path.text } else { "" }
  }
}
