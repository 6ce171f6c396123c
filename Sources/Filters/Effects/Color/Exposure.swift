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

  static let black = Parameter<Double>(
    "black", default: 0, in: -0.1...0.5,
    "The level that becomes black, as a share of white; below 0, black is lifted. `ev` alone "
      + "decides what becomes white.")
  static let space = Setting<ExposureSpace>(
    "space", default: .linear,
    "What is doubled: light (`linear`), or the channels as the stream has them (`gamma`).")

  static let declaration = Declaration(
    name: "exposure",
    summary: "Brightens or darkens the picture as a camera's exposure does.",
    discussion: """
      One stop more is twice the light. Light is what a display makes of a colour: its 2.4th power \
      (ITU-R BT.1886), so a colour is multiplied by `2^(ev / 2.4)`, or in the space `gamma` by `2^ev`. \
      With `black` a channel of c becomes `(c - black) / (1 / factor - black)`. Values above white \
      are clipped to white.
      """,
    example: #"""
      { "type": "effect", "effect": "exposure", "ev": { "from": -3, "to": 0 }, "duration": 1 }
      """#,
    parameters: [ev, black, space])

  static let names = EffectNames(
    synonyms: ["ev", "stops", "gain"],
    elsewhere: ["Core Image CIExposureAdjust", "ffmpeg exposure"])

  static let identity: Arguments? = Arguments().setting(ev, to: 0).setting(black, to: 0)

  private let ev: Animated<Double>
  private let black: Animated<Double>
  private let space: ExposureSpace

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    ev = arguments[Self.ev]
    black = arguments[Self.black]
    space = arguments[Self.space]
  }

  func add(to run: inout ColorRun, at time: Time) {
    // An easing may overshoot.
    let stops = min(max(ev.value(at: time), -10), 10)
    let factor = Maths.pow(2, space == .linear ? stops / Self.gamma : stops)
    let black = black.value(at: time, within: -0.1...0.5)
    if black == 0 { return run.append(.scaled(SIMD3(repeating: factor))) }
    // Where white comes down to what is to be black, the step between them stays finite.
    let scale = 1 / max(1 / factor - black, 1e-3)
    run.append(.scaled(SIMD3(repeating: scale), adding: SIMD3(repeating: -black * scale)))
  }
}

/// In which numbers an exposure is a factor.
enum ExposureSpace: String, Choice {
  case linear
  case gamma
}
