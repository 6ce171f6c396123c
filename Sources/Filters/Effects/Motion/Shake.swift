import Bytes
import Geometry
import Timeline
import Y4M

/// Shakes the picture as an unsteady hand does.
///
/// In each step of 1 / `rate` seconds, place and turn come from a hash of the step's number and
/// `seed`; between steps they follow Catmull-Rom curves, which stay within `amount` and `rotation`.
struct Shake: ViewEffect {
  static let amount = Parameter<Length>(
    "amount", default: Length(fraction: 0.02), in: 0...10_000, unit: "px",
    "How far the picture moves at most, along each side; a percentage is of the canvas's shorter "
      + "side.")
  static let rotation = Parameter<Angle>(
    "rotation", default: Angle(degrees: 1), unit: "degrees", "How far it turns at most.")
  static let zoom = Parameter<Double>(
    "zoom", default: 1, in: 1...4, defaultText: "just enough to hide the edges",
    "How much larger the picture is seen.")
  static let rate = Setting<Double>(
    "rate", default: 8, in: 0...240, "Steps a second: a high rate trembles, a low one sways.")
  static let smooth = Setting<Bool>(
    "smooth", default: true, "Whether it moves from step to step; otherwise it jumps.")
  static let seed = Setting<Int>("seed", default: 1, "Another number gives another movement.")
  static let edge = Setting<EdgeMode>(
    "edge", default: .clamp, "What is seen beyond the picture, where zoom does not hide it.")

  static let declaration = Declaration(
    name: "shake",
    summary: "Shakes the picture as an unsteady hand does.",
    discussion: """
      Place and turn of each step depend on its number and `seed` alone, so that a film is shaken \
      alike at any frame rate. Without `zoom` the picture is enlarged as much as its edges could \
      come into sight with this `amount` and `rotation`, and no more.
      """,
    example: #"""
      { "type": "effect", "effect": "shake", "start": 3, "duration": 0.6,
        "amount": { "from": "5%", "to": 0, "ease": "ease-out" } }
      """#,
    parameters: [
      amount, rotation, zoom, rate, smooth, seed, edge, MapSettings.edgeColor, MapSettings.sampling,
      ViewExposure.motionBlur,
    ])

  static let names = EffectNames(
    synonyms: ["camera-shake", "earthquake", "handheld", "wiggle", "jitter", "tremble", "sway"],
    elsewhere: [
      "frei0r camerashake", "MLT shake0scillate", "Shotcut Shake", "After Effects Wiggle",
      "Premiere Camera Shake",
    ])

  static let identity: Arguments? = Arguments().setting(amount, to: .zero)
    .setting(rotation, to: .zero).setting(zoom, to: 1)

  private let amount: Animated<Length>
  private let rotation: Animated<Angle>
  private let zoom: Animated<Double>?
  private let rate: Double
  private let smooth: Bool
  private let hash: NoiseHash
  private let settings: MapSettings
  let exposure: ViewExposure

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    amount = arguments[Self.amount]
    rotation = arguments[Self.rotation]
    zoom = arguments.isGiven(Self.zoom) ? arguments[Self.zoom] : nil
    rate = arguments[Self.rate]
    smooth = arguments[Self.smooth]
    hash = NoiseHash(seed: arguments[Self.seed])
    settings = MapSettings(arguments, edge: Self.edge)
    exposure = ViewExposure(arguments, setting)
  }

  func view(at time: Time, width: Double, height: Double) -> CameraView {
    let side = min(width, height)
    // Beyond a quarter of the picture there would not be enough of it left.
    let amount = min(max(amount.value(at: time).resolved(against: side), 0), side / 4)
    let turn = min(rotation.value(at: time).degrees.magnitude, 45)
    let zoom =
      self.zoom.map { min(max($0.value(at: time), 1), 4) }
      ?? Self.cover(width, height, amount: amount, turn: turn)
    return CameraView(
      anchor: Vector(width / 2, height / 2),
      pan: Vector(amount * sway(0, at: time), amount * sway(1, at: time)), zoom: zoom,
      roll: turn * sway(2, at: time))
  }

  func draw(_ job: EffectJob, _ map: Affine, zoom: Double, at time: Time) {
    job.draw(
      AffinePictureMap(map: map), edges: settings.edges(of: job, at: time),
      sampling: settings.sampling)
  }

  /// The least zoom at which a frame that moves and turns so far stays within the picture.
  static func cover(_ width: Double, _ height: Double, amount: Double, turn: Double) -> Double {
    // A turned frame is widest at the largest turn, or where its diagonal lies along the side.
    func span(_ side: Double, _ other: Double) -> Double {
      let angle = min(turn * .pi / 180, Maths.atan2(other, side))
      return side * Maths.cos(angle) + other * Maths.sin(angle)
    }
    let zoom = max(
      span(width, height) / (width - 2 * amount), span(height, width) / (height - 2 * amount))
    return min(max(zoom, 1), 8)
  }

  /// Where one of the movements stands, -1 to 1.
  private func sway(_ channel: Int, at time: Time) -> Double {
    let step = min(max(time.seconds * rate, -1e15), 1e15)
    let whole = step.rounded(.down)
    let index = Int(whole)
    func value(_ offset: Int) -> Double { 2 * hash.unit(index &+ offset, 0, channel) - 1 }
    guard smooth else { return value(0) }
    let shares = catmullRom(step - whole)
    let middle = shares[1] * value(0) + shares[2] * value(1)
    // The shares' magnitudes add up to 1.25 at most.
    return 0.8 * (shares[0] * value(-1) + middle + shares[3] * value(2))
  }
}
