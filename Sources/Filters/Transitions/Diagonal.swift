import Bytes
import Timeline
import Y4M

/// A soft edge, curved like a hyperbola, moves over the picture into a corner.
struct Diagonal: Transition {
  static let corner = Setting<TransitionCorner>(
    "direction", default: .topLeft, "The corner that the edge moves to.")
  static let softness = TransitionParameters.softness(1)

  private static let names: [(name: String, TransitionCorner)] = [
    ("diagtl", .topLeft), ("diagtr", .topRight), ("diagbl", .bottomLeft), ("diagbr", .bottomRight),
  ]

  static let variants: [TransitionVariant] =
    [
      TransitionVariant(
        "diagonal", "A soft and curved edge moves over the picture into a corner.",
        example: #""direction": "bottom-right""#, [corner, softness])
    ]
    + names.map {
      let corner = $0.1.rawValue.split(separator: "-").joined(separator: " ")
      return TransitionVariant(
        $0.name, "A soft and curved edge moves over the picture into the \(corner) corner.",
        [softness])
    }
  static let keepsPlaces = true

  private let corner: TransitionCorner
  private let softness: Animated<Double>

  init(_ variant: String, _ setting: TransitionSetting) {
    corner =
      Self.names.first { $0.name == variant }.map { $0.1 } ?? setting.arguments[Self.corner]
    softness = setting.arguments[Self.softness]
  }

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    let softness = max(softness.share(at: time), 1 / Float(max(job.width, job.height)))
    job.run(
      CoverKernel(
        cover: DiagonalCover(
          corner: corner, width: Float(job.width), height: Float(job.height), softness: softness,
          shift: Float(progress) * (1 + softness) - 1)))
  }
}

/// An edge along a diagonal, on its way from a corner to the one opposite.
private struct DiagonalCover: Cover {
  let corner: TransitionCorner
  let width: Float
  let height: Float
  let softness: Float
  /// How far the edge is, of the way to the corner.
  let shift: Float

  var isSmooth: Bool { softness * min(width, height) > 10 }
  var variesDown: Bool { true }

  func fill(_ shares: UnsafeMutablePointer<UInt16>, _ row: CoverPlaces) -> CoverSpan {
    let down = (corner.isTop ? row.y : height - 1 - row.y) / height
    let (first, step) =
      corner.isLeft
      ? (row.x / width, row.step / width) : ((width - 1 - row.x) / width, -row.step / width)
    let scale = 1 / softness
    let (slope, offset) = (step * down * scale, (first * down + shift) * scale)
    for x in 0..<row.count { shares[x] = Share.of(Maths.smoothstep(Float(x) * slope + offset)) }
    return .varied(row.count)
  }
}
