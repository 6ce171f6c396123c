import Bytes
import Timeline
import Y4M

/// The shape of the part that is left.
enum CropShape: String, Choice {
  case circle
  case rectangle
}

/// A shape closes over the picture that goes, and opens again over the next one.
struct Crop: Transition {
  static let shape = Setting<CropShape>(
    "shape", default: .circle, "The shape in which the pictures are visible.")
  static let center = TransitionParameters.center
  static let color = Parameter<Color>(
    "color", default: .black, "What surrounds the shape; for a layer that enters or exits, nothing."
  )
  static let softness = TransitionParameters.softness(0)

  static let variants = [
    TransitionVariant(
      "crop", "A shape closes over the outgoing picture, and opens again over the next one.",
      example: #""shape": "rectangle", "color": "navy""#, [shape, center, color, softness]),
    TransitionVariant(
      "circlecrop", "A circle closes over the outgoing picture, and opens over the next one.",
      [center, color, softness]),
    TransitionVariant(
      "rectcrop", "A rectangle closes over the outgoing picture, and opens over the next one.",
      [center, color, softness]),
  ]

  private let shape: CropShape
  private let center: Animated<Point>
  private let color: Animated<Color>
  private let softness: Animated<Double>
  private let coding: ColorCoding
  private let isPremultiplied: Bool

  init(_ variant: String, _ setting: TransitionSetting) {
    let arguments = setting.arguments
    shape =
      ["circlecrop": .circle, "rectcrop": .rectangle][variant] ?? arguments[Self.shape]
    center = arguments[Self.center]
    let isClear = setting.includesAlpha && !arguments.isGiven(Self.color)
    color = isClear ? Animated(.transparent) : arguments[Self.color]
    softness = arguments[Self.softness]
    coding = setting.coding
    isPremultiplied = setting.includesAlpha
  }

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    let center = ShapeCenter(center.value(at: time), job)
    let color = TransitionColor(
      color.value(at: time), coding: coding, isPremultiplied: isPremultiplied)
    let rest = 1 - Float(progress)
    let cover = CropCover(
      shape: shape, center: center, width: Float(job.width), height: Float(job.height),
      size: 2 * (rest - 0.5).magnitude, softness: softness.share(at: time))
    job.run(CoverKernel(cover: cover, under: .color(color), over: rest < 0.5 ? .to : .from))
  }
}

/// A shape about a centre, with a sharp or a soft edge.
private struct CropCover: Cover {
  let shape: CropShape
  let center: ShapeCenter
  let width: Float
  let height: Float
  /// From 0, nothing, to 1, all of the picture.
  let size: Float
  let softness: Float

  private var isSharp: Bool { softness * min(width, height) < 1 }
  var isSmooth: Bool { softness * min(width, height) > 20 }
  var variesDown: Bool { true }

  func fill(_ shares: UnsafeMutablePointer<UInt16>, _ row: CoverPlaces) -> CoverSpan {
    let down = (row.y - center.sample.y).magnitude
    switch shape {
    case .circle:
      let radius = size * size * size
      if isSharp { return sharp(chord(radius * center.reach, down), shares, row) }
      let scale = 1 / (softness * center.reach)
      let offset = radius * (1 + softness) / softness
      let start = row.x - center.sample.x
      for x in 0..<row.count {
        let across = start + Float(x) * row.step
        let distance = (across * across + down * down).squareRoot()
        shares[x] = Share.of(Maths.smoothstep(offset - distance * scale))
      }
    case .rectangle:
      let (halfWidth, halfHeight) = (reach(center.sample.x, width), reach(center.sample.y, height))
      if isSharp {
        let half = (size * halfWidth).rounded(.towardZero) - 0.5
        return sharp(down < (size * halfHeight).rounded(.towardZero) ? half : -1, shares, row)
      }
      let offset = size * (1 + softness) / softness
      let start = row.x - center.sample.x
      for x in 0..<row.count {
        let across = (start + Float(x) * row.step).magnitude / halfWidth
        let distance = max(across, down / halfHeight)
        shares[x] = Share.of(Maths.smoothstep(offset - distance / softness))
      }
    }
    return .varied(row.count)
  }

  /// How far the furthest edge is from the middle.
  private func reach(_ center: Float, _ side: Float) -> Float {
    max(center, side - center, 0.5)
  }

  /// Half of the line that a circle cuts out of a row; negative where it misses the row.
  private func chord(_ radius: Float, _ down: Float) -> Float {
    radius < down ? -1 : (radius * radius - down * down).squareRoot()
  }

  /// A row in which the samples at most `half` away from the middle are seen.
  private func sharp(
    _ half: Float, _ shares: UnsafeMutablePointer<UInt16>, _ row: CoverPlaces
  ) -> CoverSpan {
    guard half >= 0 else { return .even(0) }
    // Whole places alone are asked for where the edge is sharp.
    let first = Int((center.sample.x - half - row.x).rounded(.up))
    let end = Int((center.sample.x + half - row.x).rounded(.down)) + 1
    let start = min(max(first, 0), row.count)
    let count = min(max(end, start), row.count) - start
    (shares + start).update(repeating: Share.whole, count: count)
    return CoverSpan(left: 0, varied: start..<start + count, right: 0)
  }
}
