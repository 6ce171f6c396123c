extension Maths {
  /// The natural logarithm of 2 with twice the bits of a double.
  private static let ln2 = Twofold(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56)

  /// The natural logarithm of 2 in two parts, the first one short enough for its product with any
  /// exponent to be exact.
  private static let ln2Upper = 0x1.62e42fee00000p-1
  private static let ln2Lower = 0x1.a39ef35793c76p-33

  /// e to the power of `x`.
  package static func exp(_ x: Double) -> Double { exp(Twofold(x)) }

  /// 2 to the power of `x`; exact for whole numbers.
  package static func exp2(_ x: Double) -> Double {
    if x.isNaN { return x }
    let bounded = min(max(x, -1200), 1200)
    let whole = nearest(bounded)
    return scaled(growth((bounded - whole) * ln2.high), by: Int(whole))
  }

  /// The natural logarithm.
  package static func log(_ x: Double) -> Double {
    guard let parts = Mantissa(x) else { return specialLogarithm(x) }
    let power = Double(parts.power)
    return power * ln2Upper + (parts.logarithm + power * ln2Lower)
  }

  /// The logarithm to the base 2; exact for powers of 2.
  package static func log2(_ x: Double) -> Double {
    guard let parts = Mantissa(x) else { return specialLogarithm(x) }
    return Double(parts.power) + parts.logarithm / ln2.high
  }

  /// `x` to the power of `y`.
  package static func pow(_ x: Double, _ y: Double) -> Double {
    if y == 0 || x == 1 { return 1 }
    if x.isNaN || y.isNaN { return .nan }
    if y.isInfinite { return powerToInfinity(x, y) }
    // From 2^53 on every double is an even number.
    let whole = y.magnitude >= 0x1p53 || Double(Int64(y)) == y
    let odd = y.magnitude < 0x1p53 && whole && Int64(y) & 1 == 1
    if x == 0 || x.isInfinite {
      let grows = (x == 0) == (y < 0)
      let size: Double = grows ? .infinity : 0
      return x.sign == .minus && odd ? -size : size
    }
    if x < 0, !whole { return .nan }
    guard let parts = Mantissa(x.magnitude) else { return .nan }
    let power = Twofold(Double(parts.power)) * ln2
    let logarithm = power + parts.preciseLogarithm
    // Larger exponents overflow or vanish, unless the base is so near to 1 that this one is exact.
    let exponent = min(max(y, -0x1p64), 0x1p64)
    let size = exp(logarithm * Twofold(exponent))
    return x < 0 && odd ? -size : size
  }

  private static func exp(_ x: Twofold) -> Double {
    if x.high.isNaN { return x.high }
    if x.high > 720 { return .infinity }
    if x.high < -760 { return 0 }
    let power = nearest(x.high / ln2.high)
    let rest = (x.high - power * ln2Upper) + (x.low - power * ln2Lower)
    return scaled(growth(rest), by: Int(power))
  }

  /// e to the power of `x`, which lies within half the logarithm of 2, by its Taylor series.
  private static func growth(_ x: Double) -> Double {
    var sum = 1.0
    for divisor in (2...15).reversed() { sum = 1 + x / Double(divisor) * sum }
    return 1 + x * sum
  }

  private static func specialLogarithm(_ x: Double) -> Double {
    if x == 0 { return -.infinity }
    return x > 0 ? x : .nan
  }

  private static func powerToInfinity(_ x: Double, _ y: Double) -> Double {
    if x == -1 { return 1 }
    return (x.magnitude > 1) == (y > 0) ? .infinity : 0
  }
}

/// A positive number as `value * 2^power`, with `value` between the root of 1/2 and the root of 2.
private struct Mantissa {
  let value: Double
  let power: Int

  /// Takes a number apart; nil unless it is positive and finite.
  init?(_ number: Double) {
    guard number > 0, number.isFinite else { return nil }
    let significand = number.significand
    let power = Int(number.exponent)
    let isUpper = significand > 0x1.6a09e667f3bcdp+0
    value = isUpper ? significand / 2 : significand
    self.power = isUpper ? power + 1 : power
  }

  /// The logarithm of `value`: 2 artanh((v - 1) / (v + 1)) as a series.
  var logarithm: Double {
    let quotient = (value - 1) / (value + 1)
    return quotient * (2 + Self.tail(quotient * quotient))
  }

  /// The same with some 15 bits more than a double holds.
  var preciseLogarithm: Twofold {
    let quotient = Twofold(value - 1) / Twofold(sum: value, 1)
    let square = quotient.high * quotient.high
    let tail = quotient.high * Self.tail(square)
    return Twofold(2 * quotient.high, 2 * quotient.low) + Twofold(tail)
  }

  /// The terms of 2 artanh(q) / q after the first, for the square of q.
  private static func tail(_ square: Double) -> Double {
    var sum = 0.0
    for divisor in stride(from: 23, through: 3, by: -2) {
      sum = (2 / Double(divisor) + sum) * square
    }
    return sum
  }
}
