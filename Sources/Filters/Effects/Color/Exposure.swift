import Bytes
import Timeline

/// Brightens or darkens the picture as a camera's exposure does.
///
/// Light is what a display makes of a colour: its 2.4th power (ITU-R BT.1886). A stop more is twice
/// the light, so a colour is multiplied by `2^(ev / 2.4)`.
struct Exposure: ColorEffect {
  /// The exponent that leads from a colour to light.
  private static let gamma = 2.4

  static let ev = Parameter<Double>(
    "ev", default: 0, in: -10...10, unit: "stops",
    "Stops by which the picture is exposed longer; each doubles the light.")

  static let declaration = Declaration(
    name: "exposure",
    summary: "Brightens or darkens the picture as a camera's exposure does.",
    discussion: """
      One stop more is twice the light. Light is what a display makes of a colour: its 2.4th power \
      (ITU-R BT.1886), so a colour is multiplied by `2^(ev / 2.4)`. Values above white are clipped \
      to white.
      """,
    example: #"""
      { "type": "effect", "effect": "exposure", "ev": { "from": -3, "to": 0 }, "duration": 1 }
      """#,
    parameters: [ev])

  static let identity: Arguments? = Arguments().setting(ev, to: 0)

  private let ev: Animated<Double>

  init(_ arguments: Arguments, _ setting: EffectSetting) { ev = arguments[Self.ev] }

  func add(to run: inout ColorRun, at time: Time) {
    // An easing may overshoot.
    let stops = min(max(ev.value(at: time), -10), 10)
    let factor = Maths.pow(2, stops / Self.gamma)
    run.append(.scaled(SIMD3(repeating: factor)))
  }
}
