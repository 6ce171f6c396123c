import Timeline
import Y4M

/// Blows the picture up around a point, or pinches it.
struct Bulge: RadialEffect {
  static let amount = Parameter<Double>(
    "amount", default: 0.5, in: -1...1,
    "How much the middle grows; below 0 the picture is drawn together there.")
  static let radius = Parameter<Length>(
    "radius", default: Length(fraction: 0.5), in: 0..., unit: "px",
    "From here on nothing is moved; a percentage is of the canvas's shorter side.")

  static let declaration = Declaration(
    name: "bulge",
    summary: "Blows the picture up around a point, or pinches it.",
    discussion: """
      A place at distance r from `center` is read from `(1 - amount * (1 - r / radius))^2` times \
      that distance; where `amount` is below 0, from `1 + |amount| * (1 - r / radius)` times it. \
      From `radius` on nothing is moved.
      """,
    example: #"""
      { "type": "effect", "effect": "bulge", "duration": 2,
        "amount": { "from": 0, "to": 0.8, "ease": "ease-out" }, "center": ["40%", "50%"] }
      """#,
    parameters: [amount, radius, WarpSettings.center] + WarpSettings.parameters)

  static let names = EffectNames(
    synonyms: ["pinch", "bump", "punch", "magnify"],
    elsewhere: [
      "Core Image CIBumpDistortion and CIPinchDistortion",
      "GPUImage BulgeDistortion and PinchDistortion",
      "After Effects Bulge",
    ])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let amount: Animated<Double>
  private let radius: Animated<Length>
  private let center: Animated<Point>
  let settings: WarpSettings

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    amount = arguments[Self.amount]
    radius = arguments[Self.radius]
    center = arguments[WarpSettings.center]
    settings = WarpSettings(arguments, setting)
  }

  /// No place is read from beyond the radius.
  func margin(at time: Time, width: Int, height: Int) -> Int? { settings.marginOfReach }

  func map(at time: Time, width: Int, height: Int) -> RadialMap? {
    let radius = radius.distance(at: time, width: width, height: height)
    let amount = amount.value(at: time, within: -1...1)
    guard radius >= 1, amount != 0 else { return nil }
    return RadialMap(
      center: center.place(at: time, width: width, height: height), radius: radius, detail: radius
    ) { distance in
      let share = amount * (1 - distance / radius)
      return SIMD2(amount > 0 ? share * share - 2 * share : -share, 0)
    }
  }
}
