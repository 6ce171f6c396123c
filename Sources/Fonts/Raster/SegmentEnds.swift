import Geometry

/// Which way a segment runs where it begins and where it ends, as vectors of the length 1.
package struct SegmentEnds {
  private let leaving: Vector
  private let arriving: Vector

  /// The ends of a segment from a place on; nil for one of no length.
  package init?(_ start: Vector, _ segment: Outline.Segment) {
    let controls: [Vector] =
      switch segment {
      case .move, .line: []
      case .quadratic(let control, _): [control]
      case .cubic(let first, let second, _): [first, second]
      }
    let end = segment.end
    let after = (controls + [end]).lazy.compactMap { Self.way(from: start, to: $0) }
    let before = (controls.reversed() + [start]).lazy.compactMap { Self.way(from: $0, to: end) }
    guard let leaving = after.first, let arriving = before.first else { return nil }
    self.leaving = leaving
    self.arriving = arriving
  }

  /// Whether there is no corner between this segment and the next.
  package func runsOn(to next: Self) -> Bool {
    let (x, y) = (arriving.x - next.leaving.x, arriving.y - next.leaving.y)
    return Vector(x, y).length < 0.01
  }

  private static func way(from start: Vector, to end: Vector) -> Vector? {
    let (x, y) = (end.x - start.x, end.y - start.y)
    let length = Vector(x, y).length
    return length > 0 && length.isFinite ? Vector(x / length, y / length) : nil
  }
}
