/// The spans between points, and how steep the straight lines over them are.
private struct Secants {
  let spans: [Double]
  let slopes: [Double]

  init(_ points: [CurvePoint]) {
    let pairs = zip(points, points.dropFirst())
    spans = pairs.map { $1.input - $0.input }
    slopes = zip(pairs, spans).map { ($0.1.output - $0.0.output) / $1 }
  }
}

/// The slopes with which cubics never leave the range of their two points.
///
/// Fritsch and Butland 1984, with the ends of Moler's `pchip`: the curve of SciPy's
/// `PchipInterpolator`.
package enum MonotoneSlopes {
  /// The slopes at points, whose inputs grow; 0 for none.
  package static func of(_ points: [CurvePoint]) -> [Double] {
    let secants = Secants(points)
    let (spans, slopes) = (secants.spans, secants.slopes)
    let last = spans.count - 1
    guard last >= 0 else { return [0] }
    guard last >= 1 else { return [slopes[0], slopes[0]] }
    var result = [end(spans[0], spans[1], slopes[0], slopes[1])]
    for index in 0..<last {
      result.append(inner(spans[index], spans[index + 1], slopes[index], slopes[index + 1]))
    }
    result.append(end(spans[last], spans[last - 1], slopes[last], slopes[last - 1]))
    return result
  }

  /// A weighted harmonic mean; level where the points turn.
  private static func inner(
    _ left: Double, _ right: Double, _ before: Double, _ after: Double
  ) -> Double {
    guard (before > 0 && after > 0) || (before < 0 && after < 0) else { return 0 }
    let (first, second) = (2 * right + left, right + 2 * left)
    return (first + second) / (first / before + second / after)
  }

  /// A parabola's slope through three points, held so that the curve keeps its direction.
  private static func end(
    _ near: Double, _ far: Double, _ first: Double, _ second: Double
  ) -> Double {
    let slope = ((2 * near + far) * first - near * second) / (near + far)
    if slope * first <= 0 { return 0 }
    if first * second <= 0, slope.magnitude > 3 * first.magnitude { return 3 * first }
    return slope
  }
}

/// The slopes of a cubic spline whose second derivative is continuous, and 0 at both ends.
package enum NaturalSlopes {
  /// The slopes at points, whose inputs grow; 0 for none.
  package static func of(_ points: [CurvePoint]) -> [Double] {
    let secants = Secants(points)
    let (spans, slopes) = (secants.spans, secants.slopes)
    let last = spans.count - 1
    guard last >= 0 else { return [0] }
    // The tridiagonal system, solved from the front and then from the back (Thomas).
    var upper = [0.5]
    var result = [1.5 * slopes[0]]
    for index in 0..<last {
      let (left, right) = (spans[index], spans[index + 1])
      let pivot = 2 * (left + right) - right * upper[index]
      upper.append(left / pivot)
      let wanted = 3 * (right * slopes[index] + left * slopes[index + 1])
      result.append((wanted - right * result[index]) / pivot)
    }
    result.append((3 * slopes[last] - result[last]) / (2 - upper[last]))
    for index in (0...last).reversed() { result[index] -= upper[index] * result[index + 1] }
    return result
  }
}
