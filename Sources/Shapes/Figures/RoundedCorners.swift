import Bytes
import Fonts
import Geometry

extension ShapePath {
  /// The path with arcs in the place of its corners, as far as both sides of them are straight.
  ///
  /// An arc begins and ends at most in the middle of its sides, and is smaller where that is too
  /// near.
  package func rounded(_ radius: Double) -> ShapePath { rounded { _ in radius } }

  /// The same with a radius for each corner of a contour, counted from its start.
  func rounded(_ radius: (Int) -> Double) -> ShapePath {
    ShapePath(contours.map { $0.rounded(radius) })
  }
}

extension ShapePath.Contour {
  fileprivate func rounded(_ radius: (Int) -> Double) -> Self {
    let whole = explicitlyClosed
    // The corner at a place of the contour lies between the segment before it and the one behind.
    var (places, sides) = ([whole.start], [Outline.Segment]())
    for segment in whole.segments where segment.end != places[places.count - 1] {
      places.append(segment.end)
      sides.append(segment)
    }
    guard sides.count > 1 else { return self }
    let corners = places.indices.map { index -> RoundedCorner? in
      let isLast = index == places.count - 1
      if index == 0 || isLast, !isClosed { return nil }
      let before = index == 0 ? sides.count - 1 : index - 1
      let next = isLast ? 0 : index
      guard case .line = sides[before], case .line = sides[next] else { return nil }
      let number = isLast ? 0 : index
      return RoundedCorner(places[before], places[index], places[next + 1], radius(number))
    }
    var contour = Self(start: corners[0]?.end ?? whole.start, [], isClosed: isClosed)
    for (index, side) in sides.enumerated() {
      guard let corner = corners[index + 1] else {
        contour.segments.append(side)
        continue
      }
      contour.segments.append(.line(corner.start))
      contour.segments += corner.arc
    }
    return contour
  }

  /// The contour with the line that closes it, where it takes one.
  var explicitlyClosed: Self {
    guard isClosed, end != start else { return self }
    var contour = self
    contour.segments.append(.line(start))
    return contour
  }
}

/// An arc between two straight sides.
private struct RoundedCorner {
  let start: Vector
  let end: Vector
  let arc: [Outline.Segment]

  /// The arc in place of `corner`; nil where there is none to round.
  init?(_ before: Vector, _ corner: Vector, _ next: Vector, _ radius: Double) {
    let (back, ahead) = (before - corner, next - corner)
    let (a, b) = (back.length, ahead.length)
    guard radius > 0, a > 0, b > 0, a.isFinite, b.isFinite else { return nil }
    let (toward, away) = (back * (1 / a), ahead * (1 / b))
    let cosine = toward.x * away.x + toward.y * away.y
    let cross = toward.x * away.y - toward.y * away.x
    // Half of the angle between the sides; nearly straight ones have no corner, and a spike no
    // room.
    let tangent = ((1 - cosine) / max(1 + cosine, 1e-12)).squareRoot()
    guard tangent > 1e-6, tangent < 1e5 else { return nil }
    let reach = min(radius / tangent, a / 2, b / 2)
    let own = reach * tangent
    start = corner + toward * reach
    end = corner + away * reach
    let middle = toward + away
    let center = corner + middle * ((own * own + reach * reach).squareRoot() / middle.length)
    let from = Maths.atan2(start.y - center.y, start.x - center.x)
    let sweep = .pi - 2 * Maths.atan2(tangent, 1)
    let map = Affine.translation(center.x, center.y).after(.scale(own, own))
    var segments = CircularArc.segments(
      from: from, sweep: cross < 0 ? sweep : -sweep, through: map)
    if case .cubic(let first, let second, _)? = segments.last {
      segments[segments.count - 1] = .cubic(first, second, end)
    }
    arc = segments
  }
}
