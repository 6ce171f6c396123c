import Timeline
import Y4M

/// A soft edge at any angle sweeps over the picture.
struct Swipe: Transition {
  static let angle = Parameter<Angle>(
    "angle", default: .zero, "Where the edge moves to: 0 is to the right, 90 downwards.")
  static let softness = TransitionParameters.softness(1)

  static let variants = [
    TransitionVariant(
      "swipe", "A soft and straight edge sweeps over the picture at any angle.",
      discussion: """
        Its soft edge is linear, unlike that of `smooth`, which is eased at both ends.
        """,
      example: #""angle": 30, "softness": 0.3"#, [angle, softness])
  ]

  private let angle: Animated<Angle>
  private let softness: Animated<Double>

  init(_ variant: String, _ setting: TransitionSetting) {
    angle = setting.arguments[Self.angle]
    softness = setting.arguments[Self.softness]
  }

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    let angle = angle.value(at: time)
    let (x, y) = (Float(angle.cosine), Float(angle.sine))
    let (width, height) = (Float(job.width - 1), Float(job.height - 1))
    // The way from the corner that the edge reaches first to the one it reaches last.
    let way = max(x.magnitude * width + y.magnitude * height, 1)
    let first = min(x * width, 0) + min(y * height, 0)
    let softness = max(softness.share(at: time), 1 / way)
    let scale = 1 / (softness * way)
    job.run(
      CoverKernel(
        cover: SwipeCover(
          slopeX: -x * scale, slopeY: -y * scale,
          offset: first * scale + Float(progress) * (1 + softness) / softness)))
  }
}

/// A straight edge in any direction.
private struct SwipeCover: Cover {
  let slopeX: Float
  let slopeY: Float
  let offset: Float

  var isSmooth: Bool { max(slopeX.magnitude, slopeY.magnitude) < 0.1 }
  var variesDown: Bool { slopeY != 0 }

  func fill(_ shares: UnsafeMutablePointer<UInt16>, _ row: CoverPlaces) -> CoverSpan {
    let first = offset + slopeY * row.y + slopeX * row.x
    let slope = slopeX * row.step
    for x in 0..<row.count { shares[x] = Share.of(first + slope * Float(x)) }
    return .varied(row.count)
  }
}
