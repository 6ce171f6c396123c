import Geometry

/// The shape of a glyph: closed contours of lines and Bézier curves.
///
/// What lies inside is where contours wind a number of times that is not zero (the nonzero rule).
/// In font units, `y` up, as fonts hold them, until a map turns it.
package struct Outline: Hashable, Sendable {
  /// A step of the pen, from where the one before has ended.
  package enum Segment: Hashable, Sendable {
    /// Begins a contour; the one before is closed.
    case move(Vector)
    case line(Vector)
    /// A quadratic curve: its control point and its end.
    case quadratic(Vector, Vector)
    /// A cubic curve: its control points and its end.
    case cubic(Vector, Vector, Vector)
  }

  /// The steps in their order; each contour begins with a `move`.
  package var segments: [Segment]

  /// An outline of these steps; of none, it has no inside.
  package init(_ segments: [Segment] = []) { self.segments = segments }

  /// The memory that its steps take.
  package var byteCount: Int { segments.count * MemoryLayout<Segment>.stride }

  /// Whether there is nothing to draw.
  package var isEmpty: Bool { segments.isEmpty }

  /// The outline seen through a map.
  package func mapped(by map: Affine) -> Outline { mapped { map($0) } }

  /// The outline with each of its points moved, control points too.
  package func mapped(_ moved: (Vector) -> Vector) -> Outline {
    Outline(
      segments.map { segment in
        switch segment {
        case .move(let point): .move(moved(point))
        case .line(let point): .line(moved(point))
        case .quadratic(let control, let point): .quadratic(moved(control), moved(point))
        case .cubic(let first, let second, let point):
          .cubic(moved(first), moved(second), moved(point))
        }
      })
  }
}
