import Bytes
import Timeline
import Y4M

/// Turns the picture about a point, most in the middle, and smoothly less towards a radius.
struct Twirl: RadialEffect {
  static let angle = Parameter<Angle>(
    "angle", default: Angle(degrees: 180), "How far the middle turns, clockwise.")
  static let radius = Parameter<Length>(
    "radius", default: Length(fraction: 0.5), in: 0..., unit: "px",
    "From here on nothing is moved; a percentage is of the canvas's shorter side.")

  static let declaration = Declaration(
    name: "twirl",
    summary: "Turns the picture about a point, most in the middle.",
    discussion: """
      A place at distance r from `center` turns by `angle * (1 - r / radius)^2`, clockwise; from \
      `radius` on nothing is moved. `vortex` is the same with a falloff to choose, and turns by \
      itself.
      """,
    example: #"""
      { "type": "effect", "effect": "twirl", "duration": 2,
        "angle": { "from": 0, "to": 270, "ease": "ease-in-out" }, "radius": "60%" }
      """#,
    parameters: [angle, radius, WarpSettings.center] + WarpSettings.parameters)

  static let names = EffectNames(
    synonyms: ["swirl", "whirl", "spiral"],
    elsewhere: [
      "Core Image CITwirlDistortion", "GPUImage Swirl", "After Effects Twirl",
      "scikit-image swirl",
    ])

  static let identity: Arguments? = Arguments().setting(angle, to: Angle(degrees: 0))

  private let angle: Animated<Angle>
  private let radius: Animated<Length>
  private let center: Animated<Point>
  let settings: WarpSettings

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    angle = arguments[Self.angle]
    radius = arguments[Self.radius]
    center = arguments[WarpSettings.center]
    settings = WarpSettings(arguments, setting)
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? { settings.marginOfReach }

  func map(at time: Time, width: Int, height: Int) -> RadialMap? {
    let radius = radius.distance(at: time, width: width, height: height)
    let degrees = angle.value(at: time).degrees
    guard radius >= 1, degrees != 0, degrees.isFinite else { return nil }
    let turn = min(max(degrees, -360_000), 360_000) * .pi / 180
    return RadialMap(
      center: center.place(at: time, width: width, height: height), radius: radius,
      detail: radius / max(turn.magnitude / 4, 1)
    ) { distance in
      let rest = 1 - distance / radius
      let angle = turn * rest * rest
      return SIMD2(Maths.cos(angle) - 1, -Maths.sin(angle))
    }
  }
}
