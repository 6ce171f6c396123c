import Fonts
import Geometry

extension ShapePath {
  /// A smooth curve through points, in their order: a centripetal Catmull-Rom spline, which makes
  /// no loops and no cusps between them.
  ///
  /// Through two points it is a line. Where the last point is the first, it is closed, and smooth
  /// there too. Points that repeat the one before them are left out; through less than two there is
  /// no path.
  package init(through points: [Vector]) {
    var places: [Vector] = []
    for point in points where point.isFinite && point != places.last { places.append(point) }
    self.init()
    guard places.count > 1 else { return }
    let isLoop = places.count > 3 && places.first == places.last
    let last = places.count - 1
    let segments = (0..<last).map { index -> Outline.Segment in
      let (from, to) = (places[index], places[index + 1])
      let before = index > 0 ? places[index - 1] : isLoop ? places[last - 1] : nil
      let after = index + 1 < last ? places[index + 2] : isLoop ? places[1] : nil
      let first = before.map { Self.control(leaving: from, to: to, behind: $0) }
      let second = after.map { Self.control(leaving: to, to: from, behind: $0) }
      // A curve that ends openly bends on as its other half does.
      return .cubic(
        first ?? from.mixed(second ?? to, 0.5), second ?? to.mixed(first ?? from, 0.5), to)
    }
    contours = [Contour(start: places[0], segments, isClosed: isLoop)]
  }

  /// The control point beside `from` of the piece that leads to another point, by the one on its
  /// other side.
  private static func control(
    leaving from: Vector, to: Vector, behind before: Vector
  ) -> Vector {
    let (back, ahead) = ((from - before).length, (to - from).length)
    let (rootBack, rootAhead) = (back.squareRoot(), ahead.squareRoot())
    let own = from * (2 * back + 3 * rootBack * rootAhead + ahead)
    return (to * back - before * ahead + own) * (1 / (3 * rootBack * (rootBack + rootAhead)))
  }
}
