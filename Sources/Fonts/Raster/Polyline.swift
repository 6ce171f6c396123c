import Geometry

/// A contour as straight pieces.
struct Polyline {
  struct Point {
    var place: Vector
    var meeting: Meeting
  }

  /// What meets at a point.
  enum Meeting {
    /// Two pieces of a curve.
    case pieces
    /// Two segments, the second of which runs on as the first ends.
    case seam
    case corner
  }

  /// The most pieces that one curve becomes.
  private static let mostPieces = 256.0

  /// No two that follow each other are in one place.
  private(set) var points: [Point] = []
  private var gap = 0.0
  private var last = Vector(0, 0)
  /// The ends of the first segment that has a length, and of the last.
  private var firstEnds: SegmentEnds?
  private var lastEnds: SegmentEnds?

  /// Starts anew; points nearer than `gap` to the one before are left out.
  mutating func begin(at place: Vector, gap: Double) {
    points.removeAll(keepingCapacity: true)
    points.append(Point(place: place, meeting: .corner))
    (firstEnds, lastEnds) = (nil, nil)
    last = place
    self.gap = gap
  }

  mutating func add(_ segment: Outline.Segment, tolerance: Double) {
    if points.isEmpty { begin(at: segment.end, gap: gap) }
    let (start, end) = (last, segment.end)
    last = end
    if let ends = SegmentEnds(start, segment) { meet(ends) }
    switch segment {
    case .move, .line: break
    case .quadratic(let control, _):
      let bend = Self.bend(start, control, end)
      add(Self.pieces(bend / 4, tolerance)) { Bezier.point(start, control, end, at: $0) }
    case .cubic(let first, let second, _):
      let bend = max(Self.bend(start, first, second), Self.bend(first, second, end))
      add(Self.pieces(bend * 0.75, tolerance)) { Bezier.point(start, first, second, end, at: $0) }
    }
    append(Point(place: end, meeting: .corner))
  }

  /// Whether it ends where it begins; then leaves the second of the two points out.
  mutating func closes() -> Bool {
    guard points.count > 2, let first = points.first, let last = points.last,
      Vector(first.place.x - last.place.x, first.place.y - last.place.y).length <= gap
    else { return false }
    points.removeLast()
    if let firstEnds, let lastEnds, lastEnds.runsOn(to: firstEnds) { points[0].meeting = .seam }
    return true
  }

  /// Notes what meets at the last point, from which a segment with these ends goes on.
  private mutating func meet(_ ends: SegmentEnds) {
    if let lastEnds, lastEnds.runsOn(to: ends), points.count > 1 {
      points[points.count &- 1].meeting = .seam
    }
    firstEnds = firstEnds ?? ends
    lastEnds = ends
  }

  private mutating func add(_ count: Int, point: (Double) -> Vector) {
    for index in 1..<max(count, 1) {
      append(Point(place: point(Double(index) / Double(count)), meeting: .pieces))
    }
  }

  private mutating func append(_ point: Point) {
    if let last = points.last?.place,
      Vector(point.place.x - last.x, point.place.y - last.y).length <= gap
    {
      // The end of a curve remains one.
      if point.meeting == .corner { points[points.count &- 1].meeting = .corner }
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
