import Geometry

/// Draws around polylines.
///
/// A stroke is the union of a rectangle for each piece and a wedge for each outer side of a join,
/// all of which wind in one direction. Their common sides cancel: what remains are paths beside the
/// line, which on the inner side of a join run through the corner itself. The winding number is
/// then the number of shapes that cover a place, never zero inside. Where pieces are long enough
/// for two rectangles to overlap as a kite, the inner path takes the kite's far corner at once, and
/// a smooth line has no overlaps at all.
struct Stroker {
  /// Places beyond make a contour be left out.
  static let farthest = 1e9

  let radius: Double
  let join: LineJoin
  let miterLimit: Double
  let cap: LineCap
  let tolerance: Double
  let sides: Sides
  private(set) var segments: [Outline.Segment] = []
  /// Of how many pieces the outline may be; one that would be of more ends soon after these.
  var most = Int.max

  /// The paths beside the line in its direction, with `y` up.
  private var left: [Vector] = []
  private var right: [Vector] = []

  private var isOver: Bool { segments.count &+ left.count &+ right.count > most }

  /// Which of the paths beside a closed line are wanted; one alone keeps the line's direction.
  enum Sides {
    case both, left, right
  }

  init(
    radius: Double, join: LineJoin, miterLimit: Double, cap: LineCap, tolerance: Double,
    sides: Sides = .both
  ) {
    self.radius = radius
    self.join = join
    self.miterLimit = miterLimit
    self.cap = cap
    self.tolerance = tolerance
    self.sides = sides
  }

  /// A straight piece of the line.
  private struct Piece {
    let start: Vector
    let end: Vector
    let length: Double
    /// The direction, as long as the radius.
    let ahead: Vector

    init(_ start: Vector, _ end: Vector, radius: Double) {
      self.start = start
      self.end = end
      let way = end - start
      length = way.length
      ahead = way * (radius / length)
    }

    /// To the left, as long as the radius.
    var aside: Vector { Vector(-ahead.y, ahead.x) }
  }

  mutating func draw(_ line: Polyline, isClosed: Bool, joinsEnds: Bool = true) {
    var line = line
    let closes = (isClosed || joinsEnds) && line.closes()
    let points = line.points
    guard
      points.allSatisfy({
        $0.place.x.magnitude <= Self.farthest && $0.place.y.magnitude <= Self.farthest
      })
    else { return }
    left.removeAll(keepingCapacity: true)
    right.removeAll(keepingCapacity: true)
    if points.count < 2 {
      if let point = points.first, !isClosed { drawDot(point.place) }
    } else if isClosed || closes {
      drawClosed(points)
    } else {
      drawOpen(points)
    }
  }

  private mutating func drawClosed(_ points: [Polyline.Point]) {
    var before = piece(points, points.count &- 1)
    for index in points.indices where !isOver {
      let next = piece(points, index)
      turn(from: before, to: next, points[index].meeting)
      before = next
    }
    switch sides {
    case .both:
      close(right[...])
      close(left.reversed()[...])
    case .left: close(left[...])
    case .right: close(right[...])
    }
  }

  private mutating func drawOpen(_ points: [Polyline.Point]) {
    var before = piece(points, 0)
    left.append(before.start + before.aside)
    right.append(before.start - before.aside)
    let first = before
    for index in 1..<(points.count &- 1) where !isOver {
      let next = piece(points, index)
      turn(from: before, to: next, points[index].meeting)
      before = next
    }
    // Around the end, back on the left, around the start.
    right.append(before.end - before.aside)
    addCap(at: before.end, ahead: before.ahead)
    right.append(before.end + before.aside)
    right.append(contentsOf: left.reversed())
    addCap(at: first.start, ahead: Vector(0, 0) - first.ahead)
    close(right[...])
  }

  private mutating func drawDot(_ place: Vector) {
    if cap == .butt { return }
    let ahead = Vector(radius, 0)
    right.append(place - Vector(0, radius))
    addCap(at: place, ahead: ahead)
    right.append(place + Vector(0, radius))
    addCap(at: place, ahead: Vector(0, 0) - ahead)
    close(right[...])
  }

  private func piece(_ points: [Polyline.Point], _ index: Int) -> Piece {
    let next = index &+ 1 < points.count ? index &+ 1 : 0
    return Piece(points[index].place, points[next].place, radius: radius)
  }

  private mutating func close(_ path: ArraySlice<Vector>) {
    guard let first = path.first else { return }
    segments.append(.move(first))
    for point in path.dropFirst() { segments.append(.line(point)) }
  }

  /// Adds what surrounds an end of the line, from its right to its left.
  private mutating func addCap(at place: Vector, ahead: Vector) {
    let aside = Vector(-ahead.y, ahead.x)
    switch cap {
    case .butt: break
    case .square:
      right.append(place - aside + ahead)
      right.append(place + aside + ahead)
    case .round:
      var points: [Vector] = []
      arc(around: place, from: Vector(0, 0) - aside, to: ahead, ahead: ahead, &points)
      points.append(place + ahead)
      arc(around: place, from: ahead, to: aside, ahead: ahead, &points)
      right += points
    }
  }

  /// Adds both sides of a join.
  private mutating func turn(
    from before: Piece, to next: Piece, _ meeting: Polyline.Meeting
  ) {
    let square = radius * radius
    let (a, b) = (before.ahead, next.ahead)
    let sine = (a.x * b.y - a.y * b.x) / square
    let cosine = (a.x * b.x + a.y * b.y) / square
    let turnsLeft = sine > 0
    if sides == .both || (sides == .left) == turnsLeft {
      addInner(before, next, sine.magnitude, cosine, isLeft: turnsLeft)
      if sides == .both, meeting != .corner {
        addInnerWedge(before, next, sine.magnitude, cosine, isLeft: turnsLeft)
      }
    }
    if sides == .both || (sides == .left) != turnsLeft {
      let way = isRound(meeting, cosine) ? .round : join
      addOuter(before, next, cosine, way, isLeft: !turnsLeft)
    }
  }

  /// Whether a join is a piece of the pen's way around a curve; where a seam hardly turns, all
  /// joins are one.
  private func isRound(_ meeting: Polyline.Meeting, _ cosine: Double) -> Bool {
    switch meeting {
    case .corner: false
    case .pieces: true
    case .seam: radius * (1 - max((1 + cosine) / 2, 0).squareRoot()) > tolerance
    }
  }

  private mutating func append(_ point: Vector, isLeft: Bool) {
    if isLeft { left.append(point) } else { right.append(point) }
  }

  private mutating func addInner(
    _ before: Piece, _ next: Piece, _ sine: Double, _ cosine: Double, isLeft: Bool
  ) {
    let corner = next.start
    let from = isLeft ? before.aside : Vector(0, 0) - before.aside
    let to = isLeft ? next.aside : Vector(0, 0) - next.aside
    let shorter = min(before.length, next.length)
    // The kite reaches back by the radius times the tangent of half the angle.
    if cosine > 0, radius * sine <= (1 + cosine) * shorter / 2 {
      append(corner + (from + to) * (1 / (1 + cosine)), isLeft: isLeft)
      return
    }
    append(corner + from, isLeft: isLeft)
    if cosine <= 0 || radius * sine > shorter { append(corner, isLeft: isLeft) }
    append(corner + to, isLeft: isLeft)
  }

  /// Adds what the pen covers on the inner side where it turns with a curve that is tighter than
  /// the pen: beyond the curve's centre it moves backwards, out of the rectangles.
  private mutating func addInnerWedge(
    _ before: Piece, _ next: Piece, _ sine: Double, _ cosine: Double, isLeft: Bool
  ) {
    // One of the rectangles holds the wedge if it reaches as far back.
    if cosine > 0, radius * sine <= max(before.length, next.length) { return }
    let center = next.start
    // To the side to which it turns, a wedge winds as the line turns.
    let (first, second) = isLeft ? (before, next) : (next, before)
    let from = isLeft ? first.aside : Vector(0, 0) - first.aside
    let to = isLeft ? second.aside : Vector(0, 0) - second.aside
    var wedge = [center, center + from]
    arc(around: center, from: from, to: to, ahead: Vector(0, 0) - before.ahead, &wedge)
    wedge.append(center + to)
    close(wedge[...])
  }

  private mutating func addOuter(
    _ before: Piece, _ next: Piece, _ cosine: Double, _ join: LineJoin, isLeft: Bool
  ) {
    let corner = next.start
    let from = isLeft ? before.aside : Vector(0, 0) - before.aside
    let to = isLeft ? next.aside : Vector(0, 0) - next.aside
    // A miter's length in widths is 1 / cos(a / 2), with a the angle by which the line turns.
    if join == .miter, 1 + cosine > 1e-9, 2 <= miterLimit * miterLimit * (1 + cosine) {
      append(corner + (from + to) * (1 / (1 + cosine)), isLeft: isLeft)
      return
    }
    // Where the line hardly turns, all joins are one.
    if sides != .both, cosine > 0,
      radius - (from + to).length / 2 <= tolerance
    {
      append(corner + (from + to) * (1 / (1 + cosine)), isLeft: isLeft)
      return
    }
    append(corner + from, isLeft: isLeft)
    if join == .round {
      var points: [Vector] = []
      arc(around: corner, from: from, to: to, ahead: before.ahead, &points)
      if isLeft { left += points } else { right += points }
    }
    append(corner + to, isLeft: isLeft)
  }

  /// Adds the points between two of a circle, on the shorter way, or by `ahead` if both are equal.
  private func arc(
    around center: Vector, from: Vector, to: Vector, ahead: Vector, _ path: inout [Vector],
    depth: Int = 0
  ) {
    let sum = from + to
    let length = sum.length
    if depth == 8 || radius - length / 2 <= tolerance { return }
    let middle = length < radius * 1e-3 ? ahead : sum * (radius / length)
    arc(around: center, from: from, to: middle, ahead: ahead, &path, depth: depth &+ 1)
    path.append(center + middle)
    arc(around: center, from: middle, to: to, ahead: ahead, &path, depth: depth &+ 1)
  }
}

extension Vector {
  fileprivate static func + (left: Vector, right: Vector) -> Vector {
    Vector(left.x + right.x, left.y + right.y)
  }

  fileprivate static func - (left: Vector, right: Vector) -> Vector {
    Vector(left.x - right.x, left.y - right.y)
  }

  fileprivate static func * (left: Vector, factor: Double) -> Vector {
    Vector(left.x * factor, left.y * factor)
  }
}
