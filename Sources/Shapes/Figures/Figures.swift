import Bytes
import Fonts
import Geometry

// Figures by their boxes, all of which begin at the top and run clockwise on the screen.
extension ShapePath {
  /// The radii of a rectangle's corners: from the top left one, clockwise.
  package struct Radii: Hashable, Sendable {
    /// Of the corners at the top left, top right, bottom right and bottom left; none is negative.
    package var values: SIMD4<Double>

    /// Four radii; negative ones are 0.
    package init(_ values: SIMD4<Double>) {
      self.values = values.replacing(with: 0, where: .!(values .> 0))
    }

    /// One radius for all corners.
    package init(_ all: Double) { self.init(SIMD4(repeating: all)) }
  }

  /// A rectangle, from its top left corner on; radii that do not fit its sides are all made smaller
  /// by one factor, as CSS does.
  package static func rectangle(_ box: Bounds, radii: Radii = Radii(0)) -> ShapePath {
    let (left, top, right, bottom) = (box.minX, box.minY, box.maxX, box.maxY)
    guard right > left, bottom > top else { return ShapePath() }
    var radii = radii.values
    let sums = SIMD4(radii.x + radii.y, radii.y + radii.z, radii.z + radii.w, radii.w + radii.x)
    let sides = SIMD4(box.width, box.height, box.width, box.height)
    let factor = (sides / sums.replacing(with: 1e-300, where: sums .<= 0)).min()
    if factor < 1 { radii *= factor }
    // Each corner: the end of the side before it, and the angle at which its arc begins.
    let corners = [
      (Vector(left, top), Vector(1, 1), 180.0, radii.x),
      (Vector(right, top), Vector(-1, 1), 270, radii.y),
      (Vector(right, bottom), Vector(-1, -1), 0, radii.z),
      (Vector(left, bottom), Vector(1, -1), 90, radii.w),
    ]
    var segments: [Outline.Segment] = []
    for (corner, inwards, degrees, radius) in corners.dropFirst() {
      segments += cornered(corner, inwards, degrees, radius)
    }
    let (corner, inwards, degrees, radius) = corners[0]
    let start = Vector(left + radius, top)
    segments += cornered(corner, inwards, degrees, radius).filter { $0.end != start || radius > 0 }
    return ShapePath([Contour(start: start, segments, isClosed: true)])
  }

  /// A side up to a corner, and the corner.
  private static func cornered(
    _ corner: Vector, _ inwards: Vector, _ degrees: Double, _ radius: Double
  ) -> [Outline.Segment] {
    guard radius > 0 else { return [.line(corner)] }
    let center = corner + inwards * radius
    let map = Affine.translation(center.x, center.y)
      .after(.rotation(degrees: degrees)).after(.scale(radius, radius))
    return [.line(map(Vector(1, 0)))]
      + CircularArc.segments(from: 0, sweep: .pi / 2, through: map)
  }

  /// The ellipse in a box, from its top on.
  package static func ellipse(_ box: Bounds) -> ShapePath {
    guard box.width > 0, box.height > 0 else { return ShapePath() }
    return ShapePath([turn(box, from: 0, to: 360)].map { $0.closed })
  }

  /// An arc of the ellipse in a box, open; angles in degrees, clockwise from the top, as if the box
  /// were a square. It runs backwards where `end` is less than `start`, and closes after a turn.
  package static func arc(_ box: Bounds, from start: Double, to end: Double) -> ShapePath {
    guard box.width > 0, box.height > 0, start.isFinite, end.isFinite else { return ShapePath() }
    if (end - start).magnitude >= 360 { return ShapePath([turn(box, from: start, to: end).closed]) }
    return ShapePath(end == start ? [] : [turn(box, from: start, to: end)])
  }

  /// A piece of the ellipse in a box up to its middle; a whole turn is the ellipse.
  package static func pie(_ box: Bounds, from start: Double, to end: Double) -> ShapePath {
    guard var contour = arc(box, from: start, to: end).contours.first else { return ShapePath() }
    if contour.isClosed { return ShapePath([contour]) }
    contour.segments.append(.line(box.middle))
    contour.isClosed = true
    return ShapePath([contour])
  }

  /// A ring in a box, or a piece of it.
  ///
  /// - Parameter inner: the radius of the hole as a share of the outer one, 0 to 1.
  package static func ring(
    _ box: Bounds, inner: Double, from start: Double = 0, to end: Double = 360
  ) -> ShapePath {
    let inner = min(max(inner, 0), 1)
    guard inner > 0 else { return pie(box, from: start, to: end) }
    guard inner < 1, let outside = arc(box, from: start, to: end).contours.first else {
      return ShapePath()
    }
    let (middle, half) = (box.middle, Vector(box.width / 2 * inner, box.height / 2 * inner))
    let hole = Bounds(
      minX: middle.x - half.x, minY: middle.y - half.y, maxX: middle.x + half.x,
      maxY: middle.y + half.y)
    // The hole runs the other way, so that it is one by either fill rule.
    let back = turn(hole, from: outside.isClosed ? start + 360 : end, to: start)
    if outside.isClosed { return ShapePath([outside, back.closed]) }
    let segments = outside.segments + [.line(back.start)] + back.segments
    return ShapePath([Contour(start: outside.start, segments, isClosed: true)])
  }

  /// A line from one place to another.
  package static func line(from start: Vector, to end: Vector) -> ShapePath {
    ShapePath([Contour(start: start, [.line(end)], isClosed: false)])
  }

  private static func turn(_ box: Bounds, from start: Double, to end: Double) -> Contour {
    let map = Affine.translation(box.middle.x, box.middle.y)
      .after(.scale(box.width / 2, box.height / 2))
      .after(.rotation(degrees: start - 90))
    let sweep = min(max(end - start, -360), 360) * .pi / 180
    return Contour(
      start: map(Vector(1, 0)), CircularArc.segments(from: 0, sweep: sweep, through: map),
      isClosed: false)
  }
}

extension ShapePath.Contour {
  fileprivate var closed: Self {
    var contour = self
    contour.isClosed = true
    // The last curve ends exactly where the first begins.
    if case .cubic(let first, let second, _)? = segments.last {
      contour.segments[segments.count - 1] = .cubic(first, second, start)
    }
    return contour
  }
}

extension Bounds {
  var middle: Vector { Vector((minX + maxX) / 2, (minY + maxY) / 2) }
}
