import Grades

/// A cubic curve through points, and straight on beyond them.
struct CurveSpline: Hashable, Sendable {
  /// How a curve runs between its points.
  enum Kind: Hashable, Sendable {
    /// Never beyond them: PCHIP, with the slopes of Fritsch and Butland.
    case monotone
    /// With continuous curvature, which is 0 at the ends.
    case natural
  }

  struct Point: Hashable, Sendable {
    let x: Double
    let y: Double
  }

  /// At least one, in the order of their `x`, none twice.
  let points: [Point]
  private let slopes: [Double]
  /// Whether it stays at its ends' heights beyond them.
  private let holds: (below: Bool, above: Bool)

  /// A curve that goes on as it ran, beyond ends at 0 and 1, and stays at the height of others.
  init(_ points: [Point], _ kind: Kind) {
    var kept: [Point] = []
    for point in points.sorted(by: { $0.x < $1.x }) {
      if let last = kept.last, point.x - last.x < 1e-6 { kept.removeLast() }
      kept.append(point)
    }
    self.points = kept
    switch kind {
    case .monotone: slopes = MonotoneSlopes.of(kept.map { CurvePoint($0.x, $0.y) })
    case .natural: slopes = NaturalSlopes.of(kept.map { CurvePoint($0.x, $0.y) })
    }
    holds = ((kept.first?.x ?? 0) > 0, (kept.last?.x ?? 1) < 1)
  }

  static func == (left: CurveSpline, right: CurveSpline) -> Bool {
    left.points == right.points && left.slopes == right.slopes
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(points)
    hasher.combine(slopes)
  }

  /// Whether it leaves every number as it is.
  var isIdentity: Bool {
    guard let first = points.first, let last = points.last, first.x <= 0, last.x >= 1 else {
      return false
    }
    return points.allSatisfy { $0.x == $0.y }
  }

  /// How close points stand, at the closest.
  var leastStep: Double {
    zip(points, points.dropFirst()).map { $1.x - $0.x }.min() ?? 1
  }

  func value(at x: Double) -> Double {
    guard let first = points.first, let last = points.last else { return x }
    if points.count == 1 { return first.y }
    if x <= first.x { return holds.below ? first.y : first.y + (x - first.x) * slopes[0] }
    if x >= last.x {
      return holds.above ? last.y : last.y + (x - last.x) * slopes[slopes.count - 1]
    }
    var (low, high) = (0, points.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if points[middle].x <= x { low = middle } else { high = middle }
    }
    let (a, b) = (points[low], points[high])
    let step = b.x - a.x
    let (t, rest) = ((x - a.x) / step, (b.x - x) / step)
    let way = t * t * (3 - 2 * t)
    let bend = slopes[low] * step * rest - slopes[high] * step * t
    return a.y + (b.y - a.y) * way + bend * t * rest
  }
}

extension CurveSpline {
  /// How far at most lines between points so far apart lie beside the curve.
  func error(ofSteps step: Double) -> Double {
    guard points.count > 1 else { return 0 }
    // A line is off by an eighth of the squared step for each unit of the second derivative.
    var bend = 0.0
    for (low, (a, b)) in zip(points, points.dropFirst()).enumerated() {
      let span = b.x - a.x
      let secant = (b.y - a.y) / span
      let (left, right) = (slopes[low], slopes[low + 1])
      bend = max(bend, (6 * secant - 4 * left - 2 * right).magnitude / span)
      bend = max(bend, (2 * left + 4 * right - 6 * secant).magnitude / span)
    }
    return step * step / 8 * bend
  }

  /// Where the first point and the last one lie, and how much the curve rises beyond them.
  var ends: (first: Double, last: Double, below: Double, above: Double) {
    guard let first = points.first, let last = points.last else { return (0, 1, 1, 1) }
    guard points.count > 1 else { return (first.x, first.x + 1, 0, 0) }
    return (
      first.x, last.x, holds.below ? 0 : slopes[0], holds.above ? 0 : slopes[slopes.count - 1]
    )
  }
}

extension CurveSpline {
  /// A monotone curve that comes to its first point again after `period`.
  init(closing points: [Point], every period: Double) {
    func moved(_ turns: Double) -> [Point] {
      points.map { Point(x: $0.x + turns * period, y: $0.y) }
    }
    // One more turn on both sides, and another for points that lie outside of 0 to a period.
    let base = points.first.map { ($0.x / period).rounded(.down) } ?? 0
    self.init(
      moved(-1 - base) + moved(-base) + moved(1 - base) + moved(2 - base), .monotone)
  }
}
