/// How far apart the nodes of a round distortion may be, in rings around its centre.
///
/// Unchecked: its table is written as the distortion is made, and then only read.
struct RingSpacings: @unchecked Sendable {
  /// How many rings the radius has; one more lies beyond it.
  static let count = 64

  private let radius: Float
  private let spacings: UnsafeMutablePointer<Float>
  private let perPixel: Float

  /// Rings whose distances are still to be set.
  init(radius: Double, _ scratch: Scratch) {
    self.radius = Float(radius)
    spacings = scratch.take(Float.self, Self.count + 1)
    perPixel = Float(Double(Self.count) / radius)
  }

  /// Sets the largest distance within a ring.
  ///
  /// - Parameters:
  ///   - fourth: at most the fourth derivative of a place that is read there.
  ///   - tolerance: how far, in pixels, a place may be read from where it should be; the curves
  ///     between nodes take 0.6 of it.
  func set(_ ring: Int, fourth: Double, tolerance: Double) {
    let most = (24 * 0.6 / 2.64 * tolerance / fourth).squareRoot().squareRoot()
    spacings[ring] = most.isNaN ? 0 : Float(min(most, 1024))
  }

  /// How far apart nodes may be in a part of the picture.
  ///
  /// - Parameter isBounded: whether nothing is moved beyond the radius.
  func bend(in part: Extent2D, around center: SIMD2<Float>, isBounded: Bool) -> Bend {
    // The places of the part that are nearest to the centre and furthest from it.
    let (low, high) = (part.low - center, part.high - center)
    let inner = pointwiseMax(pointwiseMax(low, -high), .zero)
    let outer = pointwiseMax(-low, high)
    let near = (inner * inner).sum().squareRoot()
    let far = (outer * outer).sum().squareRoot()
    if isBounded {
      guard near < radius else { return .none }
      guard far < radius else { return .nodes(0) }
    }
    var ring = max((near * perPixel).flooredToInt32, 0)
    let last = min((far * perPixel).flooredToInt32, Int32(Self.count))
    var spacing: Float = 1024
    while ring <= last {
      spacing = min(spacing, spacings[Int(ring)])
      ring += 1
    }
    return .nodes(spacing)
  }
}
