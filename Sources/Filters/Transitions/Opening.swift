import Bytes
import Timeline
import Y4M

/// The shape that opens or closes.
enum OpeningShape: String, Choice {
  case circle
  /// A vertical line that widens.
  case vertical
  /// A horizontal line that widens.
  case horizontal
}

/// The next picture opens from the middle, or closes in from the edges.
struct Opening: Transition {
  static let shape = Setting<OpeningShape>(
    "shape", default: .circle,
    "A circle, or a gap that starts from a vertical or a horizontal line.")
  static let center = TransitionParameters.center
  static let softness = TransitionParameters.softness(1)

  private static let names: [(name: String, OpeningShape, isClosing: Bool, summary: String)] = [
    ("circleopen", .circle, false, "The next picture opens as a growing circle."),
    ("circleclose", .circle, true, "The outgoing picture closes as a shrinking circle."),
    ("vertopen", .vertical, false, "The next picture opens from a vertical line in the middle."),
    ("vertclose", .vertical, true, "The next picture closes in from the left and the right."),
    (
      "horzopen", .horizontal, false, "The next picture opens from a horizontal line in the middle."
    ),
    ("horzclose", .horizontal, true, "The next picture closes in from the top and the bottom."),
  ]

  static let variants: [TransitionVariant] =
    [
      TransitionVariant(
        "open", "The next picture opens from the middle.",
        example: #""shape": "circle", "center": ["30%", "50%"], "softness": 0.1"#,
        [shape, center, softness]),
      TransitionVariant(
        "close", "The next picture closes in from the edges.",
        example: #""shape": "horizontal""#, [shape, center, softness]),
    ] + names.map { TransitionVariant($0.name, $0.summary, [center, softness]) }
  static let keepsPlaces = true

  private let shape: OpeningShape
  private let isClosing: Bool
  private let center: Animated<Point>
  private let softness: Animated<Double>

  init(_ variant: String, _ setting: TransitionSetting) {
    let preset = Self.names.first { $0.name == variant }
    shape = preset?.1 ?? setting.arguments[Self.shape]
    isClosing = preset?.isClosing ?? (variant == "close")
    center = setting.arguments[Self.center]
    softness = setting.arguments[Self.softness]
  }

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    let center = ShapeCenter(center.value(at: time), job)
    let reach: Float
    switch shape {
    case .circle: reach = center.reach
    case .vertical: reach = max(center.x, Float(job.width) - center.x)
    case .horizontal: reach = max(center.y, Float(job.height) - center.y)
    }
    let softness = max(softness.share(at: time), 0.5 / reach)
    let progress = Float(isClosing ? 1 - progress : progress)
    let extra: Float = shape == .circle ? 2 : 1
    var edge = progress * (1 + extra * softness)
    if shape == .circle { edge -= softness / 2 }
    if isClosing { edge -= softness }
    job.run(
      CoverKernel(
        cover: OpeningCover(
          shape: shape, isClosing: isClosing, x: center.x, y: center.y, reach: reach, edge: edge,
          softness: softness)))
  }
}

/// The middle of a shape, in luma samples from the centre of the first.
struct ShapeCenter: BitwiseCopyable {
  let x: Float
  let y: Float
  /// How far the furthest corner is, at least 1.
  let reach: Float
  /// The whole sample that the middle lies in.
  var sample: (x: Float, y: Float) { (x.rounded(.down), y.rounded(.down)) }

  init(_ center: Point, _ job: TransitionJob) {
    func place(_ length: Length, _ side: Int) -> Float {
      Float(min(max(length.resolved(against: Double(side)), -65536), 131_072))
    }
    x = place(center.x, job.width)
    y = place(center.y, job.height)
    let (sampleX, sampleY) = (x.rounded(.down), y.rounded(.down))
    let across = max(sampleX, Float(job.width) - 1 - sampleX)
    let down = max(sampleY, Float(job.height) - 1 - sampleY)
    reach = max((across * across + down * down).squareRoot(), 1)
  }
}

/// A shape that opens or closes about a place.
private struct OpeningCover: Cover {
  let shape: OpeningShape
  let isClosing: Bool
  let x: Float
  let y: Float
  /// The distance that counts as 1.
  let reach: Float
  let edge: Float
  let softness: Float

  var isSmooth: Bool { softness * reach > 10 }
  var variesDown: Bool { shape != .vertical }

  func fill(_ shares: UnsafeMutablePointer<UInt16>, _ row: CoverPlaces) -> CoverSpan {
    // The smooth step of `slope * distance + offset`.
    let slope = (isClosing ? 1 : -1) / (softness * reach)
    let offset = (isClosing ? -edge : edge) / softness
    switch shape {
    case .horizontal:
      return .even(Share.of(Maths.smoothstep((row.y - y).magnitude * slope + offset)))
    case .vertical:
      for index in 0..<row.count {
        let distance = (row.x + Float(index) * row.step - x).magnitude
        shares[index] = Share.of(Maths.smoothstep(distance * slope + offset))
      }
    case .circle:
      let start = row.x - x.rounded(.down)
      let down = row.y - y.rounded(.down)
      for index in 0..<row.count {
        let across = start + Float(index) * row.step
        let distance = (across * across + down * down).squareRoot()
        shares[index] = Share.of(Maths.smoothstep(distance * slope + offset))
      }
    }
    return .varied(row.count)
  }
}
