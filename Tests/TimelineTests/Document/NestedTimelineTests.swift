import Testing

@testable import Timeline

/// Timelines that are layers of others.
@Suite struct NestedTimelineTests {
  /// A timeline with other files at hand, by their paths.
  private func parsed(_ layer: String, _ files: [String: String], vars: String = "")
    -> ParsedTimeline
  {
    let text = #"{"version": 1, "vars": {\#(vars)}, "layers": [\#(layer)]}"#
    return ParsedTimeline(
      SourceText(name: "films/t.json", text: text),
      load: { path in
        files[path].map { .success(Array($0.utf8)) } ?? .failure(TimelineLoadFault("no \(path)"))
      })
  }

  private func shown(_ parsed: ParsedTimeline) -> [Substring] {
    DiagnosticText(parsed.source).text(of: parsed.decoded(Sample.vocabulary, .init()).diagnostics)
      .split(separator: "\n").filter { $0.contains(".json:") }
  }

  private func layers(_ parsed: ParsedTimeline) throws -> [Layer] {
    #expect(shown(parsed) == [])
    return try #require(parsed.decoded(Sample.vocabulary, .init()).document).layers
  }

  static let part = #"""
    {"version": 1, "vars": {"who": "a.png", "on": 0.5},
      "layers": [{"type": "image", "source": {"var": "who"}, "start": {"var": "on"}, "end": 3}]}
    """#

  @Test func `its layers are those of a group`() throws {
    let parsed = parsed(
      #"{"type": "timeline", "source": "parts/p.json", "start": 2, "duration": 4, "opacity": 0.5}"#,
      ["parts/p.json": Self.part])
    let group = try #require(layers(parsed).first)
    #expect(group.kind == "group" && group.range.start == Time(seconds: 2))
    #expect(group.word == "timeline" && group.title == "timeline p.json")
    #expect(group.children.count == 1)
    #expect(group.children[0].range == TimeRange(start: Time(5, 2) ?? .zero, end: Time(seconds: 5)))
    // Paths start from the part's own folder.
    #expect(group.children[0].arguments[Sample.source].text == "parts/a.png")
  }

  @Test func `values that it is given start from where they are written`() throws {
    let parsed = parsed(
      #"{"type": "timeline", "source": "parts/p.json", "vars": {"who": {"var": "logo"}, "on": 1}}"#,
      ["parts/p.json": Self.part], vars: #""logo": "logo.png""#)
    let group = try #require(layers(parsed).first)
    #expect(group.children[0].arguments[Sample.source].text == "logo.png")
    #expect(group.children[0].range.start == Time(seconds: 1))
  }

  @Test(arguments: [
    (#""template": true, "layers": [{"type": "text", "text": "T"}]"#, true),
    (#""layers": [{"type": "text", "text": "T", "template": true}]"#, true),
    (#""layers": [{"type": "text", "text": "T"}]"#, false),
    (#""template": true, "layers": [{"type": "text", "text": "T", "template": false}]"#, false),
  ])
  func `its texts show its own variables`(_ part: String, _ isFilled: Bool) throws {
    let text = "${who}, $${who} ${frame:3}"
    let file = #"{"version": 1, "vars": {"who": "Ada $x{"}, \#(part.replacing("\"T\"", text))}"#
    let source = SourceText(
      name: "t.json", text: #"{"layers": [{"type": "timeline", "source": "p.json"}]}"#)
    var diagnostics = Diagnostics()
    let root = try #require(JSONParser.parse(source, reportingTo: &diagnostics)?.root)
    var expansion = VariableExpansion(
      VariableTable(), isTemplate: false,
      texts: TimelineTexts(source) { _ in .success(Array(file.utf8)) }, diagnostics: diagnostics)
    let group = expansion.expanded(document: root).member("layers")?.value.elements?.first
    let layer = group?.member("layers")?.value.elements?.first
    #expect(expansion.diagnostics.sorted.map(\.message) == [])
    #expect(
      layer?.member("text")?.value.string == (isFilled ? "Ada $x{, $${who} ${frame:3}" : text))
  }

  @Test func `timelines may stand in timelines`() throws {
    let outer = #"{"version": 1, "layers": [{"type": "timeline", "source": "in/p.json"}]}"#
    let parsed = parsed(
      #"{"type": "timeline", "source": "a/o.json"}, {"type": "timeline", "source": "a/in/p.json"}"#,
      ["a/o.json": outer, "a/in/p.json": Self.part])
    let layers = try layers(parsed)
    #expect(layers.count == 2)
    #expect(layers[0].children[0].children[0].arguments[Sample.source].text == "a/in/a.png")
    #expect(layers[1].children[0].arguments[Sample.source].text == "a/in/a.png")
  }

  @Test func `its faults are shown in its own lines`() {
    let part =
      "{\"version\": 1,\n  \"layers\": [{\"type\": \"iamge\"}], \"audio\": {}, \"clip\": 1}"
    let found = shown(parsed(#"{"type": "timeline", "source": "p/p.json"}"#, ["p/p.json": part]))
    #expect(
      found == [
        "films/p/p.json:2:23: error: unknown kind of layer 'iamge'; did you mean 'image'?",
        "films/p/p.json:2:34: warning: 'audio' does nothing in a timeline that is a layer",
        "films/p/p.json:2:47: error: unknown key 'clip' in the timeline",
      ])
  }

  @Test(arguments: [
    (#"{"type": "timeline", "source": "b.json"}"#, "no b.json"),
    (#"{"type": "timeline"}"#, "a timeline layer needs 'source'"),
    (#"{"type": "timeline", "source": 3}"#, "'source' takes the path of a timeline"),
    (
      #"{"type": "timeline", "source": "p.json", "layers": []}"#,
      "the layers of a timeline layer are those of its 'source'"
    ),
    (
      #"{"type": "timeline", "source": "p.json", "vars": [1]}"#,
      #"'vars' takes an object, not an array; such as {"who": "Ada"}"#
    ),
    (
      #"{"type": "timeline", "source": "p.json", "vars": {"whom": 1}}"#,
      "the timeline has no variable 'whom' in its 'vars'"
    ),
    (
      #"{"type": "timeline", "source": "p.json", "speed": 2}"#,
      "'speed' is for a timeline with 'clips', and this one has none"
    ),
    (#"{"type": "timeline", "source": "l.json"}"#, "a timeline is an object, not an array"),
    (
      #"{"type": "timeline", "source": "v.json"}"#,
      "this version is not known; this program reads version 1"
    ),
    (
      #"{"type": "timeline", "source": "p.json", "x": 1}"#,
      "unknown key 'x' in a timeline layer; did you mean 'position'?"
    ),
  ])
  func `faults have their places`(_ layer: String, _ message: String) {
    let files = [
      "p.json": Self.part, "l.json": "[1]",
      "v.json": #"{"version": 2, "layers": []}"#,
    ]
    let found = shown(parsed(layer, files))
    #expect(found.count == 1 && found[0].hasSuffix(": \(message)"), "\(found)")
  }

  @Test func `a timeline cannot play itself`() {
    let files = [
      "a.json": #"{"version": 1, "layers": [{"type": "timeline", "source": "b.json"}]}"#,
      "b.json": #"{"version": 1, "layers": [{"type": "timeline", "source": "a.json"}]}"#,
    ]
    #expect(
      shown(parsed(#"{"type": "timeline", "source": "a.json"}"#, files)) == [
        "films/b.json:1:58: error: the timeline plays itself: 'a.json', 'b.json', 'a.json'"
      ])
  }

  @Test func `timelines that use many come to an end`() {
    // Each uses the next one ten times: ten to the tenth layers.
    var files: [String: String] = [:]
    for level in 0..<12 {
      let layer = #"{"type": "timeline", "source": "\#(level + 1).json"}"#
      let layers = Array(repeating: layer, count: 10).joined(separator: ", ")
      files["\(level).json"] = #"{"version": 1, "layers": [\#(layers)]}"#
    }
    files["12.json"] = #"{"version": 1}"#
    let found = shown(parsed(#"{"type": "timeline", "source": "0.json"}"#, files))
    #expect(found.count == 1)
    #expect(found[0].hasSuffix(": error: more than 1000 timelines stand in timelines"))
  }
}

extension String {
  fileprivate func replacing(_ quoted: String, _ text: String) -> String {
    guard let range = firstRange(of: quoted) else { return self }
    return self[..<range.lowerBound] + "\"\(text)\"" + self[range.upperBound...]
  }
}
