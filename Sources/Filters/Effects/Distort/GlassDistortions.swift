import Bytes
import Y4M

/// The round surface of glass, seen from straight above.
struct GlassSurface {
  /// The refractive index, from 1 on.
  let index: Double

  /// By how much of its distance from the middle a place is read further in: `h tan(a - b) / r`.
  ///
  /// - Parameter place: the distance in radii, which is sin a.
  func share(at place: Double) -> Double {
    let sinA = min(max(place, 0), 1)
    let sinB = sinA / index
    let cosA = (1 - sinA * sinA).squareRoot()
    let cosB = (1 - sinB * sinB).squareRoot()
    // tan(a - b) = sin(a - b) / cos(a - b), of which sin a is divided out with r.
    return cosA * (cosB - cosA / index) / (cosA * cosB + sinA * sinB)
  }
}

/// Half rods of glass side by side.
///
/// Every place is computed, as the slope of what it is moved by has no bounds where two ribs meet.
struct RibDistortion: Distortion {
  let reach: Box
  let stretch = 8.0
  var fineness: Int { DistortionSpread.mostCount }
  private let direction: SIMD2<Float>
  /// Ribs a pixel, and those at the picture's corner.
  private let slope: SIMD2<Float>
  private let phase: Float
  private let half: Float
  private let inverse: Float

  init(
    surface: GlassSurface, width: Double, degrees: Double, start: SIMD2<Double>, canvas: Box
  ) {
    reach = canvas
    let angle = degrees.isFinite ? degrees * .pi / 180 : 0
    let direction = SIMD2(Maths.cos(angle), Maths.sin(angle))
    self.direction = SIMD2<Float>(direction)
    slope = SIMD2<Float>(direction / width)
    let ribs = -(start * direction).sum() / width
    phase = Float(ribs - ribs.rounded(.down))
    half = Float(width / 2)
    inverse = Float(1 / surface.index)
  }

  @inline(__always)
  func displacement(of place: SIMD2<Float>) -> SIMD2<Float> {
    let turned = place * slope
    let rib = turned.x + turned.y + phase
    // From -1 to 1 over a rib.
    let sinA = min(max(2 * (rib - rib.rounded(.down)) - 1, -1), 1)
    let sinB = sinA * inverse
    let cosA = max(1 - sinA * sinA, 0).squareRoot()
    let cosB = max(1 - sinB * sinB, 0).squareRoot()
    let shift = cosA * sinA * (cosB - cosA * inverse) / (cosA * cosB + sinA * sinB)
    return direction * (-half * shift)
  }

  func bend(in part: Extent2D) -> Bend { .nodes(0) }
}

/// Rough glass, each of whose cells is moved by itself.
///
/// Unchecked: its table is written as it is made, and then only read.
struct FrostDistortion: Distortion, @unchecked Sendable {
  /// After so many cells the same moves come again.
  private static let period = 256

  let reach: Box
  let stretch: Double
  private let size: Float
  private let moves: UnsafeMutablePointer<SIMD2<Float>>

  init(scatter: Double, size: Double, seed: Int, canvas: Box, _ scratch: Scratch) {
    reach = canvas
    stretch = 1 + 2 * scatter
    self.size = Float(size)
    let period = Self.period
    moves = scratch.take(SIMD2<Float>.self, period * period)
    let hash = NoiseHash(seed: seed)
    // Those beyond the picture stay.
    moves.update(repeating: .zero, count: period * period)
    let rows = min(Int(Double(canvas.height) / size) + 1, period)
    let columns = min(Int(Double(canvas.width) / size) + 1, period)
    for y in 0..<rows {
      for x in 0..<columns {
        let move = SIMD2(hash.unit(x, y, 0), hash.unit(x, y, 1)) * 2 - 1
        moves[y * period + x] = SIMD2<Float>(move * scatter)
      }
    }
  }

  @inline(__always)
  func displacement(of place: SIMD2<Float>) -> SIMD2<Float> {
    let cell = place / size
    let column = Int(cell.x.rounded(.down).roundedToInt32) & (Self.period - 1)
    let row = Int(cell.y.rounded(.down).roundedToInt32) & (Self.period - 1)
    return moves[row &* Self.period &+ column]
  }

  func bend(in part: Extent2D) -> Bend { .nodes(0) }
}
