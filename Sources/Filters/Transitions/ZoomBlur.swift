import Bytes
import Geometry
import Timeline
import Y4M

/// Rushes towards a point: one picture is smeared away from it, and the other comes to rest.
struct ZoomBlur: Transition {
  static let room = TransitionRoom.surroundings

  static let strength = Parameter<Double>(
    "strength", default: 0.5, in: 0...0.95,
    "How long the streaks are in the middle of the transition, as a share of the way to `center`.")

  static let variants = [
    TransitionVariant(
      "zoom-blur", "Rushes towards a point, smeared by the speed, from one picture to the other.",
      discussion: """
        Every place becomes the mean of the places on its way to `center`, longest in the middle of \
        the transition.
        """,
      example: #""center": ["50%", "40%"], "ease": "ease-in-out""#,
      [TransitionParameters.center, strength])
  ]

  private let center: Animated<Point>
  private let strength: Animated<Double>

  init(_ variant: String, _ setting: TransitionSetting) {
    center = setting.arguments[TransitionParameters.center]
    strength = setting.arguments[Self.strength]
  }

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    let share = Share.of(Maths.smoothstep(progress, from: 0.2, to: 0.8))
    let length = min(max(strength.value(at: time), 0), 0.95) * Smooth.swell(progress)
    guard length > 1e-3 else { return job.run(EvenMix(share: share)) }
    let place = center.value(at: time)
    func grid(_ value: Double) -> Double {
      (min(max(value, -65536), 131_072) * 256).rounded() / 256
    }
    let center = Vector(
      grid(place.x.resolved(against: Double(job.width))),
      grid(place.y.resolved(against: Double(job.height))))
    let format = job.target.format
    for layout in format.planes {
      let passes = ZoomPasses(layout, center: center, length: length)
      if format.depth == 8 {
        passes.run(
          job.from.samples8(layout), job.to.samples8(layout), share: share, depth: 8,
          to: job.target.samples8(layout), job.workspace)
      } else {
        passes.run(
          job.from.samples16(layout), job.to.samples16(layout), share: share, depth: format.depth,
          to: job.target.samples16(layout), job.workspace)
      }
    }
  }
}
