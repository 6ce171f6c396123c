import Bytes
import Geometry

// What becomes of contours: rounded corners, pucker and bloat, zig zag.
extension LottieContour {
  private static let roundness = 0.5519

  /// The contour with curves in place of its corners, which begin a length away from them, or in
  /// the middle of their sides.
  func rounded(_ length: Double) -> LottieContour {
    guard length > 0, points.count > 1 else { return self }
    var made: [LottiePoint] = []
    for (index, point) in points.enumerated() {
      let isEnd = !isClosed && (index == 0 || index == points.count - 1)
      guard point.isCorner, !isEnd else {
        made.append(point)
        continue
      }
      let before = points[index == 0 ? points.count - 1 : index - 1].place
      let next = points[index == points.count - 1 ? 0 : index + 1].place
      func step(_ other: Vector) -> Vector {
        let way = other.step(from: point.place)
        let size = way.length
        let share = size > 0 ? min(length, size / 2) / size : 0
        return Vector(way.x * share, way.y * share)
      }
      let (back, ahead) = (step(before), step(next))
      made.append(
        LottiePoint(
          place: point.place.plus(back),
          out: Vector(-back.x * Self.roundness, -back.y * Self.roundness)))
      made.append(
        LottiePoint(
          place: point.place.plus(ahead),
          into: Vector(-ahead.x * Self.roundness, -ahead.y * Self.roundness)))
    }
    return LottieContour(made, isClosed: isClosed)
  }

  /// The contour with its points moved a share of the way to their middle, and its control points
  /// as much away from it.
  func bloated(_ share: Double) -> LottieContour {
    guard share != 0, !points.isEmpty else { return self }
    let sum = points.reduce(Vector(0, 0)) { $0.plus($1.place) }
    let middle = Vector(sum.x / Double(points.count), sum.y / Double(points.count))
    func moved(_ place: Vector, _ share: Double) -> Vector {
      place.plus(middle.step(from: place), times: share)
    }
    let made = points.map { point in
      let place = moved(point.place, share)
      return LottiePoint(
        place: place, into: moved(point.place.plus(point.into), -share).step(from: place),
        out: moved(point.place.plus(point.out), -share).step(from: place))
    }
    return LottieContour(made, isClosed: isClosed)
  }

  /// The contour with teeth between its points.
  ///
  /// - Parameter ridges: how many between two points.
  func zigzag(size: Double, ridges: Int, isSmooth: Bool) -> LottieContour {
    guard ridges > 0, points.count > 1, points.count * (ridges + 1) <= LottieLimits.points else {
      return self
    }
    let whole = ridges + 1
    let sides = isClosed ? points.count : points.count - 1
    var made: [LottiePoint] = []
    var sign = -1.0
    for side in 0..<sides {
      let (start, end) = (points[side], points[(side + 1) % points.count])
      for step in 0..<whole {
        let curve = LottieCurve(start, end)
        let t = Double(step) / Double(whole)
        // At a corner, the teeth stand on the mean of both sides.
        var normal = curve.normal(at: t)
        if step == 0, side > 0 || isClosed {
          let last = LottieCurve(points[(side + points.count - 1) % points.count], start)
          normal = normal.mean(with: last.normal(at: 1))
        }
        made.append(
          tooth(
            curve.place(at: t), normal, size * sign, reach: curve.length / Double(whole), isSmooth))
        sign = -sign
      }
    }
    if !isClosed, let last = points.last {
      let curve = LottieCurve(points[points.count - 2], last)
      made.append(
        tooth(
          last.place, curve.normal(at: 1), size * sign, reach: curve.length / Double(whole),
          isSmooth))
    }
    return LottieContour(made, isClosed: isClosed)
  }

  private func tooth(
    _ place: Vector, _ normal: Vector, _ size: Double, reach: Double, _ isSmooth: Bool
  ) -> LottiePoint {
    let along = Vector(-normal.y, normal.x)
    let length = isSmooth ? reach / 2 : 0
    let out = Vector(along.x * length, along.y * length)
    return LottiePoint(
      place: place.plus(normal, times: size), into: Vector(-out.x, -out.y), out: out)
  }
}

/// A side of a contour.
private struct LottieCurve {
  private let start: Vector
  private let first: Vector
  private let second: Vector
  private let end: Vector

  init(_ from: LottiePoint, _ to: LottiePoint) {
    (start, end) = (from.place, to.place)
    if from.out.length == 0, to.into.length == 0 {
      // A line, along which its place moves evenly.
      let way = end.step(from: start)
      (first, second) = (start.plus(way, times: 1.0 / 3), start.plus(way, times: 2.0 / 3))
    } else {
      (first, second) = (from.place.plus(from.out), to.place.plus(to.into))
    }
  }

  /// Its length, nearly.
  var length: Double {
    (1...16).reduce(0) { sum, part in
      sum + place(at: Double(part) / 16).step(from: place(at: Double(part - 1) / 16)).length
    }
  }

  func place(at t: Double) -> Vector {
    let rest = 1 - t
    let (a, b, c, d) = (rest * rest * rest, 3 * rest * rest * t, 3 * rest * t * t, t * t * t)
    return Vector(
      a * start.x + b * first.x + c * second.x + d * end.x,
      a * start.y + b * first.y + c * second.y + d * end.y)
  }

  /// What stands upright on it, to the left of its way on the screen, of the length 1.
  func normal(at t: Double) -> Vector {
    let way = place(at: min(t + 1e-4, 1)).step(from: place(at: max(t - 1e-4, 0)))
    let size = way.length
    return size > 0 ? Vector(way.y / size, -way.x / size) : Vector(0, 0)
  }
}

extension Vector {
  fileprivate func mean(with other: Vector) -> Vector {
    let sum = plus(other)
    let size = sum.length
    return size > 1e-9 ? Vector(sum.x / size, sum.y / size) : self
  }
}
