/// A curve from (0, 0) to (1, 1) with two control points (CSS Easing 2, 2.3).
package struct CubicBezier: Hashable, Sendable {
  let x1: Double
  let y1: Double
  let x2: Double
  let y2: Double

  /// Both abscissae must lie in `0...1`, so that there is one height at each of them.
  package init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
  }

  /// The height above `x`; beyond the ends the curve goes on along its tangents.
  package func callAsFunction(_ x: Double) -> Double {
    if x1 == y1, x2 == y2 { return x }
    if x < 0 { return x * Self.tangent(x1, y1, x2, y2) }
    if x > 1 { return 1 + (x - 1) * Self.tangent(1 - x2, 1 - y2, 1 - x1, 1 - y1) }
    if x == 0 || x == 1 { return x }
    return Self.polynomial(y1, y2, at: parameter(x))
  }

  /// The slope at the origin, taken from the first point that differs from it
  /// (w3c/csswg-drafts issue 4046).
  private static func tangent(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) -> Double {
    if x1 > 0 { return y1 / x1 }
    if y1 != 0 { return 0 }
    if x2 > 0 { return y2 / x2 }
    return y2 == 0 ? 1 : 0
  }

  /// One coordinate of the curve, in the form that loses least near both ends.
  private static func polynomial(_ first: Double, _ second: Double, at t: Double) -> Double {
    let rest = 1 - t
    return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
  }

  /// Finds the parameter whose abscissa is `x`: Newton's steps, held inside a shrinking bracket.
  private func parameter(_ x: Double) -> Double {
    var (low, high, t) = (0.0, 1.0, x)
    for _ in 0..<100 {
      let error = Self.polynomial(x1, x2, at: t) - x
      if error == 0 { return t }
      if error < 0 { low = t } else { high = t }
      let rest = 1 - t
      let slope = 3 * (rest * rest * x1 + 2 * rest * t * (x2 - x1) + t * t * (1 - x2))
      var next = t - error / slope
      if !(next > low && next < high) { next = low + (high - low) / 2 }
      if next == t || next == low || next == high { return next }
      t = next
    }
    return t
  }
}
