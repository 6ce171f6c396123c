import Geometry

/// How contours wind around what lies inside.
package struct ContourWinding: Hashable, Sendable {
  /// The direction, seen with `y` up.
  var isClockwise: Bool
  /// Whether they wind more than once around some of it.
  package var overlaps: Bool

  /// Contours that wind once around their inside, unless stated otherwise.
  package init(isClockwise: Bool, overlaps: Bool = false) {
    self.isClockwise = isClockwise
    self.overlaps = overlaps
  }
}

extension Outline {
  /// The outline of what lies inside this one or beside it by no more than `radius`, in straight
  /// pieces.
  ///
  /// Each contour is moved aside to the outside alone, so that there are half as many edges as a
  /// stroke and a fill have together. It winds around each place within as often as this outline
  /// and the pieces of its border do together: only in this outline's direction.
  ///
  /// - Parameters:
  ///   - radius: in units of the outline. Not positive, or no number: the result is empty.
  ///   - winding: how this outline winds around what lies inside, everywhere in one direction; see
  ///     ``Rasterizer/winding(of:)``. Where it overlaps, the result does so along its border too.
  ///   - miterLimit: how long a miter may be, in widths of a line of twice the radius.
  ///   - tolerance: as of ``stroked(width:join:miterLimit:cap:isClosed:joinsEnds:tolerance:)``.
  package func dilated(
    by radius: Double, winding: ContourWinding, join: LineJoin = .round, miterLimit: Double = 4,
    tolerance: Double = 0.5
  ) -> Outline {
    guard radius > 0, radius <= Stroker.farthest / 2 else { return Outline() }
    var stroker = Stroker(
      radius: radius, join: join, miterLimit: miterLimit, cap: .butt,
      tolerance: max(tolerance.isFinite ? tolerance : 0, radius / 5_000),
      sides: winding.isClockwise ? .left : .right)
    var line = Polyline()
    for segment in segments {
      if case .move(let point) = segment {
        stroker.draw(line, isClosed: true)
        line.begin(at: point, gap: radius * 2e-6)
      } else {
        line.add(segment, tolerance: stroker.tolerance)
      }
    }
    stroker.draw(line, isClosed: true)
    return Outline(stroker.segments)
  }
}
