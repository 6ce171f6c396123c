import Geometry

/// A contour as straight pieces.
struct Polyline {
  struct Point {
    var place: Vector
    /// Whether two segments meet here, not two pieces of a curve.
    var isCorner: Bool
  }

  /// The most pieces that one curve becomes.
  private static let mostPieces = 256.0

  /// No two that follow each other are in one place.
  private(set) var points: [Point] = []
  private var gap = 0.0
  private var last = Vector(0, 0)

  /// Starts anew; points nearer than `gap` to the one before are left out.
  mutating func begin(at place: Vector, gap: Double) {
    points.removeAll(keepingCapacity: true)
    points.append(Point(place: place, isCorner: true))
    last = place
    self.gap = gap
  }

  mutating func add(_ segment: Outline.Segment, tolerance: Double) {
    if points.isEmpty { begin(at: segment.end, gap: gap) }
    let (start, end) = (last, segment.end)
    last = end
    switch segment {
    case .move, .line: break
    case .quadratic(let control, _):
      let bend = Self.bend(start, control, end)
      add(Self.pieces(bend / 4, tolerance)) { Bezier.point(start, control, end, at: $0) }
    case .cubic(let first, let second, _):
      let bend = max(Self.bend(start, first, second), Self.bend(first, second, end))
      add(Self.pieces(bend * 0.75, tolerance)) { Bezier.point(start, first, second, end, at: $0) }
    }
    append(Point(place: end, isCorner: true))
  }

  /// Whether it ends where it begins; then leaves the second of the two points out.
  mutating func closes() -> Bool {
    guard points.count > 2, let first = points.first, let last = points.last,
      Vector(first.place.x - last.place.x, first.place.y - last.place.y).length <= gap
    else { return false }
    points.removeLast()
    return true
  }

  private mutating func add(_ count: Int, point: (Double) -> Vector) {
    for index in 1..<max(count, 1) {
      append(Point(place: point(Double(index) / Double(count)), isCorner: false))
    }
  }

  private mutating func append(_ point: Point) {
    if let last = points.last?.place,
      Vector(point.place.x - last.x, point.place.y - last.y).length <= gap
    {
      // The end of a curve remains a corner.
      if point.isCorner { points[points.count &- 1].isCorner = true }
      return
    }
    points.append(point)
  }

  private static func bend(_ start: Vector, _ control: Vector, _ end: Vector) -> Double {
    Vector(start.x - 2 * control.x + end.x, start.y - 2 * control.y + end.y).length
  }

  private static func pieces(_ bend: Double, _ tolerance: Double) -> Int {
    let count = (bend / tolerance).squareRoot().rounded(.up)
    return count > 1 ? Int(min(count, mostPieces)) : 1
  }
}
