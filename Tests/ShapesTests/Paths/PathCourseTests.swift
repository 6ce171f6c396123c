import Fonts
import Geometry
import Shapes
import Testing

/// Places and ways along paths, against sums over many small steps.
@Suite struct PathCourseTests {
  private static let shares = [0.0, 0.03, 0.25, 0.4999, 0.5, 0.77, 0.999, 1]

  /// A cubic by its own formula, and its derivative.
  private struct Cubic {
    let points: [(Double, Double)]

    func at(_ t: Double) -> (Double, Double) {
      let weights = [
        (1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t,
      ]
      return zip(points, weights).reduce((0, 0)) { ($0.0 + $1.0.0 * $1.1, $0.1 + $1.0.1 * $1.1) }
    }

    func slope(_ t: Double) -> (Double, Double) {
      let weights = [
        -3 * (1 - t) * (1 - t), 3 * (1 - t) * (1 - 3 * t), 3 * t * (2 - 3 * t), 3 * t * t,
      ]
      return zip(points, weights).reduce((0, 0)) { ($0.0 + $1.0.0 * $1.1, $0.1 + $1.0.1 * $1.1) }
    }

    /// The parameter after each of some shares of the length, by the trapezoid rule.
    func parameters(_ shares: [Double]) -> [Double] {
      let count = 100_000
      func speed(_ step: Int) -> Double {
        let (x, y) = slope(Double(step) / Double(count))
        return (x * x + y * y).squareRoot()
      }
      var sums = [0.0]
      for step in 1...count {
        sums.append(sums[step - 1] + (speed(step - 1) + speed(step)) / 2 / Double(count))
      }
      let whole = sums[count]
      return shares.map { share in
        let step = sums.firstIndex { $0 >= share * whole } ?? count
        guard step > 0 else { return 0 }
        let (low, high) = (sums[step - 1], sums[step])
        return (Double(step - 1) + (share * whole - low) / (high - low)) / Double(count)
      }
    }
  }

  @Test(arguments: [
    [(100.0, 300.0), (300, 0), (500, 600), (700, 300)],
    [(20, 100), (60, -60), (140, 260), (180, 100)],
    [(0, 0), (900, 10), (20, 40), (30, 700)], [(5, 5), (5.5, 5.2), (6, 5.1), (6.5, 5)],
  ])
  func `a share of the length is a place on the curve, and a way along it`(
    _ points: [(Double, Double)]
  ) throws {
    let curve = Cubic(points: points)
    let numbers = points.map { "\($0.0) \($0.1)" }
    let course = PathCourse(try path("M\(numbers[0]) C\(numbers[1...].joined(separator: " "))"))
    for (share, t) in zip(Self.shares, curve.parameters(Self.shares)) {
      let (place, (x, y), (u, v)) = (
        try #require(course.place(at: share)), curve.at(t), curve.slope(t)
      )
      #expect(
        Vector(place.point.x - x, place.point.y - y).length < course.length * 1e-6, "\(share)")
      let speed = Vector(u, v).length
      #expect(Vector(place.way.x - u / speed, place.way.y - v / speed).length < 1e-4, "\(share)")
    }
  }

  /// Where one is, and which way one looks, rounded.
  private func place(_ data: String, _ share: Double) throws -> [Double] {
    let place = try #require(PathCourse(try path(data)).place(at: share))
    return [place.point.x, place.point.y, place.way.x, place.way.y].map {
      ($0 * 1e6).rounded() / 1e6 + 0
    }
  }

  @Test(arguments: [
    // At a corner the way is the next one, at the end the last one.
    ("M0 0 H100 V100", 0.5, [100.0, 0, 0, 1]), ("M0 0 H100 V100", 1, [100, 100, 0, 1]),
    // An open path goes straight on.
    ("M0 0 H100 V100", 1.1, [100, 120, 0, 1]), ("M0 0 H100 V100", -0.25, [-50, 0, 1, 0]),
    // A closed one is gone again.
    ("M0 0 H100 V100 H0 Z", 1, [0, 0, 0, -1]), ("M0 0 H100 V100 H0 Z", 1.125, [50, 0, 1, 0]),
    ("M0 0 H100 V100 H0 Z", -0.125, [0, 50, 0, -1]), ("M0 0 H100 V100 H0 Z", 2, [0, 0, 1, 0]),
    // From one contour to the next there is a jump.
    ("M0 0 H10 M50 50 H60", 0.5, [50, 50, 1, 0]), ("M0 0 H10 M50 50 H60", 0.25, [5, 0, 1, 0]),
    // Control points that lie on ends have ways, too.
    ("M0 0 C0 0 100 100 100 100", 0, [0, 0, 0.707107, 0.707107]),
    ("M0 0 C0 0 100 0 100 100", 1, [100, 100, 0, 1]), ("M7 7 H7 V7 H9 V9 L9 9", 1, [9, 9, 0, 1]),
  ])
  func `places and directions hold at ends and corners`(
    _ data: String, _ share: Double, _ expected: [Double]
  ) throws {
    #expect(try place(data, share) == expected)
  }

  @Test(arguments: ["", "M4 4", "M4 4 Z", "M4 4 H4"])
  func `a path without length is no way`(_ data: String) throws {
    #expect(PathCourse(try path(data)).place(at: 0.5) == nil)
  }

  // MARK: Through points

  @Test func `a curve meets its points, and does not turn in them`() throws {
    let points = [(0.0, 0.0), (100, 20), (110, 200), (400, 180), (0, 0)].map { Vector($0.0, $0.1) }
    for isLoop in [true, false] {
      let way = ShapePath(through: isLoop ? points : Array(points[..<4]))
      let contour = try #require(way.contours.first)
      #expect(contour.isClosed == isLoop && contour.start == points[0])
      #expect(contour.segments.map(\.end) == Array(points[1..<(isLoop ? 5 : 4)]))
      for index in contour.segments.indices where isLoop || index > 0 {
        let last = contour.segments[index == 0 ? contour.segments.count - 1 : index - 1]
        guard case .cubic(_, let before, let here) = last,
          case .cubic(let after, _, _) = contour.segments[index]
        else { throw Unexpected() }
        let (into, out) = (
          Vector(here.x - before.x, here.y - before.y), Vector(after.x - here.x, after.y - here.y)
        )
        let cross = into.x * out.y - into.y * out.x
        #expect(abs(cross) < 1e-9 * into.length * out.length)
        #expect(into.x * out.x + into.y * out.y > 0)
      }
    }
  }

  /// By the recursion of Barry and Goldman, which knows no control points.
  @Test func `it is the spline of Catmull and Rom at square roots of distances`() throws {
    let points = [(10.0, 10.0), (60, 90), (70, 20), (200, 60)].map { Vector($0.0, $0.1) }
    guard case .cubic(let first, let second, _) = ShapePath(through: points).contours[0].segments[1]
    else { throw Unexpected() }
    let curve = Cubic(points: [points[1], first, second, points[2]].map { ($0.x, $0.y) })
    var knots = [0.0]
    for index in 1..<4 {
      let step = Vector(
        points[index].x - points[index - 1].x, points[index].y - points[index - 1].y)
      knots.append(knots[index - 1] + step.length.squareRoot())
    }
    func mix(_ a: Vector, _ b: Vector, _ from: Double, _ to: Double, _ t: Double) -> Vector {
      let share = (t - from) / (to - from)
      return Vector(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
    }
    for share in [0, 0.2, 0.5, 0.9, 1] {
      let t = knots[1] + (knots[2] - knots[1]) * share
      let a = (0..<3).map { mix(points[$0], points[$0 + 1], knots[$0], knots[$0 + 1], t) }
      let b = (0..<2).map { mix(a[$0], a[$0 + 1], knots[$0], knots[$0 + 2], t) }
      let place = mix(b[0], b[1], knots[1], knots[2], t)
      let (x, y) = curve.at(share)
      #expect(Vector(place.x - x, place.y - y).length < 1e-9)
    }
  }

  @Test func `two points make a line, and one makes nothing`() throws {
    let line = PathCourse(ShapePath(through: [Vector(0, 0), Vector(0, 0), Vector(30, 40)]))
    #expect(abs(line.length - 50) < 1e-9)
    let middle = try #require(line.place(at: 0.5))
    #expect(abs(middle.point.x - 15) < 1e-6 && abs(middle.point.y - 20) < 1e-6)
    #expect(ShapePath(through: [Vector(1, 1), Vector(1, 1)]).isEmpty)
    #expect(ShapePath(through: []).isEmpty)
  }

  private struct Unexpected: Error {}
}
