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

  /// In the order of their inputs, none twice; none for a curve that changes nothing.
  let points: [CurvePoint]
  private let slopes: [Double]
  /// Whether it stays at the height of its first point below that, and of its last above.
  private let holdsBelow: Bool
  private let holdsAbove: Bool

  /// A curve that goes on as it ran, beyond ends at 0 and 1, and stays at the height of others.
  init(_ points: [CurvePoint], _ kind: Kind) {
    var kept: [CurvePoint] = []
    for point in points.sorted(by: { $0.input < $1.input }) {
      if let last = kept.last, point.input - last.input < 1e-6 { kept.removeLast() }
      kept.append(point)
    }
    self.points = kept
    switch kind {
    case .monotone: slopes = MonotoneSlopes.of(kept)
    case .natural: slopes = NaturalSlopes.of(kept)
    }
    holdsBelow = (kept.first?.input ?? 0) > 0
    holdsAbove = (kept.last?.input ?? 1) < 1
  }

  /// Whether it leaves every number as it is.
  var isIdentity: Bool {
    guard let first = points.first, let last = points.last, first.input <= 0, last.input >= 1 else {
      return false
    }
    return points.allSatisfy { $0.input == $0.output }
  }

  /// How close points stand, at the closest.
  var leastStep: Double {
    zip(points, points.dropFirst()).map { $1.input - $0.input }.min() ?? 1
  }

  func value(at x: Double) -> Double {
    guard let first = points.first, let last = points.last else { return x }
    if points.count == 1 { return first.output }
    if x <= first.input {
      return holdsBelow ? first.output : first.output + (x - first.input) * slopes[0]
    }
    if x >= last.input {
      return holdsAbove ? last.output : last.output + (x - last.input) * slopes[slopes.count - 1]
    }
    var (low, high) = (0, points.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if points[middle].input <= x { low = middle } else { high = middle }
    }
    let (a, b) = (points[low], points[high])
    let step = b.input - a.input
    let (t, rest) = ((x - a.input) / step, (b.input - x) / step)
    let way = t * t * (3 - 2 * t)
    let bend = slopes[low] * step * rest - slopes[high] * step * t
    return a.output + (b.output - a.output) * way + bend * t * rest
  }
}

extension CurveSpline {
  /// How far at most lines between points so far apart lie beside the curve.
  func error(ofSteps step: Double) -> Double {
    guard points.count > 1 else { return 0 }
    // A line is off by an eighth of the squared step for each unit of the second derivative.
    var bend = 0.0
    for (low, (a, b)) in zip(points, points.dropFirst()).enumerated() {
      let span = b.input - a.input
      let secant = (b.output - a.output) / span
      let (left, right) = (slopes[low], slopes[low + 1])
      bend = max(bend, (6 * secant - 4 * left - 2 * right).magnitude / span)
      bend = max(bend, (2 * left + 4 * right - 6 * secant).magnitude / span)
    }
    return step * step / 8 * bend
  }

  /// Where the first point and the last one lie, and how much the curve rises beyond them.
  var ends: (first: Double, last: Double, below: Double, above: Double) {
    guard let first = points.first, let last = points.last else { return (0, 1, 1, 1) }
    guard points.count > 1 else { return (first.input, first.input + 1, 0, 0) }
    return (
      first.input, last.input, holdsBelow ? 0 : slopes[0], holdsAbove ? 0 : slopes[slopes.count - 1]
    )
  }
}

extension CurveSpline {
  /// A monotone curve that comes to its first point again after `period`.
  init(closing points: [CurvePoint], every period: Double) {
    func moved(_ turns: Double) -> [CurvePoint] {
      points.map { CurvePoint($0.input + turns * period, $0.output) }
    }
    // One more turn on both sides, and another for points that lie outside of 0 to a period.
    let base = points.first.map { ($0.input / period).rounded(.down) } ?? 0
    self.init(
      moved(-1 - base) + moved(-base) + moved(1 - base) + moved(2 - base), .monotone)
  }
}
