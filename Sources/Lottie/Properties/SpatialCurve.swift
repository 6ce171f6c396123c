import Geometry

/// The curve along which a place moves, measured by its length.
struct SpatialCurve: Sendable {
  private static let parts = 150

  private let points: [Vector]
  /// The length up to each point.
  private let lengths: [Double]

  /// The cubic curve between two places whose control points are these steps away from its ends.
  init(from start: Vector, leaving: Vector, arriving: Vector, to end: Vector) {
    let first = Vector(start.x + leaving.x, start.y + leaving.y)
    let second = Vector(end.x + arriving.x, end.y + arriving.y)
    var points = [start]
    var lengths = [0.0]
    for part in 1...Self.parts {
      let t = Double(part) / Double(Self.parts)
      let rest = 1 - t
      let (a, b, c, d) = (rest * rest * rest, 3 * rest * rest * t, 3 * rest * t * t, t * t * t)
      let point = Vector(
        a * start.x + b * first.x + c * second.x + d * end.x,
        a * start.y + b * first.y + c * second.y + d * end.y)
      let step = Vector(point.x - points[part - 1].x, point.y - points[part - 1].y)
      points.append(point)
      lengths.append(lengths[part - 1] + step.length)
    }
    (self.points, self.lengths) = (points, lengths)
  }

  /// The place at a share of the length; beyond its ends the curve goes on straight.
  func place(at share: Double) -> Vector {
    let target = share * lengths[Self.parts]
    var (low, high) = (0, Self.parts)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lengths[middle] <= target { low = middle } else { high = middle }
    }
    let length = lengths[high] - lengths[low]
    guard length > 0 else { return points[share < 0.5 ? low : high] }
    let part = (target - lengths[low]) / length
    return Vector(
      points[low].x + (points[high].x - points[low].x) * part,
      points[low].y + (points[high].y - points[low].y) * part)
  }
}
