import Bytes
import Timeline
import Y4M

/// Waves that run out from a point, as on water.
struct RippleEffect: RadialEffect {
  static let amplitude = Parameter<Length>(
    "amplitude", default: Length(pixels: 8), unit: "px",
    "How far a wave moves the picture, below 0 the other way; a percentage is of the canvas's "
      + "shorter side.")
  static let wavelength = Parameter<Length>(
    "wavelength", default: Length(pixels: 40), in: 0..., unit: "px",
    "From one crest to the next, at least 2 pixels; a percentage as for `amplitude`.")
  static let rate = Parameter<Double>(
    "rate", default: 1, in: -100...100,
    "How many waves leave the centre in a second; below 0 they run inwards.")
  static let decay = Parameter<Double>(
    "decay", default: 0, in: 0...10,
    "How fast waves fade: from one crest to the next to `e^-decay` of their height.")
  static let radius = Parameter<Length>(
    "radius", default: Length(fraction: 1), in: 0..., unit: "px",
    "From here on nothing is moved; a percentage is of the canvas's shorter side.")

  static let declaration = Declaration(
    name: "ripple",
    summary: "Lets waves run out from a point, as on water.",
    discussion: """
      A place at distance r from `center` is read from `amplitude * sin(2 pi (r / wavelength - \
      rate * t)) * e^(-decay * r / wavelength)` further out, with t in seconds. Waves grow over \
      half a wavelength around the point itself, and fade over the last quarter of the radius, so \
      that nothing is torn. An animated `rate` is integrated over time.
      """,
    example: #"""
      { "type": "effect", "effect": "ripple", "duration": 3, "amplitude": 12, "wavelength": 70,
        "decay": 0.2, "center": ["30%", "60%"] }
      """#,
    parameters: [WarpSettings.center, amplitude, wavelength, rate, decay, radius]
      + WarpSettings.parameters)

  static let names = EffectNames(
    synonyms: ["water", "drop", "rings"],
    elsewhere: ["After Effects Ripple", "frei0r water", "Core Image CIRippleTransition"])

  static let identity: Arguments? = Arguments().setting(amplitude, to: .zero)

  private let center: Animated<Point>
  private let amplitude: Animated<Length>
  private let wavelength: Animated<Length>
  private let rate: Animated<Double>
  private let decay: Animated<Double>
  private let radius: Animated<Length>
  let settings: WarpSettings

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    center = arguments[WarpSettings.center]
    amplitude = arguments[Self.amplitude]
    wavelength = arguments[Self.wavelength]
    rate = arguments[Self.rate]
    decay = arguments[Self.decay]
    radius = arguments[Self.radius]
    settings = WarpSettings(arguments, setting)
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    settings.margin(amplitude.way(at: time, width: width, height: height).magnitude)
  }

  var fillsReach: Bool { false }

  func map(at time: Time, width: Int, height: Int) -> RadialMap? {
    let amplitude = amplitude.way(at: time, width: width, height: height)
    let radius = radius.distance(at: time, width: width, height: height)
    guard amplitude != 0, radius >= 1 else { return nil }
    let wavelength = max(wavelength.distance(at: time, width: width, height: height), 2)
    let decay = decay.value(at: time, within: 0...10)
    let turns = WarpGrid.part(of: rate.turns(at: time, within: -100...100))
    return RadialMap(
      center: center.place(at: time, width: width, height: height), radius: radius,
      detail: wavelength
    ) { distance in
      let place = distance / wavelength
      guard place > 0 else { return .zero }
      let wave = Maths.sin(2 * .pi * (place - turns)) * (decay > 0 ? Maths.exp(-decay * place) : 1)
      let window = Maths.smoothstep(2 * place) * Maths.smoothstep(4 * (1 - distance / radius))
      return SIMD2(amplitude * window * wave / distance, 0)
    }
  }
}
