import Fonts
import Geometry

/// A segment as a cubic curve, which all segments can be.
struct CubicCurve {
  let start: Vector
  let first: Vector
  let second: Vector
  let end: Vector

  /// A segment from a place on; a line is one that runs evenly.
  init(_ start: Vector, _ segment: Outline.Segment) {
    self.start = start
    end = segment.end
    switch segment {
    case .move, .line:
      first = start.mixed(end, 1.0 / 3)
      second = start.mixed(end, 2.0 / 3)
    case .quadratic(let control, _):
      first = start.mixed(control, 2.0 / 3)
      second = end.mixed(control, 2.0 / 3)
    case .cubic(let one, let other, _): (first, second) = (one, other)
    }
  }

  /// The length of the way through its control points, at least its own.
  var polygonLength: Double {
    (first - start).length + (second - first).length + (end - second).length
  }

  func place(at t: Double) -> Vector { t == 1 ? end : blossom(t, t, t) }

  /// The part between two parameters, as what leads to its end.
  func part(from a: Double, to b: Double) -> Outline.Segment {
    .cubic(blossom(a, a, b), blossom(a, b, b), place(at: b))
  }

  private func blossom(_ r: Double, _ s: Double, _ t: Double) -> Vector {
    let (a, b, c) = (start.mixed(first, r), first.mixed(second, r), second.mixed(end, r))
    return a.mixed(b, s).mixed(b.mixed(c, s), t)
  }
}
