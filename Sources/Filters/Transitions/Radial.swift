import Bytes
import Timeline
import Y4M

/// A hand sweeps round like that of a clock and leaves the next picture behind it.
struct Radial: Transition {
  static let center = TransitionParameters.center

  static let variants = [
    TransitionVariant(
      "radial", "A soft hand sweeps round a point and leaves the next picture behind it.",
      example: #""center": ["30%", "50%"]"#, [center])
  ]
  static let keepsPlaces = true

  private let center: Animated<Point>

  init(_ variant: String, _ setting: TransitionSetting) {
    center = setting.arguments[Self.center]
  }

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    let center = ShapeCenter(center.value(at: time), job).sample
    // The hand starts and ends an eighth of a turn beyond the line where its circle is cut.
    let turn = (0.5 - Float(progress)) * 2.5 * Float.pi
    job.run(CoverKernel(cover: RadialCover(x: center.x, y: center.y, turn: turn)))
  }
}

/// An edge that turns about a place as the hand of a clock does.
private struct RadialCover: Cover {
  let x: Float
  let y: Float
  let turn: Float

  /// Where the circle is cut, shares leap.
  var isSmooth: Bool { false }
  var variesDown: Bool { true }

  func fill(_ shares: UnsafeMutablePointer<UInt16>, _ row: CoverPlaces) -> CoverSpan {
    let down = row.y - y
    for index in 0..<row.count {
      let across = row.x + Float(index) * row.step - x
      shares[index] = Share.of(Maths.smoothstep(Self.angle(across, down) - turn))
    }
    return .varied(row.count)
  }

  /// The angle of a place from the downward line, 0 to pi to its right and 0 to -pi to its left, to
  /// 10^-5.
  @inline(__always)
  private static func angle(_ across: Float, _ down: Float) -> Float {
    let (a, d) = (across.magnitude, down.magnitude)
    let ratio = min(a, d) / max(max(a, d), 1e-20)
    // A polynomial that is nearest to the arc tangent from 0 to 1.
    let s = ratio * ratio
    var sum: Float = -0.0117212
    sum = sum * s + 0.05265332
    sum = sum * s - 0.11643287
    sum = sum * s + 0.19354346
    sum = sum * s - 0.33262347
    sum = sum * s + 0.99997726
    sum *= ratio
    let octant = a > d ? Float.pi / 2 - sum : sum
    let half = down < 0 ? Float.pi - octant : octant
    return across < 0 ? -half : half
  }
}
