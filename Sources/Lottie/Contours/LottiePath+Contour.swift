import Bytes
import Geometry

// Figures as contours, which begin where Lottie lets them begin: trims are counted from there.
extension LottiePath {
  /// How far control points of a quarter of a circle are from its ends, in radii.
  private static let roundness = 0.5519150244935106

  /// The contour at a frame.
  func contour(at frame: Double) -> LottieContour {
    let made: LottieContour =
      switch figure {
      case .points(let track): LottieContour(track.value(at: frame))
      case .rectangle(let position, let size, let radius):
        Self.rectangle(
          position.vector(at: frame), size.vector(at: frame), radius.number(at: frame))
      case .ellipse(let position, let size):
        Self.ellipse(position.vector(at: frame), size.vector(at: frame))
      case .star(let star): star.contour(at: frame)
      }
    return isReversed ? made.reversed : made
  }

  /// From the top, clockwise.
  private static func ellipse(_ middle: Vector, _ size: Vector) -> LottieContour {
    let (x, y) = (size.x / 2, size.y / 2)
    let (dx, dy) = (x * roundness, y * roundness)
    func point(_ place: Vector, _ out: Vector) -> LottiePoint {
      LottiePoint(place: middle.plus(place), into: Vector(-out.x, -out.y), out: out)
    }
    return LottieContour(
      [
        point(Vector(0, -y), Vector(dx, 0)), point(Vector(x, 0), Vector(0, dy)),
        point(Vector(0, y), Vector(-dx, 0)), point(Vector(-x, 0), Vector(0, -dy)),
      ], isClosed: true)
  }

  /// From the right end of the top, clockwise.
  private static func rectangle(
    _ middle: Vector, _ size: Vector, _ radius: Double
  ) -> LottieContour {
    let (x, y) = (size.x / 2, size.y / 2)
    let radius = min(max(radius, 0), x.magnitude, y.magnitude)
    let corners = [Vector(x, -y), Vector(x, y), Vector(-x, y), Vector(-x, -y)]
    guard radius > 0 else {
      return LottieContour(
        corners.map { LottiePoint(place: middle.plus($0)) }, isClosed: true)
    }
    // Into each corner, and out of it.
    let ways = [Vector(1, 0), Vector(0, 1), Vector(-1, 0), Vector(0, -1)]
    var points: [LottiePoint] = []
    for (index, corner) in corners.enumerated() {
      let (into, out) = (ways[index], ways[(index + 1) % 4])
      let place = middle.plus(corner)
      points.append(
        LottiePoint(
          place: place.plus(into, times: -radius),
          out: Vector(into.x * radius * roundness, into.y * radius * roundness)))
      points.append(
        LottiePoint(
          place: place.plus(out, times: radius),
          into: Vector(-out.x * radius * roundness, -out.y * radius * roundness)))
    }
    // The start lies behind the first corner.
    return LottieContour(Array(points.dropFirst() + points.prefix(1)), isClosed: true)
  }
}

extension LottieStar {
  /// The most points of a star.
  private static let most = 2_000.0

  /// From the uppermost point, clockwise.
  fileprivate func contour(at frame: Double) -> LottieContour {
    let middle = position.vector(at: frame)
    let count = Int(min(max(points.number(at: frame).rounded(.down), 0), Self.most))
    guard count > 1 else { return LottieContour([], isClosed: true) }
    let turn = rotation.number(at: frame)
    let ends = [
      (outer.number(at: frame), outerRoundness.number(at: frame) / 100),
      (inner.number(at: frame), innerRoundness.number(at: frame) / 100),
    ]
    let steps = isPolygon ? count : count * 2
    var made: [LottiePoint] = []
    for index in 0..<steps {
      let (radius, roundness) = isPolygon ? ends[0] : ends[index % 2]
      let map = Affine.rotation(degrees: turn - 90 + 360 * Double(index) / Double(steps))
      let way = map(Vector(1, 0))
      // A share of the way round to the next point of the same kind.
      let length = 2 * .pi * radius / Double(4 * count) * roundness
      let out = Vector(-way.y * length, way.x * length)
      made.append(
        LottiePoint(
          place: middle.plus(way, times: radius), into: Vector(-out.x, -out.y), out: out))
    }
    return LottieContour(made, isClosed: true)
  }
}
