import Fonts
import Geometry

/// A path as a way to go, by its true length: all contours one after another.
package struct PathCourse: Sendable {
  private let curves: MeasuredCurves
  /// Whether the way leads back to its start, so that it can be gone again and again.
  private let isLoop: Bool

  /// The whole length, with the lines that close contours.
  package var length: Double { curves.length }

  /// Measures the curves of a path.
  package init(_ path: ShapePath) {
    var curves: [MeasuredCurve] = []
    for contour in path.contours {
      var place = contour.start
      for segment in contour.explicitlyClosed.segments {
        let curve = MeasuredCurve(place, segment)
        place = segment.end
        if curve.length > 0, curve.length.isFinite { curves.append(curve) }
      }
    }
    self.curves = MeasuredCurves(curves)
    isLoop = path.contours.count == 1 && path.contours[0].isClosed
  }

  /// Where one is after a share of the length, and which way the path runs there, of the length 1.
  ///
  /// Beyond its ends a path goes straight on; a single closed contour is gone round again. At a
  /// corner the way is that from there on, and at the end the one that led there.
  ///
  /// - Returns: nil for a path without length.
  package func place(at share: Double) -> (point: Vector, way: Vector)? {
    guard length > 0, share.isFinite else { return nil }
    let isRound = isLoop && !(0...1).contains(share)
    let target = (isRound ? share - share.rounded(.down) : share) * length
    let index = min(curves.first(endingAfter: target), curves.count - 1)
    let (curve, before) = curves[index]
    let within = target - before
    let point = curve.place(at: within)
    let way = curve.direction(at: within) ?? Vector(1, 0)
    // What lies beyond an end of the whole path.
    let rest = within < 0 ? within : max(within - curve.length, 0)
    return (rest == 0 ? point : point + way * rest, way)
  }
}
