import Testing

@testable import Timeline

/// Layers that stand at others, as they are read.
@Suite struct PlaceCheckTests {
  private static let place = PlaceParameter(
    Parameter<Point>("position", default: .zero, unit: "px", "Where it is."))
  private static let vocabulary = Vocabulary(
    canvas: Declaration(name: "canvas", summary: "", parameters: []), layerCommon: [place],
    effectCommon: [],
    layers: [
      Declaration(name: "box", summary: "", parameters: []),
      Declaration(name: "group", summary: "", parameters: []),
    ], effects: [])

  private func decoded(_ layers: String) -> DecodedDocument {
    Document.decode(
      SourceText(name: "t.json", text: #"{"version": 1, "layers": [\#(layers)]}"#),
      vocabulary: Self.vocabulary)
  }

  private func shown(_ layers: String) -> [String] {
    decoded(layers).diagnostics.sorted.map { fault in
      "\(fault.range.lowerBound - 26): \(fault.message)"
        + fault.notes.map { " [\($0.range.lowerBound - 26): \($0.message)]" }.joined()
        + (fault.hint.map { "; \($0)" } ?? "")
    }
  }

  @Test func `a place has a name, a point and an offset`() throws {
    let document = try #require(
      decoded(
        #"""
        {"type": "box", "name": "a", "position": [1, "2%"]},
        {"type": "box", "position": {"of": "a", "at": "top", "offset": [3, 4]}},
        {"type": "box", "position": {"from": [0, 0], "to": [1, 1], "duration": 1}}
        """#
      ).document)
    #expect(document.layers[0].arguments[Self.place] == nil)
    let reference = try #require(document.layers[1].arguments[Self.place])
    #expect(reference.name == "a" && reference.at.constantValue == Anchor(x: 0.5, y: 0))
    #expect(
      reference.offset.constantValue == Point(x: Length(pixels: 3), y: Length(pixels: 4)))
    #expect(document.layers[2].arguments[Self.place] == nil)
  }

  @Test func `a name that several layers have is reported where it is used`() {
    let two = #"{"type": "box", "name": "a"}, {"type": "box", "name": "a"}"#
    #expect(shown(two) == [])
    let words = "several layers are named 'a'; the first of them counts"
    #expect(shown(two + #", {"type": "box", "position": {"of": "a"}}"#) == ["95: \(words)"])
    #expect(shown(two + #", {"type": "box", "matte": "a"}"#) == ["85: \(words)"])
  }

  @Test func `rows of layers have an end`() {
    func row(_ count: Int) -> String {
      (0..<count).map {
        #"{"type": "box", "name": "\#($0)", "position": {"of": "\#($0 + 1)"}}"#
      }.joined(separator: ", ") + #", {"type": "box", "name": "\#(count)"}"#
    }
    #expect(shown(row(64)) == [])
    #expect(shown(row(3000)) == ["48: more than 64 layers stand at each other in a row"])
  }

  @Test(arguments: [
    (
      #"{"type": "box", "name": "title"}, {"type": "box", "position": {"of": "titel"}}"#,
      ["69: there is no layer 'titel' beside this one or around it; did you mean 'title'?"]
    ),
    (
      #"{"type": "group", "layers": [{"type": "box", "name": "in"}]}, {"type": "box", "position": {"of": "in"}}"#,
      [
        "97: there is no layer 'in' beside this one or around it; a layer has its name by 'name', and is there only if it is drawn"
      ]
    ),
    (
      #"{"type": "box", "name": "a", "position": {"of": "a"}}"#, ["48: the layer stands at itself"]
    ),
    (
      #"{"type": "box", "name": "a", "position": {"of": "b"}}, {"type": "box", "name": "b", "position": {"of": "a"}}"#,
      [
        "48: layers stand at each other in a circle: 'b', 'a', 'b' [103: which stands at 'a']"
      ]
    ),
    (
      #"{"type": "box", "position": {"at": "top"}}"#, ["28: 'position' needs 'of'"]
    ),
    (
      #"{"type": "box", "name": "a"}, {"type": "box", "position": {"of": "a", "ta": "top"}}"#,
      ["70: unknown key 'ta' in 'position'; did you mean 'at'?"]
    ),
    (
      #"{"type": "box", "name": "a"}, {"type": "box", "position": {"of": "a", "at": "topp"}}"#,
      ["76: 'at' cannot be 'topp'; did you mean 'top'?"]
    ),
  ])
  func `faults have their places`(_ layers: String, _ messages: [String]) {
    #expect(shown(layers) == messages)
  }
}
