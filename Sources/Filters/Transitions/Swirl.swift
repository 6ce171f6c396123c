import Bytes
import Timeline
import Y4M

/// Winds both pictures up around a point, further and further until the middle of the transition,
/// and unwinds them again, while one fades into the other.
struct Swirl: Transition {
  static let room = TransitionRoom.surroundings

  static let radius = Parameter<Length>(
    "radius", default: Length(fraction: 1), unit: "px",
    "How far the swirl reaches; a percentage is of the picture's shorter side.")
  static let angle = Parameter<Angle>(
    "angle", default: Angle(degrees: 360),
    "How far the point itself has turned in the middle of the transition, clockwise.")
  static let falloff = Parameter<Double>(
    "falloff", default: 1.5, in: 0.25...16,
    "How fast the turn fades towards the radius; 1 is linear, a higher value fades sooner.")

  static let variants = [
    TransitionVariant(
      "swirl", "Winds both pictures up and unwinds them, while one fades into the other.",
      discussion: """
        A place at distance r from `center` turns by up to `angle * (1 - r / radius) ^ falloff`; \
        from `radius` on nothing moves. Beyond its edges a picture is continued by its mirror image.
        """,
      example: #""angle": 540, "ease": "ease-in-out""#,
      [TransitionParameters.center, radius, angle, falloff])
  ]

  private let center: Animated<Point>
  private let radius: Animated<Length>
  private let angle: Animated<Angle>
  private let falloff: Animated<Double>

  init(_ variant: String, _ setting: TransitionSetting) {
    center = setting.arguments[TransitionParameters.center]
    radius = setting.arguments[Self.radius]
    angle = setting.arguments[Self.angle]
    falloff = setting.arguments[Self.falloff]
  }

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    let share = Share.of(Maths.smoothstep(progress))
    guard let winding = winding(job, progress: progress, at: time) else {
      return job.run(EvenMix(share: share))
    }
    // Both are wound up alike, so that one resampling of their mixture is enough.
    job.withSpare(EvenMix(share: share)) { mixture in
      job.target.copy(from: mixture)
      let distortion = PreparedWinding(
        winding, tolerance: DistortionKernel.tolerance, job.workspace.scratch)
      mixture.run(
        DistortionKernel(
          distortions: [distortion], sampling: .bilinear, edges: .mirrored,
          picture: (job.target.format.width, job.target.format.height)),
        to: job.target, box: distortion.reach, includesAlpha: true, job.workspace)
    }
  }

  /// How the pictures are wound up; nil when they are not.
  private func winding(_ job: TransitionJob, progress: Double, at time: Time) -> Winding? {
    let (width, height) = (Double(job.width), Double(job.height))
    let radius = radius.value(at: time).resolved(against: min(width, height))
    let turn = angle.value(at: time).degrees * .pi / 180 * Smooth.swell(progress)
    guard radius >= 1, turn != 0 else { return nil }
    let center = center.value(at: time)
    return Winding(
      centerX: center.x.resolved(against: width), centerY: center.y.resolved(against: height),
      radius: min(radius, Winding.largestRadius), turn: turn, falloff: falloff.value(at: time))
  }
}
