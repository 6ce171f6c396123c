import Testing

@testable import Timeline

@Suite struct TextValueTests {
  @Test func `the values of text are read`() throws {
    let text = #"""
      {"type": "text", "text": "a\nb", "font": ["Noto Sans", "x/y.ttf"], "weight": "bold",
        "stretch": 75, "features": ["ss01", "-liga"], "lineHeight": "120%", "padding": [1, 2]}
      """#
    let arguments = try #require(Sample.layer(text)).arguments
    #expect(arguments[Sample.words].text == "a\nb")
    #expect(arguments[Sample.words].place.count == 6)
    #expect(arguments[Sample.font].names.map(\.text) == ["Noto Sans", "x/y.ttf"])
    #expect(arguments[Sample.weight].value == 700)
    #expect(arguments[Sample.stretch].percent == 75)
    #expect(arguments[Sample.features].settings == [.init("ss01", 1), .init("liga", 0)])
    #expect(arguments[Sample.lineHeight] == .multiple(1.2))
    #expect(arguments[Sample.padding] == Sides(top: 1, right: 2, bottom: 1, left: 2))
  }

  @Test func `tags may stand in an object`() throws {
    let layer = try #require(
      Sample.layer(#"{"type": "text", "features": {"wght": 650.5, "liga": false}}"#))
    #expect(layer.arguments[Sample.features].settings == [.init("wght", 650.5), .init("liga", 0)])
  }

  @Test func `a paint is a colour, a movement, a gradient or a computed picture`() throws {
    func paint(_ json: String) throws -> Paint? {
      try #require(Sample.layer(#"{"type": "text", "paint": \#(json)}"#)).arguments[Sample.paint]
    }
    guard case .color(let red) = try paint(#""red""#) else { throw Wrong() }
    #expect(red.constantValue == Color(red: 1, green: 0, blue: 0))
    guard case .color(let moving) = try paint(#"{"to": "white", "duration": 1}"#) else {
      throw Wrong()
    }
    #expect(moving.value(at: Time(seconds: 1)) == .white)
    guard case .gradient(let gradient) = try paint(#"{"stops": ["red", "blue"], "angle": 90}"#)
    else { throw Wrong() }
    #expect(gradient[Sample.stops].stops.count == 2)
    #expect(gradient[Sample.angleOfPaint].constantValue == Angle(degrees: 90))
    guard case .generator(let dots) = try paint(#"{"dots": {"smooth": false}}"#) else {
      throw Wrong()
    }
    #expect(dots.name == "dots" && !dots.arguments[Sample.smooth])
  }

  private struct Wrong: Error {}

  @Test func `one object stands for an array of one`() throws {
    func shadows(_ json: String) throws -> [Arguments] {
      try #require(Sample.layer(#"{"type": "text", "shadow": \#(json)}"#)).arguments[Sample.shadows]
    }
    #expect(try shadows(#"{"feather": 2}"#).map { $0[Sample.feather].constantValue } == [2])
    #expect(
      try shadows(#"[{"feather": 2}, {}]"#).map { $0[Sample.feather].constantValue } == [2, 0])
    #expect(try shadows("[]").isEmpty)
  }

  @Test(
    arguments: [
      (#""weight": 1️⃣"bald""#, "1: 'weight' cannot be 'bald'; did you mean 'bold'?"),
      (#""weight": 1️⃣0"#, "1: 'weight' must be from 1 to 1000, not 0"),
      (#""stretch": 1️⃣"wide""#, nil),
      (#""features": {1️⃣"liga2": 1}"#, "1: 'liga2' is not a tag; tags have four letters"),
      (#""lineHeight": 1️⃣"2em""#, nil),
      (#""padding": 1️⃣[1, 2, 3]"#, nil),
      (#""paint": 1️⃣{"angle": 3}"#, "1: the gradient of 'paint' needs 'stops'"),
      (#""paint": 1️⃣{}"#, "1: the gradient of 'paint' needs 'stops'"),
      (#""paint": {1️⃣"dts": {}}"#, "1: unknown kind of paint 'dts'; did you mean 'dots'?"),
      (
        #""paint": {1️⃣"color": "red"}"#,
        #"1: unknown kind of paint 'color'; a paint is a colour, { "stops": […] } or { "dots": … }"#
      ),
      (
        #""paint": {1️⃣"film": {}}"#,
        "1: 'film' is a source that fills nothing; of those that are computed, dots do"
      ),
      (
        #""paint": {1️⃣"gradient": {"stops": ["red", "blue"]}}"#,
        "1: a gradient that fills is written without 'gradient'; its keys stand in the paint's own "
          + ##"object: { "stops": ["red", "#00f"] }"##
      ),
      (
        #""paint": {"dots": {1️⃣"smoth": true}}"#,
        "1: unknown key 'smoth' in the dots of 'paint'; did you mean 'smooth'?"
      ),
      (
        #""paint": {"dots": {}, 1️⃣"label": "a"}"#,
        "1: a computed paint has one key, not 2; what 'dots' takes stands in its own object"
      ),
      (
        #""paint": {"dots": 1️⃣3}"#,
        "1: 'dots' takes an object, not a number; {} uses all defaults"
      ),
      (
        #""shadow": [{}, {1️⃣"fether": 3}]"#,
        "1: unknown key 'fether' in 'shadow'; did you mean 'feather'?"
      ),
      (
        #""shadow": [1️⃣3]"#,
        "1: 'shadow' takes an object, not a number; its keys are feather and paint"
      ),
      (#""font": 1️⃣3"#, nil),
    ] as [(String, String?)])
  func `faults have their places`(text: String, message: String?) {
    let found = Sample.messages(layer: #"{"type": "text", \#(text)}"#)
    #expect(found.count == 1 && found[0].hasPrefix("1: "))
    if let message { #expect(found == [message]) }
  }

  @Test func `texts for templates come from the timeline and from outside`() {
    let source = SourceText(
      name: "t.json", text: #"{"version": 1, "vars": {"a": "x", "b": 2.50}}"#)
    let given = GivenValues(texts: [.init(name: "a", text: "y"), .init(name: "c", text: "")])
    let decoded = ParsedTimeline(source, given: given).decoded(Sample.vocabulary, .init())
    #expect(decoded.document?.variables == ["a": "y", "b": "2.50", "c": ""])
  }
}
