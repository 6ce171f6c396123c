import Bytes
import Timeline
import Y4M

/// The shape of waves that run over the picture.
enum WaveShape: String, Choice {
  case sine
  case triangle
  case square
  /// Hills and valleys of uneven heights.
  case noise
}

/// Waves that run over the picture in one direction.
struct WaveEffect: WarpEffect {
  static let amplitude = Parameter<Length>(
    "amplitude", default: Length(pixels: 10), unit: "px",
    "How far a wave moves the picture, below 0 the other way; a percentage is of the canvas's "
      + "shorter side.")
  static let wavelength = Parameter<Length>(
    "wavelength", default: Length(pixels: 80), in: 0..., unit: "px",
    "From one crest to the next, at least 2 pixels; a percentage as for `amplitude`.")
  static let angle = Parameter<Angle>(
    "angle", default: Angle(degrees: 0),
    "The direction in which waves travel: 0 is to the right, 90 down. The picture is moved at "
      + "right angles to it.")
  static let rate = Parameter<Double>(
    "rate", default: 1, in: -100...100,
    "How many waves pass in a second; below 0 they run the other way.")
  static let shape = Setting<WaveShape>(
    "shape", default: .sine,
    "The shape of a wave: `sine`, `triangle`, `square`, or `noise`, whose waves differ.")

  static let declaration = Declaration(
    name: "wave",
    summary: "Lets waves run over the picture in one direction.",
    discussion: """
      A place p is read from `amplitude * f(p . d / wavelength - rate * t)` further along n, where \
      d is the direction of `angle`, n the one that is a quarter of a turn clockwise of it, t the \
      time in seconds, and f the wave's shape from -1 to 1. An animated `rate` is integrated over \
      time.
      """,
    example: #"""
      { "type": "effect", "effect": "wave", "duration": 3, "amplitude": 12, "wavelength": 160,
        "angle": 90, "edge": "mirror" }
      """#,
    parameters: [amplitude, wavelength, angle, rate, shape] + WarpSettings.parameters)

  static let names = EffectNames(
    synonyms: ["wavy", "flag", "wobble", "undulate"],
    elsewhere: ["MLT wave", "OpenShot Wave", "After Effects Wave Warp"])

  static let identity: Arguments? = Arguments().setting(amplitude, to: .zero)

  private let amplitude: Animated<Length>
  private let wavelength: Animated<Length>
  private let angle: Animated<Angle>
  private let rate: Animated<Double>
  private let shape: WaveShape
  let settings: WarpSettings

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    amplitude = arguments[Self.amplitude]
    wavelength = arguments[Self.wavelength]
    angle = arguments[Self.angle]
    rate = arguments[Self.rate]
    shape = arguments[Self.shape]
    settings = WarpSettings(arguments, setting)
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    settings.margin(amplitude.way(at: time, width: width, height: height).magnitude)
  }

  func distortion(
    at time: Time, width: Int, height: Int, tolerance: Double, _ workspace: Workspace
  ) -> (any Distortion)? {
    let way = amplitude.way(at: time, width: width, height: height)
    guard way != 0 else { return nil }
    let waves = rate.turns(at: time, within: -100...100)
    // Uneven waves come again after some hundreds, so that whole ones count there.
    let period = WaveTable.period(shape)
    return WaveDistortion(
      WaveLine(
        amplitude: min(max(way, -8192), 8192),
        wavelength: max(wavelength.distance(at: time, width: width, height: height), 2),
        degrees: angle.value(at: time).degrees,
        phase: -WarpGrid.part(of: waves / period) * period, shape: shape),
      canvas: Box(x: 0, y: 0, width: width, height: height), tolerance: tolerance, workspace.scratch
    )
  }
}
