import Fonts
import Geometry
import Shapes

/// A point of a contour, with the steps to its control points.
struct LottiePoint: Hashable, Sendable {
  var place: Vector
  var into = Vector(0, 0)
  var out = Vector(0, 0)

  /// Whether no curve leads to it or away from it.
  var isCorner: Bool { into.x == 0 && into.y == 0 && out.x == 0 && out.y == 0 }
}

/// Points in a row, as Lottie has paths.
struct LottieContour: Sendable {
  var points: [LottiePoint]
  var isClosed: Bool

  /// A contour of these points.
  init(_ points: [LottiePoint], isClosed: Bool) {
    (self.points, self.isClosed) = (points, isClosed)
  }

  /// The contour of the numbers of a track.
  init(_ numbers: [Double]) {
    let count = numbers.count / 6
    points = (0..<count).map { index in
      func pair(_ at: Int) -> Vector {
        Vector(numbers[index * 6 + at], numbers[index * 6 + at + 1])
      }
      return LottiePoint(place: pair(0), into: pair(2), out: pair(4))
    }
    isClosed = numbers.count % 6 == 1 && numbers[numbers.count - 1] >= 0.5
  }

  /// The contour that runs the other way; a closed one begins where it did.
  var reversed: LottieContour {
    let turned = points.reversed().map { LottiePoint(place: $0.place, into: $0.out, out: $0.into) }
    return LottieContour(
      isClosed ? Array(turned.suffix(1) + turned.dropLast()) : turned, isClosed: isClosed)
  }

  /// A contour of a path.
  init(_ contour: ShapePath.Contour) {
    var points = [LottiePoint(place: contour.start)]
    for segment in contour.segments {
      let last = points.count - 1
      switch segment {
      case .move(let end), .line(let end), .quadratic(_, let end):
        points.append(LottiePoint(place: end))
      case .cubic(let first, let second, let end):
        points[last].out = first.step(from: points[last].place)
        points.append(LottiePoint(place: end, into: second.step(from: end)))
      }
    }
    // The last point of a closed contour is its first.
    if contour.isClosed, points.count > 1, points[points.count - 1].place == points[0].place {
      points[0].into = points[points.count - 1].into
      points.removeLast()
    }
    (self.points, isClosed) = (points, contour.isClosed)
  }

  /// The contour as a path has it; nil where there is nothing to draw.
  var contour: ShapePath.Contour? {
    guard let first = points.first, points.count > 1 || !first.isCorner || isClosed else {
      return nil
    }
    var segments: [Outline.Segment] = []
    segments.reserveCapacity(points.count)
    for index in 1..<max(points.count, 1) { segments.append(segment(index - 1, index)) }
    if isClosed { segments.append(segment(points.count - 1, 0)) }
    return ShapePath.Contour(start: first.place, segments, isClosed: isClosed)
  }

  private func segment(_ from: Int, _ to: Int) -> Outline.Segment {
    let (start, end) = (points[from], points[to])
    if start.out.x == 0, start.out.y == 0, end.into.x == 0, end.into.y == 0 {
      return .line(end.place)
    }
    return .cubic(start.place.plus(start.out), end.place.plus(end.into), end.place)
  }
}

extension Vector {
  /// The step from another place to this one.
  func step(from other: Vector) -> Vector { Vector(x - other.x, y - other.y) }

  /// The place a step away.
  func plus(_ step: Vector, times factor: Double = 1) -> Vector {
    Vector(x + step.x * factor, y + step.y * factor)
  }
}
