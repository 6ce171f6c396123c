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

  private func clip(_ text: String) throws -> (clip: Clip, layers: SourceLayers) {
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
    #expect(feed.clip == 1)
    let list = EditList.make(document.clips, lengths: [Time(seconds: 5), nil]).list
    let seen = try #require(list.seen(feed))
    #expect(seen.seen == TimeRange(start: Time(seconds: 5), end: Time(seconds: 7)))
    #expect(seen.begin == Time(seconds: 4))
    #expect(
      document.clips.map { document.feeds[$0.feed].media.place }
        == document.clips.map(\.media.place))
  }

  @Test func `its faults are shown in its own lines`() {
    let part = "{\"version\": 1,\n  \"layers\": [{\"type\": \"iamge\"}], \"audio\": {}}"
    let found = shown(parsed(#"{"source": "p/p.json"}"#, ["p/p.json": part]))
    #expect(
      found == [
        "films/p/p.json:2:23: error: unknown kind of layer 'iamge'; did you mean 'image'?",
        "films/p/p.json:2:34: warning: 'audio' does nothing in a timeline that is a clip",
      ], "\(found)")
  }

  @Test(arguments: [
    (#"{"source": "b.json"}"#, "no b.json"),
    (
      #"{"source": "c.json"}"#,
      "a timeline with 'clips' cannot be a clip; render it, and play the film"
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
      "p.json": Self.part, "c.json": #"{"version": 1, "clips": []}"#,
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

  @Test func `a timeline is no source of a video layer`() {
    let text = #"{"version": 1, "layers": [{"type": "video", "source": "p.json"}]}"#
    let parsed = ParsedTimeline(SourceText(name: "t.json", text: text), load: { _ in .success([]) })
    #expect(
      shown(parsed) == [
        "t.json:1:55: error: a timeline is no source of a video layer; a layer of type 'timeline' "
          + "draws it"
      ])
  }
}
