import Bytes

extension Rational {
  /// The fraction that was meant by a number such as 0.1 or the nearest one to 1/3.
  ///
  /// It is the simplest whose nearest `Double` is the value, when its denominator is at most
  /// 100,000; otherwise the nearest multiple of a billionth. For numbers up to 100, every decimal
  /// number of up to nine places and every fraction of such a denominator is met exactly.
  package init(simplest value: Double) {
    self =
      Self.convergent(value.magnitude, { $0 == value.magnitude }).map { value < 0 ? -$0 : $0 }
      ?? Rational(approximating: value)
  }

  /// The simplest fraction that lies within some roundings of a number that is not negative, when
  /// its denominator is at most 100,000; otherwise the nearest multiple of a billionth.
  init(near value: Double) {
    let slack = max(value, 1) * 1e-13
    self =
      Self.convergent(value, { ($0 - value).magnitude <= slack })
      ?? Rational(approximating: value)
  }

  /// Walks the continued fraction of a number that is not negative to a fraction that will do.
  private static func convergent(_ value: Double, _ isGood: (Double) -> Bool) -> Rational? {
    guard value <= 1e6 else { return nil }
    var (upper, lower) = ((1, 0), (0, 1))
    var rest = value
    for _ in 0..<20 {
      let whole = Int(rest)
      let next = (upper.0 * whole + upper.1, lower.0 * whole + lower.1)
      guard next.1 <= 100_000 else { return nil }
      if isGood(Double(next.0) / Double(next.1)) {
        return Rational(reducing: Int128(next.0), over: Int128(next.1))
      }
      (upper, lower) = ((next.0, upper.0), (next.1, lower.0))
      guard rest > Double(whole), 1 / (rest - Double(whole)) < 1e6 else { return nil }
      rest = 1 / (rest - Double(whole))
    }
    return nil
  }
}
