import Bytes
import Testing

@testable import Timeline

/// What variables stand for, and what is wrong with them.
@Suite struct VariableTests {
  typealias Case = JSONParserTests.Case

  /// The first layer of a timeline with values given to it.
  private func layer(
    _ layer: String, vars: String, top: String = "", given: GivenValues = GivenValues()
  ) throws -> Layer {
    let text = #"{"version": 1, \#(top) "vars": {\#(vars)}, "layers": [\#(layer)]}"#
    let decoded = ParsedTimeline(SourceText(name: "t.json", text: text), given: given)
      .decoded(Sample.vocabulary, .init())
    #expect(decoded.diagnostics.sorted.map(\.fullMessage) == [])
    return try #require(decoded.document?.layers.first)
  }

  private func set(_ name: String, _ text: String) -> GivenValues {
    GivenValues(texts: [.init(name: name, text: text)])
  }

  @Test func `a value of any kind stands where it is named`() throws {
    let vars = #""on": 2, "look": {"duration": 3}, "who": "Ada", "parts": [1, 2]"#
    let layer = try layer(
      #"{"type": "image", "source": {"var": "who"}, "start": {"var": "on"}, "duration": 3}"#,
      vars: vars)
    #expect(layer.range.start == Time(seconds: 2) && layer.range.end == Time(seconds: 5))
  }

  @Test(arguments: [("4", 8), ("4.5", 9), ("2s", 4), ("500ms", 1), (#""2s""#, 4)])
  func `a text for a number is read as one`(_ text: String, _ halves: Int) throws {
    let given = try layer(
      #"{"type": "image", "source": "a", "start": {"var": "on"}}"#, vars: #""on": 2"#,
      given: set("on", text))
    #expect(given.range.start == Time(frame: halves, rate: try #require(FrameRate(2, 1))))
  }

  @Test func `a number for a text stays a text`() {
    let source = SourceText(name: "t.json", text: #"{"version": 1, "vars": {"a": "x"}}"#)
    let decoded = ParsedTimeline(source, given: set("a", "2.50")).decoded(
      Sample.vocabulary, .init())
    #expect(decoded.document?.variables == ["a": "2.50"])
  }

  @Test func `texts come before files, and later ones before earlier`() throws {
    let files = [#"{"a": 1, "b": 1, "c": 1}"#, #"{"a": 2, "b": 2}"#].map {
      SourceText(name: "v.json", text: $0)
    }
    let given = GivenValues(
      files: files, texts: [.init(name: "a", text: "3"), .init(name: "a", text: "4")])
    let source = SourceText(name: "t.json", text: #"{"version": 1, "vars": {"d": 0, "c": 0}}"#)
    let decoded = ParsedTimeline(source, given: given).decoded(Sample.vocabulary, .init())
    #expect(decoded.document?.variables == ["a": "4", "b": "2", "c": "1", "d": "0"])
  }

  @Test func `a template fills in every text but those of text layers`() throws {
    let layer = try layer(
      ##"{"type": "image", "source": "${n}.png$${n}", "name": "${n}"}"##, vars: ##""n": "x""##,
      top: #""template": true,"#)
    #expect(layer.name == "x")
    let node = JSONParser.parse(
      SourceText(
        name: "", text: #"{"template": true, "a": {"type": "text", "text": "${frame}"}}"#))
    var expansion = VariableExpansion(
      VariableTable(), isTemplate: true,
      texts: TimelineTexts(SourceText(name: "", text: ""), load: nil), diagnostics: Diagnostics())
    let text = expansion.expanded(document: try #require(node)).member("a")?.value
    #expect(text?.member("text")?.value.string == "${frame}")
    #expect(text?.member("template")?.value.isTrue == true)
    #expect(!expansion.diagnostics.hasErrors)
  }

  @Test func `a variable may be made of those before it`() {
    let source = SourceText(
      name: "t.json",
      text:
        #"{"version": 1, "template": true, "vars": {"a": "x", "b": "${a}y", "c": {"var": "b"}}}"#)
    let decoded = ParsedTimeline(source).decoded(Sample.vocabulary, .init())
    #expect(decoded.document?.variables == ["a": "x", "b": "xy", "c": "xy"])
  }

  @Test(arguments: [
    Case(
      #"{"version": 1, "vars": {"who": 1}, "name": {"var": 1️⃣"whom"}}"#,
      "1: the variable 'whom' has no value; did you mean 'who'?"),
    Case(
      #"{"version": 1, "name": {"var": 1️⃣"a"}}"#,
      "1: the variable 'a' has no value; give it one in 'vars' or with --set"),
    Case(
      #"{"version": 1, "name": {"var": 1️⃣3}}"#,
      "1: 'var' takes the name of a variable, not a number"),
    Case(
      #"{"version": 1, "vars": {"a": 5}, "name": 1️⃣{"var": "a"}}"#,
      "1: 'name' takes a string, not a number [line 1, column 30: the value of 'a' is given here]"),
    Case(
      #"{"version": 1, "template": true, "vars": {"a": []}, "name": 1️⃣"${a}"}"#,
      "1: the variable 'a' is an array, which is no text"),
    Case(
      #"{"version": 1, "template": true, "name": 1️⃣"${frame:3}"}"#,
      "1: ${frame:3} changes with the frame, so only a text layer can show it"),
    Case(
      #"{"version": 1, "template": 1️⃣"yes"}"#, "1: 'template' takes true or false, not a string"),
    // A variable cannot be made of itself, nor of one after it.
    Case(
      #"{"version": 1, "vars": {"a": {"var": 1️⃣"b"}, "b": {"var": "a"}}}"#,
      "1: the variable 'b' has no value; a variable is made only of those above it in 'vars'"),
  ])
  func `faults have their places`(_ test: Case) {
    #expect(Sample.messages(test.text) == test.messages)
  }

  @Test func `both places of a wrong value are shown`() throws {
    let text = """
      {"version": 1, "vars": {"who": 1, "list": [{"type": "iamge"}]},
        "name": {"var": "who"}, "layers": {"var": "list"}}
      """
    let source = SourceText(name: "t.json", text: text)
    let found = ParsedTimeline(source).decoded(Sample.vocabulary, .init()).diagnostics
    let shown = DiagnosticText(source).text(of: found)
      .split(separator: "\n").filter { $0.hasPrefix("t.json") }
    #expect(
      shown == [
        "t.json:1:53: error: unknown kind of layer 'iamge'; did you mean 'image'?",
        "t.json:2:37: note: the variable 'list' is used here",
        "t.json:2:11: error: 'name' takes a string, not a number",
        "t.json:1:32: note: the value of 'who' is given here",
      ])
  }

  @Test func `faults of given values are shown in their own files`() {
    let files = ["{\n  \"start\": \"soon\"\n}", "[1]", "{\"a\": }"].enumerated().map {
      SourceText(name: "v\($0.offset).json", text: $0.element)
    }
    let source = SourceText(
      name: "t.json",
      text:
        #"{"version": 1, "vars": {"n": 1}, "layers": [{"type": "image", "source": "a", "start": {"var": "start"}, "end": {"var": "n"}}]}"#
    )
    let parsed = ParsedTimeline(
      source, given: GivenValues(files: files, texts: [.init(name: "n", text: "x")]))
    let found = parsed.decoded(Sample.vocabulary, .init()).diagnostics
    let shown = DiagnosticText(parsed.source).text(of: found)
    #expect(shown.contains("t.json:1:87: error: 'start' cannot be 'soon'"))
    #expect(shown.contains("v0.json:2:12: note: the value of 'start' is given here\n  \"start\""))
    #expect(shown.contains("v1.json:1:1: error: the file of values holds an array, not an object"))
    #expect(shown.contains("v2.json:1:2: error: the key 'a' has no value"))
    #expect(shown.contains("t.json:1:112: error: 'end' cannot be 'x'"))
    #expect(shown.contains("--set n:1:1: note: the value of 'n' is given here"))
  }

  @Test func `variables made of variables come to an end`() {
    var vars = [##""v0": ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]"##]
    for n in 1...64 {
      vars.append(##""v\##(n)": [{"var": "v\##(n - 1)"}, {"var": "v\##(n - 1)"}]"##)
    }
    let text = #"{"version": 1, "vars": {\#(vars.joined(separator: ", "))}}"#
    let found = ParsedTimeline(SourceText(name: "t.json", text: text))
      .decoded(Sample.vocabulary, .init()).diagnostics.sorted
    #expect(found.count == 1)
    #expect(
      found.first?.message
        == "variables add more than 1048576 values or bytes of text to the timeline")
    let deep = (1...600).map { #""v\#($0)": [{"var": "v\#($0 - 1)"}]"# }
    let nested = #"{"version": 1, "vars": {"v0": [], \#(deep.joined(separator: ", "))}}"#
    let faults = ParsedTimeline(SourceText(name: "t.json", text: nested))
      .decoded(Sample.vocabulary, .init()).diagnostics.sorted
    #expect(faults.count == 1)
    #expect(faults.first?.message.hasSuffix("values are nested more than 512 deep") == true)
  }
}

extension JSONParser {
  /// The value of a text without faults.
  fileprivate static func parse(_ source: SourceText) -> JSONNode? {
    var diagnostics = Diagnostics()
    let parsed = parse(source, reportingTo: &diagnostics)
    return diagnostics.hasErrors ? nil : parsed?.root
  }
}
