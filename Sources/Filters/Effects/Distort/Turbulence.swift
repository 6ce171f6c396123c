import Bytes
import Timeline
import Y4M

/// Moves the picture about as hot air does, or water.
struct Turbulence: WarpEffect {
  static let amount = Parameter<Length>(
    "amount", default: Length(pixels: 20), unit: "px",
    "How far places are moved by the largest eddies, at most, below 0 the other way; a percentage "
      + "is of the canvas's shorter side.")
  static let size = Parameter<Length>(
    "size", default: Length(pixels: 60), in: 0..., unit: "px",
    "The size of the largest eddies, at least 4 pixels; a percentage as for `amount`.")
  static let octaves = Setting<Int>(
    "octaves", default: 2, in: 1...8,
    "How many sizes of eddies there are: each is half as large and half as strong as the one before."
  )
  static let rate = Parameter<Double>(
    "rate", default: 1, in: -100...100, "How often eddies are replaced by others in a second.")
  static let seed = Setting<Int>(
    "seed", default: 1, "Another number gives other eddies.")

  static let declaration = Declaration(
    name: "turbulence",
    summary: "Moves the picture about as hot air does, or water.",
    discussion: """
      Gradient noise of place and time, from -1 to 1, says how far a place is moved, across and \
      down by itself: with cells of `size`, and `1 / rate` seconds long. Octaves are added up, \
      each with cells half as large and half as strong; those with cells below 4 pixels are left \
      out. An animated `rate` is integrated over time.
      """,
    example: #"""
      { "type": "effect", "effect": "turbulence", "amount": 12, "size": "8%", "rate": 2,
        "edge": "mirror" }
      """#,
    parameters: [amount, size, octaves, rate, seed] + WarpSettings.parameters)

  static let names = EffectNames(
    synonyms: ["heat-haze", "liquid", "underwater", "turbulent"],
    elsewhere: [
      "After Effects Turbulent Displace", "frei0r distort0r",
      "SVG feTurbulence with feDisplacementMap",
    ])

  static let identity: Arguments? = Arguments().setting(amount, to: .zero)

  private let amount: Animated<Length>
  private let size: Animated<Length>
  private let octaves: Int
  private let rate: Animated<Double>
  private let seed: Int
  let settings: WarpSettings

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    amount = arguments[Self.amount]
    size = arguments[Self.size]
    octaves = arguments[Self.octaves]
    rate = arguments[Self.rate]
    seed = arguments[Self.seed]
    settings = WarpSettings(arguments, setting)
  }

  /// Both ways, and all octaves: less than twice and again the square root of two.
  func margin(at time: Time, width: Int, height: Int) -> Int? {
    settings.margin(2.83 * amount.way(at: time, width: width, height: height).magnitude)
  }

  func distortion(
    at time: Time, width: Int, height: Int, tolerance: Double, _ workspace: Workspace
  ) -> (any Distortion)? {
    let way = amount.way(at: time, width: width, height: height)
    guard way != 0 else { return nil }
    let moment = rate.turns(at: time, within: -100...100)
    return EddyDistortion(
      Eddies(
        amount: min(max(way, -2048), 2048),
        size: max(size.distance(at: time, width: width, height: height), 4),
        octaves: octaves, moment: moment.isFinite ? min(max(moment, -1e9), 1e9) : 0, seed: seed),
      canvas: Box(x: 0, y: 0, width: width, height: height), tolerance: tolerance, workspace.scratch
    )
  }
}
