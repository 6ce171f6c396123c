import Geometry

/// Points of Bézier curves.
enum Bezier {
  static func point(_ start: Vector, _ control: Vector, _ end: Vector, at t: Double) -> Vector {
    let rest = 1 - t
    let (a, b, c) = (rest * rest, 2 * rest * t, t * t)
    return Vector(
      a * start.x + b * control.x + c * end.x, a * start.y + b * control.y + c * end.y)
  }

  static func point(
    _ start: Vector, _ first: Vector, _ second: Vector, _ end: Vector, at t: Double
  ) -> Vector {
    let rest = 1 - t
    let a = rest * rest * rest
    let b = 3 * rest * rest * t
    let c = 3 * rest * t * t
    let d = t * t * t
    return Vector(
      a * start.x + b * first.x + c * second.x + d * end.x,
      a * start.y + b * first.y + c * second.y + d * end.y)
  }
}

extension Outline.Segment {
  /// The point that the segment leads to.
  package var end: Vector {
    switch self {
    case .move(let point), .line(let point), .quadratic(_, let point), .cubic(_, _, let point):
      point
    }
  }
}
