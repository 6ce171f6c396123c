import Testing

@testable import Timeline

@Suite struct ParameterTests {
  @Test func `arguments fall back to what is declared`() {
    let none = Arguments()
    #expect(none[Sample.opacity].constantValue == 1)
    #expect(none[Sample.loop] == .file)
    #expect(none[Sample.region] == nil)
    #expect(none[Sample.label] == nil)
    #expect(!none.isGiven(Sample.opacity))
  }

  #if DEBUG
    @Test func `to read an argument as another type than its own stops a debug build`() async {
      await #expect(processExitsWith: .failure) {
        let size = Arguments().setting(Sample.size, to: .auto)
        _ = size[Setting<Double>("size", default: 3, "Another.")]
      }
      await #expect(processExitsWith: .failure) {
        // What moves and what is constant are two types, too.
        let anchor = Arguments().setting(Sample.anchor, to: .center)
        _ = anchor[Setting<Anchor>("anchor", default: .center, "Another.")]
      }
      await #expect(processExitsWith: .success) {
        let size = Arguments().setting(Sample.size, to: .auto)
        _ = size[Sample.size]
      }
    }
  #endif

  @Test func `arguments can be made without a timeline`() {
    let inner = Arguments().setting(Sample.feather, to: 4)
    let arguments = Arguments().setting(Sample.opacity, to: 0.5).setting(Sample.region, to: inner)
    #expect(arguments[Sample.opacity].constantValue == 0.5)
    #expect(arguments[Sample.region]?[Sample.feather].constantValue == 4)
    #expect(arguments.isGiven(Sample.opacity))
  }

  @Test func `every type of value is read`() {
    let arguments = Sample.layer(
      """
      {"type": "image", "source": "logo.png", "loop": 3, "speed": 2, "offset": "1:02.5",
        "fit": "scale-down", "label": "a", "position": [20, "50%"], "size": ["25%", "auto"],
        "anchor": [0.25, 1], "scale": [1, "50%"], "rotation": "0.5turn", "opacity": 5e-1}
      """)?.arguments
    #expect(arguments?[Sample.source] == Path("logo.png"))
    #expect(arguments?[Sample.loop] == .count(3))
    #expect(arguments?[Sample.speed] == 2)
    #expect(arguments?[Sample.offset] == Time(125, 2))
    #expect(arguments?[Sample.fit] == .scaleDown)
    #expect(arguments?[Sample.label] == "a")
    #expect(
      arguments?[Sample.position].constantValue
        == Point(x: Length(pixels: 20), y: Length(fraction: 0.5)))
    #expect(
      arguments?[Sample.extent].constantValue == Extent(width: Length(fraction: 0.25), height: nil))
    #expect(arguments?[Sample.anchor].constantValue == Anchor(x: 0.25, y: 1))
    #expect(arguments?[Sample.scale].constantValue == Scale(x: 1, y: 0.5))
    #expect(arguments?[Sample.rotation].constantValue == Angle(degrees: 180))
    #expect(arguments?[Sample.opacity].constantValue == 0.5)
  }

  @Test func `null is no value where none is allowed`() {
    let layer = Sample.layer(#"{"type": "image", "source": "a", "label": null}"#)
    #expect(layer != nil)
    #expect(layer?.arguments[Sample.label] == nil)
  }

  @Test(arguments: [
    (#"["red", "white", "blue"]"#, [0, 0.5, 1]),
    (#"[[0.25, "red"], ["75%", "blue"]]"#, [0.25, 0.75]),
    (#"[{"position": 0, "color": "red"}, {"offset": 1, "color": "blue"}]"#, [0, 1]),
    (#"["red", [0.5, "blue"], [0.5, "red"], "blue"]"#, [0, 0.5, 0.5, 1]),
  ]) func `stops are written in three ways`(_ text: String, _ positions: [Double]) {
    let layer = Sample.layer(#"{"type": "gradient", "stops": \#(text)}"#)
    let stops = layer?.arguments[Sample.stops].stops
    #expect(stops?.map(\.position) == positions)
    #expect(stops?.first?.color == Color(red: 1, green: 0, blue: 0))
  }

  @Test func `an object has parameters of its own`() {
    let layer = Sample.layer(
      """
      {"type": "effect", "effect": "pointillize", "end": 2,
        "region": {"position": [10, 0], "feather": {"to": 8}}}
      """)
    let region = layer?.arguments[Sample.region]
    #expect(region?[Sample.position].constantValue?.x.pixels == 10)
    #expect(region?[Sample.feather].value(at: Time(seconds: 1)) == 4)
    #expect(region?[Sample.extent].constantValue == .auto)
  }

  /// What the reference gives as a default is what the decoder reads as that default.
  @Test func `defaults as they are documented decode to themselves`() throws {
    let lists = Sample.vocabulary.layers + Sample.vocabulary.effects + [Sample.vocabulary.canvas]
    let parameters = lists.flatMap(\.parameters) + Sample.vocabulary.layerCommon
    var checked = 0
    for parameter in parameters {
      guard let json = parameter.defaultJSON else { continue }
      let text = json.compact
      let (node, faults) = JSONParserTests.parse(text)
      #expect(faults.isEmpty, "\(parameter.name): \(text)")
      var context = DecodingContext(rate: try #require(Document.provisionalRate))
      context.duration = Time(seconds: 1)
      var arguments = Arguments()
      parameter.decode(try #require(node), into: &arguments, in: &context)
      #expect(context.diagnostics.isEmpty, "\(parameter.name): \(text)")
      #expect(arguments.isGiven(name: parameter.name), "\(parameter.name): \(text)")
      checked += 1
    }
    #expect(checked >= 15)
  }

  @Test func `limits say what they take`() {
    #expect(Limits(0...1).text == "0 to 1")
    #expect(Limits.atLeast(0.5).text == "0.5 or more")
    #expect(Limits.above(0).text == "more than 0")
    #expect(Limits.above(0, atMost: 100).text == "more than 0 and at most 100")
    #expect(Limits(-Double.infinity...5).text == "at most 5")
    #expect(!Limits.above(0).contains(0) && Limits.above(0).contains(0.001))
    #expect(Limits(0...1).contains(1) && !Limits(0...1).contains(1.001))
    #expect(!Limits(0...1).contains(.nan))
  }

  @Test func `times are documented as they are written`() {
    #expect(Time(5, 2)?.json.compact == "2.5")
    #expect(Time(1001, 30000)?.json.compact == #""1001/30000""#)
  }
}
