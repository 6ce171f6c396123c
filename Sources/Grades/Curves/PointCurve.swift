/// A point through which a curve goes.
package struct CurvePoint: Hashable, Sendable {
  /// What comes in.
  package let input: Double
  /// What becomes of it.
  package let output: Double

  /// A point by its place on both axes.
  package init(_ input: Double, _ output: Double) {
    self.input = input
    self.output = output
  }
}

/// A smooth curve through points; before the first and behind the last it is level.
package struct PointCurve: Hashable, Sendable {
  /// What a curve does between its points.
  package enum Interpolation: String, CaseIterable, Hashable, Sendable {
    /// It rises where the points rise, and never beyond them (Fritsch and Butland 1984).
    case monotone
    /// It bends as little as it can, a natural cubic spline, and may swing beyond its points.
    case natural
  }

  /// The most points that a curve may have.
  package static let mostPoints = 4096

  /// The points, from left to right.
  package let points: [CurvePoint]
  /// The slope at each point.
  private let slopes: [Double]

  /// Makes a curve through one point or more, whose inputs rise from each to the next.
  package init(_ points: [CurvePoint], _ interpolation: Interpolation) throws(GradeError) {
    guard (1...Self.mostPoints).contains(points.count) else {
      throw GradeError(
        points.isEmpty ? .malformed : .unsupported,
        "a curve has 1 to \(Self.mostPoints) points, and not \(points.count)")
    }
    guard points.allSatisfy({ Self.isInRange($0.input) && Self.isInRange($0.output) }) else {
      throw GradeError(.malformed, "a point of a curve lies beyond \(Int(Self.reach))")
    }
    for (left, right) in zip(points, points.dropFirst()) where right.input - left.input < Self.step
    {
      throw GradeError(
        .malformed,
        "the points of a curve have to rise from left to right: \(right.input) comes after "
          + "\(left.input)")
    }
    self.points = points
    slopes =
      switch interpolation {
      case .monotone: MonotoneSlopes.of(points)
      case .natural: NaturalSlopes.of(points)
      }
  }

  /// How far from 0 a point may lie, and how near to one another two may be.
  private static let reach = 1e6
  private static let step = 1e-9

  private static func isInRange(_ value: Double) -> Bool { value.magnitude <= reach }

  /// What becomes of `input`; what is not a number is taken for the first point.
  package func value(_ input: Double) -> Double {
    let last = points.count - 1
    guard input > points[0].input else { return points[0].output }
    guard input < points[last].input else { return points[last].output }
    var (low, high) = (0, last)
    while high - low > 1 {
      let middle = (low + high) / 2
      if points[middle].input <= input { low = middle } else { high = middle }
    }
    return value(input, in: low)
  }

  /// The cubic of Hermite between a point and the next one.
  private func value(_ input: Double, in segment: Int) -> Double {
    let (left, right) = (points[segment], points[segment + 1])
    let span = right.input - left.input
    let share = (input - left.input) / span
    let rest = 1 - share
    let ends =
      left.output * (1 + 2 * share) * rest * rest
      + right.output * (3 - 2 * share) * share * share
    let bends = slopes[segment] * rest - slopes[segment + 1] * share
    return ends + bends * share * rest * span
  }

  /// The second derivative at both ends of the cubic between a point and the next one.
  private func bends(in segment: Int) -> (Double, Double) {
    let span = points[segment + 1].input - points[segment].input
    let secant = (points[segment + 1].output - points[segment].output) / span
    let (left, right) = (slopes[segment], slopes[segment + 1])
    return (
      (6 * secant - 4 * left - 2 * right) / span, (2 * left + 4 * right - 6 * secant) / span
    )
  }
}

extension PointCurve {
  /// How far at most a table of the curve with straight lines in it is from the curve, where its
  /// points are so far apart.
  func error(ofSteps step: Double) -> Double {
    // A line over a step of length h is off by h²/8 of the second derivative, and by h/4 of what
    // the slope changes by at a corner; the curve has a corner at either end.
    var bend = 0.0
    for segment in 0..<points.count - 1 {
      let ends = bends(in: segment)
      bend = max(bend, ends.0.magnitude, ends.1.magnitude)
    }
    let corner = max(slopes[0].magnitude, slopes[slopes.count - 1].magnitude)
    return step * step / 8 * bend + step / 4 * corner
  }
}

extension LookupCurves {
  /// A table of three curves over 0 to 1, with 2 to 65,536 points, and how far it is at most from
  /// them there.
  ///
  /// Outside, it goes on as at its ends.
  package static func baked(
    red: PointCurve, green: PointCurve, blue: PointCurve, count: Int
  ) -> (table: LookupCurves, error: Double) {
    let count = min(max(count, sizes.lowerBound), sizes.upperBound)
    let step = 1 / Double(count - 1)
    let curves = [red, green, blue]
    let values = curves.flatMap { curve in
      (0..<count).map { Float(curve.value(Double($0) * step)) }
    }
    let error = curves.reduce(0) { max($0, $1.error(ofSteps: step)) }
    return (LookupCurves(axis: TableAxis(count: count), values: values), error)
  }
}
