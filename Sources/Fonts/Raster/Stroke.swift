import Geometry

/// What a stroke looks like where two pieces of a line meet, on the outer side.
package enum LineJoin: Hashable, Sendable {
  /// Edges run on until they meet; a bevel when that is too far away.
  case miter
  case round
  case bevel
}

/// What a stroke looks like where a line ends.
package enum LineCap: Hashable, Sendable {
  /// It ends there.
  case butt
  case round
  /// It ends half a width later.
  case square
}

extension Outline {
  /// The outline of a line drawn along this one, half of its `width` to each side.
  ///
  /// It consists of straight pieces, all of which wind counterclockwise around the stroke with `y`
  /// up, whatever way this outline runs; where the line crosses itself they overlap. A closed
  /// contour gives an outer and an inner one, an open contour one that goes around it. What a
  /// stroke covers beyond a glyph is seen when the glyph is painted over it.
  ///
  /// - Parameters:
  ///   - width: in units of the outline. Not positive, or no number: the result is empty.
  ///   - miterLimit: how long a miter may be, in widths of the line.
  ///   - isClosed: whether all contours are closed, as those of glyphs are. Otherwise only those
  ///     are that end where they begin, and others have caps.
  ///   - joinsEnds: whether a contour that ends where it begins is closed all the same where not
  ///     all are; SVG joins only what its `Z` closes.
  ///   - tolerance: how far edges may stand from true curves, in units of the outline; a 30th of a
  ///     pixel can't be seen. At least a 10,000th of the width.
  ///   - most: of how many pieces it may be; one that would be of more ends soon after these.
  package func stroked(
    width: Double, join: LineJoin = .round, miterLimit: Double = 4, cap: LineCap = .butt,
    isClosed: Bool = true, joinsEnds: Bool = true, tolerance: Double = 0.5,
    most: Int = .max
  ) -> Outline {
    guard width > 0, width <= Stroker.farthest else { return Outline() }
    var stroker = Stroker(
      radius: width / 2, join: join, miterLimit: miterLimit, cap: cap,
      tolerance: max(tolerance.isFinite ? tolerance : 0, width / 10_000))
    stroker.most = most
    var line = Polyline()
    for segment in segments {
      if case .move(let point) = segment {
        stroker.draw(line, isClosed: isClosed, joinsEnds: joinsEnds)
        line.begin(at: point, gap: width * 1e-6)
      } else {
        line.add(segment, tolerance: stroker.tolerance)
      }
    }
    stroker.draw(line, isClosed: isClosed, joinsEnds: joinsEnds)
    return Outline(stroker.segments)
  }
}
