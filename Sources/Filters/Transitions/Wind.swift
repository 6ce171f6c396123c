import Bytes
import Timeline
import Y4M

/// The picture that goes is blown away in streaks.
struct Wind: Transition {
  static let direction = TransitionParameters.direction(.left, "Where the streaks fly to.")
  static let softness = Parameter<Double>(
    "softness", default: 0.2, in: 0.001...1,
    "How long the streaks are, and how soft: a share of the way.")

  private static let names: [(name: String, TransitionDirection)] = [
    ("hlwind", .left), ("hrwind", .right), ("vuwind", .up), ("vdwind", .down),
  ]

  static let variants: [TransitionVariant] =
    [
      TransitionVariant(
        "wind", "The outgoing picture is blown away in streaks.",
        example: #""direction": "right""#, [direction, softness])
    ]
    + names.map {
      let way = $0.1.isHorizontal ? "to the \($0.1)" : "\($0.1)wards"
      return TransitionVariant(
        $0.name, "The outgoing picture is blown away in streaks that fly \(way).", [softness])
    }
  static let keepsPlaces = true

  private let direction: TransitionDirection
  private let softness: Animated<Double>

  init(_ variant: String, _ setting: TransitionSetting) {
    direction =
      Self.names.first { $0.name == variant }.map { $0.1 } ?? setting.arguments[Self.direction]
    softness = setting.arguments[Self.softness]
  }

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    let softness = max(softness.share(at: time), 0.001)
    // Samples beyond the picture are asked for where its side is odd.
    let count = direction.isHorizontal ? 0 : job.width + 4
    let streaks = job.scratch.take(Float.self, count)
    for x in 0..<count { streaks[x] = ShaderNoise.value(Float(x), 0) }
    job.run(
      CoverKernel(
        cover: WindCover(
          direction: direction, side: Float(direction.isHorizontal ? job.width : job.height),
          softness: softness, way: Float(progress) * (1 + softness), streaks: streaks)))
  }
}

/// An edge of streaks, each as far as the wind has brought it.
private struct WindCover: Cover {
  let direction: TransitionDirection
  let side: Float
  let softness: Float
  let way: Float
  /// How far behind each column's streak is, where streaks fly along columns.
  let streaks: UnsafeMutablePointer<Float>

  var isSmooth: Bool { false }
  var variesDown: Bool { true }

  func fill(_ shares: UnsafeMutablePointer<UInt16>, _ row: CoverPlaces) -> CoverSpan {
    let scale = 1 / softness
    let (slope, first): (Float, Float) =
      direction.isBackward ? (-(1 - softness) / side, 1 - softness) : ((1 - softness) / side, 0)
    if direction.isHorizontal {
      let streak = ShaderNoise.value(0, row.y) * softness
      let offset = way - streak - first
      for x in 0..<row.count {
        let far = offset - slope * (row.x + Float(x))
        shares[x] = Share.of(Maths.smoothstep(far * scale))
      }
    } else {
      let offset = way - first - slope * row.y
      for x in 0..<row.count {
        shares[x] = Share.of(Maths.smoothstep((offset - streaks[x] * softness) * scale))
      }
    }
    return .varied(row.count)
  }
}
