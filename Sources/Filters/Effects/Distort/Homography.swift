import Bytes
import Geometry
import Timeline

/// A map of the plane that keeps lines straight: a point (x, y, 1) goes to the first two of three
/// numbers, divided by the third; points for which that is not above 0 lie behind the eye.
struct Homography: Sendable {
  /// Row by row.
  var x: SIMD3<Double>
  var y: SIMD3<Double>
  var w: SIMD3<Double>

  static let identity = Homography(
    x: SIMD3(1, 0, 0), y: SIMD3(0, 1, 0), w: SIMD3(0, 0, 1))

  init(x: SIMD3<Double>, y: SIMD3<Double>, w: SIMD3<Double>) {
    (self.x, self.y, self.w) = (x, y, w)
  }

  /// From a rectangle with its upper left corner at the origin to four corners, clockwise from the
  /// upper left: P. Heckbert, "Fundamentals of Texture Mapping and Image Warping", 1989, section
  /// 2.2.3.
  init(width: Double, height: Double, to corners: [Vector]) {
    let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
    let one = Vector(b.x - c.x, b.y - c.y)
    let two = Vector(d.x - c.x, d.y - c.y)
    let sum = Vector(a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y)
    let area = one.x * two.y - two.x * one.y
    var (g, h) = (0.0, 0.0)
    if area.magnitude > 1e-9 {
      g = (sum.x * two.y - two.x * sum.y) / area
      h = (one.x * sum.y - sum.x * one.y) / area
    }
    let unit = SIMD3(1 / width, 1 / height, 1)
    x = SIMD3(b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x) * unit
    y = SIMD3(b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y) * unit
    w = SIMD3(g, h, 1) * unit
  }

  /// A picture that is turned in space about its centre, as an eye sees it before which it filled
  /// `fov`, top to bottom.
  ///
  /// - Parameters:
  ///   - tilt: how far its top leans back, in radians.
  ///   - swing: how far its right side does.
  init(width: Double, height: Double, tilt: Double, swing: Double, fov: Double) {
    let distance = height / 2 / Maths.tan(fov / 2)
    let (sinT, cosT, sinS, cosS) = (
      Maths.sin(tilt), Maths.cos(tilt), Maths.sin(swing), Maths.cos(swing)
    )
    let turned = Homography(
      x: SIMD3(cosS, 0, 0), y: SIMD3(sinT * sinS, cosT, 0),
      w: SIMD3(cosT * sinS / distance, -sinT / distance, 1))
    self = Homography.moving(width / 2, height / 2).after(turned)
      .after(.moving(-width / 2, -height / 2))
  }

  private static func moving(_ x: Double, _ y: Double) -> Homography {
    Homography(x: SIMD3(1, 0, x), y: SIMD3(0, 1, y), w: SIMD3(0, 0, 1))
  }

  /// The map that applies `first`, then this one.
  func after(_ first: Homography) -> Homography {
    func row(_ row: SIMD3<Double>) -> SIMD3<Double> {
      row.x * first.x + row.y * first.y + row.z * first.w
    }
    return Homography(x: row(x), y: row(y), w: row(w))
  }

  /// The map back, in which points behind the eye have a third number below 0; nil where this one
  /// flattens the plane.
  var inverse: Homography? {
    func minor(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let (first, second, third) = (minor(y, w), minor(w, x), minor(x, y))
    let determinant = (x * first).sum()
    guard determinant.isFinite, determinant.magnitude > 1e-12 else { return nil }
    let scale = 1 / determinant
    return Homography(
      x: SIMD3(first.x, second.x, third.x) * scale, y: SIMD3(first.y, second.y, third.y) * scale,
      w: SIMD3(first.z, second.z, third.z) * scale)
  }

  /// Where a point goes, before the division.
  func callAsFunction(_ point: Vector) -> SIMD3<Double> {
    let point = SIMD3(point.x, point.y, 1)
    return SIMD3((x * point).sum(), (y * point).sum(), (w * point).sum())
  }

  /// How much larger than it is a picture of this size is seen where it is seen largest, across and
  /// down; at most 1.
  func scale(width: Double, height: Double) -> Vector {
    var (across, down) = (0.0, 0.0)
    for corner in [Vector(0, 0), Vector(width, 0), Vector(width, height), Vector(0, height)] {
      let place = self(corner)
      guard place.z > 1e-6 else { return Vector(1, 1) }
      func pace(_ index: Int) -> Double {
        Vector(
          (x[index] - place.x / place.z * w[index]) / place.z,
          (y[index] - place.y / place.z * w[index]) / place.z
        ).length
      }
      across = max(across, pace(0))
      down = max(down, pace(1))
    }
    return Vector(min(across, 1), min(down, 1))
  }
}

/// A picture that is seen through a homography.
struct HomographyPictureMap: PictureMap {
  /// What lies behind the eye is read from here.
  private static let nowhere: Float = -1e6

  /// From what is drawn to what is read.
  let map: Homography

  func source(of place: SIMD2<Float>) -> SIMD2<Float> {
    let point = map(Vector(Double(place.x), Double(place.y)))
    guard point.z > 0 else { return SIMD2(repeating: Self.nowhere) }
    return SIMD2(Float(point.x / point.z), Float(point.y / point.z))
  }

  func fill(_ line: PictureLine, _ columns: Range<Int>, _ places: PicturePlaces) {
    let start = SIMD3<Float>(map(Vector(line.x, line.y)))
    let step = SIMD3<Float>(SIMD3(map.x.x, map.y.x, map.w.x) * line.pitch)
    let (x, y) = (places.x - columns.lowerBound, places.y - columns.lowerBound)
    let nowhere = Self.nowhere
    for i in columns {
      let index = Float(Int32(truncatingIfNeeded: i))
      let depth = start.z + index * step.z
      let share = 1 / depth
      let across = (start.x + index * step.x) * share
      let down = (start.y + index * step.y) * share
      x[i] = depth > 0 ? across : nowhere
      y[i] = depth > 0 ? down : nowhere
    }
  }
}
