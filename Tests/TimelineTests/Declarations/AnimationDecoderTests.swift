import Bytes
import Testing

@testable import Timeline

@Suite struct AnimationDecoderTests {
  static func opacity(_ text: String, range: String = #""start": 10, "end": 14"#) -> Animated<
    Double
  >? {
    Sample.layer(#"{"type": "color", \#(range), "opacity": \#(text)}"#)?.arguments[Sample.opacity]
  }

  static func times(_ animated: Animated<Double>?) -> [Double] {
    animated?.keys.map(\.time.seconds) ?? []
  }

  static func values(_ animated: Animated<Double>?) -> [Double] {
    animated?.keys.map(\.value) ?? []
  }

  @Test func `a movement fills its layer's range`() {
    let animated = Self.opacity(#"{"from": 0.25, "to": 0.75}"#)
    #expect(Self.times(animated) == [0, 4])
    #expect(Self.values(animated) == [0.25, 0.75])
    #expect(animated?.value(at: Time(seconds: 2)) == 0.5)
  }

  @Test func `what is not given is the parameter's default`() {
    #expect(Self.values(Self.opacity(#"{"from": 0}"#)) == [0, 1])
    #expect(Self.values(Self.opacity(#"{"to": 0}"#)) == [1, 0])
    let layer = Sample.layer(
      #"{"type": "effect", "effect": "vortex", "end": 2, "angle": {"from": 90}}"#)
    #expect(layer?.arguments[Sample.angle].keys.map(\.value.degrees) == [90, 360])
  }

  @Test func `a default that moves runs over the layer's range`() {
    let layer = Sample.layer(
      #"{"type": "effect", "effect": "vortex", "start": 1, "duration": 4}"#)
    let angle = layer?.arguments[Sample.angle]
    #expect(angle?.keys.map(\.time) == [.zero, Time(seconds: 4)])
    #expect(angle?.keys.map(\.value.degrees) == [0, 360])
    #expect(layer?.arguments.isGiven(Sample.angle) == false)
  }

  @Test func `delay and duration place a movement`() {
    #expect(Self.times(Self.opacity(#"{"to": 0, "delay": 1, "duration": 2}"#)) == [1, 3])
    #expect(Self.times(Self.opacity(#"{"to": 0, "delay": "25%"}"#)) == [1, 4])
    #expect(Self.times(Self.opacity(#"{"to": 0, "duration": "50%"}"#)) == [0, 2])
    #expect(Self.times(Self.opacity(#"{"to": 0, "duration": "15f"}"#)) == [0, 0.5])
    #expect(
      Self.times(Self.opacity(#"{"to": 0, "duration": 9}"#, range: #""start": 1"#)) == [0, 9])
  }

  @Test func `keys are arrays or objects`() {
    let animated = Self.opacity(
      """
      {"keys": [[0, 0], ["25%", 0.5, "ease-in"], {"time": 2, "value": 0.75},
        {"at": "100%", "value": 1, "ease": "hold"}], "ease": "ease-out"}
      """)
    #expect(Self.times(animated) == [0, 1, 2, 4])
    #expect(Self.values(animated) == [0, 0.5, 0.75, 1])
    #expect(
      animated?.keys.map(\.easing.description) == ["ease-out", "ease-in", "ease-out", "hold"])
  }

  @Test func `two keys at one time are a jump`() {
    #expect(Self.times(Self.opacity(#"{"keys": [[0, 0], [1, 0], [1, 1]]}"#)) == [0, 1, 1])
  }

  @Test func `how it plays is read`() {
    let animated = Self.opacity(
      #"{"to": 0, "duration": 1, "repeat": 2.5, "autoreverse": true, "interpolation": "discrete"}"#)
    #expect(animated?.repetition == Rational(5, 2).map { .count($0) })
    #expect(animated?.autoreverse == true)
    #expect(animated?.interpolation == .discrete)
    #expect(Self.opacity(#"{"to": 0, "repeat": "forever"}"#)?.repetition == .forever)
    let never = Self.opacity(#"{"from": 0.25, "to": 0, "duration": 1, "repeat": 0}"#)
    #expect(never?.value(at: Time(seconds: 2)) == 0.25)
    let plain = Self.opacity(#"{"to": 0}"#)
    #expect(plain?.repetition == .once && plain?.interpolation == .linear)
  }

  @Test func `every type that can move moves`() {
    let layer = Sample.layer(
      """
      {"type": "color", "end": 2, "color": {"from": "red", "to": "blue"},
        "position": {"from": [0, "50%"], "to": [100, 0]}, "size": {"from": [1, "auto"], "to": [2, "auto"]},
        "anchor": {"to": "center"}, "scale": {"to": [2, "50%"]}, "rotation": {"to": "1turn"}}
      """)
    let arguments = layer?.arguments
    #expect(arguments?[Sample.color].keys.count == 2)
    #expect(arguments?[Sample.position].value(at: Time(seconds: 1)).x.pixels == 50)
    #expect(arguments?[Sample.extent].value(at: Time(seconds: 1)).width?.pixels == 1.5)
    #expect(arguments?[Sample.extent].value(at: Time(seconds: 1)).height == nil)
    #expect(arguments?[Sample.anchor].value(at: Time(seconds: 1)) == Anchor(x: 0.25, y: 0.25))
    #expect(arguments?[Sample.scale].value(at: Time(seconds: 2)) == Scale(x: 2, y: 0.5))
    #expect(arguments?[Sample.rotation].value(at: Time(seconds: 1)).degrees == 180)
  }
}
