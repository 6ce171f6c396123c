import Bytes
import Fonts
import Geometry

// Figures of straight lines.
extension ShapePath {
  /// More corners than anybody sees.
  private static let mostCorners = 10_000

  /// A closed line through some places; nothing where there are fewer than two.
  package static func polygon(_ places: [Vector]) -> ShapePath {
    guard places.count > 1 else { return ShapePath() }
    return ShapePath([
      Contour(start: places[0], places.dropFirst().map { .line($0) }, isClosed: true)
    ])
  }

  /// An even polygon whose corners stand on the ellipse in a box, the first at the top.
  ///
  /// - Parameters:
  ///   - corners: how many, at least 3.
  ///   - radius: how round they are: the radius of the arc in their place.
  package static func polygon(_ box: Bounds, corners: Int, radius: Double = 0) -> ShapePath {
    let count = min(max(corners, 3), mostCorners)
    return polygon(places(box, count: count) { _ in 1 }).rounded(radius)
  }

  /// A star whose points stand on the ellipse in a box, the first at the top.
  ///
  /// - Parameters:
  ///   - points: how many, at least 2.
  ///   - inner: how far the corners between the points are from the middle, as a share of the
  ///     points' distance.
  ///   - radius: how round the points are.
  ///   - innerRadius: how round the corners between them are.
  package static func star(
    _ box: Bounds, points: Int, inner: Double, radius: Double = 0, innerRadius: Double = 0
  ) -> ShapePath {
    let count = 2 * min(max(points, 2), mostCorners / 2)
    let inner = min(max(inner, 0), 1)
    let star = polygon(places(box, count: count) { $0 & 1 == 0 ? 1 : inner })
    return star.rounded { $0 & 1 == 0 ? radius : innerRadius }
  }

  /// An arrow as an area: a straight shaft, and a triangle at its end.
  ///
  /// - Parameters:
  ///   - width: of the shaft.
  ///   - head: the length and the width of the triangle; an arrow shorter than it is all triangle,
  ///     made smaller.
  package static func arrow(
    from start: Vector, to end: Vector, width: Double, head: Vector
  ) -> ShapePath {
    let way = end - start
    let length = way.length
    guard length > 0, length.isFinite, head.x > 0 else { return ShapePath() }
    let ahead = way * (1 / length)
    let aside = Vector(-ahead.y, ahead.x)
    let (reach, size) = (min(head.x, length), min(head.x, length) / head.x)
    let neck = end - ahead * reach
    func place(_ point: Vector, _ side: Double) -> Vector { point + aside * (side / 2) }
    let (shaft, wide) = (min(width, head.y * size), head.y * size)
    let triangle = [place(neck, -wide), end, place(neck, wide)]
    guard reach < length, shaft > 0 else { return polygon(triangle) }
    return polygon(
      [place(start, -shaft), place(neck, -shaft)] + triangle
        + [place(neck, shaft), place(start, shaft)])
  }

  private static func places(
    _ box: Bounds, count: Int, reach: (Int) -> Double
  ) -> [Vector] {
    guard box.width > 0, box.height > 0 else { return [] }
    let half = Vector(box.width / 2, box.height / 2)
    return (0..<count).map { index in
      let turn = Affine.rotation(degrees: 360 * Double(index) / Double(count))
      let place = turn(Vector(0, -reach(index)))
      return box.middle + Vector(place.x * half.x, place.y * half.y)
    }
  }
}
