/// An exact fraction in lowest terms with a positive denominator.
///
/// Times, delays and speeds are rational, so that no frame is ever early or late by a rounding.
/// Arithmetic never traps. What does not fit into `Int128` parts is rounded to nanounits and held
/// within `±10^18`; values read from timelines and pictures are far from that.
package struct Rational: Hashable, Sendable {
  /// The signed upper part.
  package let numerator: Int128

  /// The lower part, at least 1.
  package let denominator: Int128

  /// 0/1.
  package static let zero = Rational(0)
  /// 1/1.
  package static let one = Rational(1)

  /// A whole number, exactly.
  package init(_ whole: Int) {
    numerator = Int128(whole)
    denominator = 1
  }

  /// Reduces a fraction; nil when the denominator is zero or a part is `Int128.min`.
  package init?(_ numerator: Int128, _ denominator: Int128) {
    guard denominator != 0, numerator != .min, denominator != .min else { return nil }
    self.init(reducing: denominator < 0 ? -numerator : numerator, over: abs(denominator))
  }

  /// Reduces a fraction whose denominator is positive and whose numerator is not `Int128.min`.
  package init(reducing numerator: Int128, over denominator: Int128) {
    let divisor = Self.commonDivisor(numerator.magnitude, denominator.magnitude)
    guard divisor > 1 else {
      self.init(reduced: numerator, denominator)
      return
    }
    // Division of 64-bit numbers is several times faster, and nearly all times are as short.
    if let numerator = Int64(exactly: numerator), let denominator = Int64(exactly: denominator) {
      let divisor = Int64(truncatingIfNeeded: divisor)
      self.init(reduced: Int128(numerator / divisor), Int128(denominator / divisor))
    } else {
      self.init(reduced: numerator / Int128(divisor), denominator / Int128(divisor))
    }
  }

  private init(reduced numerator: Int128, _ denominator: Int128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The nearest multiple of a billionth, held within `±10^18`; not-a-number is zero.
  package init(approximating value: Double) {
    let bounded = value.isNaN ? 0 : min(max(value, -1e18), 1e18)
    let whole = Int128(bounded)
    let rest = (bounded - Self.double(whole)) * 1e9
    let billionths = whole * 1_000_000_000 + Int128(rest + (rest < 0 ? -0.5 : 0.5))
    self.init(reducing: billionths, over: 1_000_000_000)
  }

  /// The nearest `Double`, correctly rounded when both parts are below 2^53.
  package var double: Double { Self.double(numerator) / Self.double(denominator) }

  private static func double(_ value: Int128) -> Double {
    Int64(exactly: value).map(Double.init) ?? Double(value)
  }

  /// The greatest integer that is not above the value.
  package var floor: Int128 {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The least integer that is not below the value.
  package var ceiling: Int128 {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return remainder > 0 ? quotient + 1 : quotient
  }

  /// The nearest integer; of a half, the greater one.
  package var rounded: Int128 { (self + Rational(reducing: 1, over: 2)).floor }

  private static func commonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
    var (a, b) = (a, b)
    while b > UInt128(UInt64.max) || a > UInt128(UInt64.max) {
      guard b != 0 else { return a }
      (a, b) = (b, a % b)
    }
    var (small, rest) = (UInt64(truncatingIfNeeded: a), UInt64(truncatingIfNeeded: b))
    while rest != 0 { (small, rest) = (rest, small % rest) }
    return UInt128(small)
  }
}

extension Rational: Comparable {
  /// Compares the exact values, without rounding.
  package static func < (left: Rational, right: Rational) -> Bool {
    if left.denominator == right.denominator { return left.numerator < right.numerator }
    let (a, aOver) = left.numerator.multipliedReportingOverflow(by: right.denominator)
    let (b, bOver) = right.numerator.multipliedReportingOverflow(by: left.denominator)
    if !aOver, !bOver { return a < b }
    let wideLeft = left.numerator.multipliedFullWidth(by: right.denominator)
    let wideRight = right.numerator.multipliedFullWidth(by: left.denominator)
    return (wideLeft.high, wideLeft.low) < (wideRight.high, wideRight.low)
  }
}

extension Rational {
  /// The exact opposite.
  package static prefix func - (value: Rational) -> Rational {
    Rational(reduced: -value.numerator, value.denominator)
  }

  /// The sum: exact where its parts fit, as nearly all are, and else rounded.
  package static func + (left: Rational, right: Rational) -> Rational {
    exactSum(left, right) ?? Rational(approximating: left.double + right.double)
  }

  /// The difference, rounded as a sum is.
  package static func - (left: Rational, right: Rational) -> Rational { left + -right }

  /// The product: exact where its parts fit, and else rounded.
  package static func * (left: Rational, right: Rational) -> Rational {
    exactProduct(left, right) ?? Rational(approximating: left.double * right.double)
  }

  /// The quotient; nil when `divisor` is zero.
  package func divided(by divisor: Rational) -> Rational? {
    guard divisor.numerator != 0 else { return nil }
    let sign: Int128 = divisor.numerator < 0 ? -1 : 1
    return self
      * Rational(reduced: sign * divisor.denominator, sign * divisor.numerator)
  }

  private static func exactSum(_ left: Rational, _ right: Rational) -> Rational? {
    if left.denominator == right.denominator {
      let (sum, over) = left.numerator.addingReportingOverflow(right.numerator)
      return over || sum == .min ? nil : Rational(reducing: sum, over: left.denominator)
    }
    let shared = Int128(commonDivisor(left.denominator.magnitude, right.denominator.magnitude))
    let (leftScale, rightScale) = (right.denominator / shared, left.denominator / shared)
    let (a, aOver) = left.numerator.multipliedReportingOverflow(by: leftScale)
    let (b, bOver) = right.numerator.multipliedReportingOverflow(by: rightScale)
    let (sum, sumOver) = a.addingReportingOverflow(b)
    let (denominator, denominatorOver) = left.denominator.multipliedReportingOverflow(by: leftScale)
    guard !aOver, !bOver, !sumOver, !denominatorOver, sum != .min else { return nil }
    return Rational(reducing: sum, over: denominator)
  }

  private static func exactProduct(_ left: Rational, _ right: Rational) -> Rational? {
    let crossing = Int128(commonDivisor(left.numerator.magnitude, right.denominator.magnitude))
    let other = Int128(commonDivisor(right.numerator.magnitude, left.denominator.magnitude))
    let (numerator, over) = (left.numerator / crossing)
      .multipliedReportingOverflow(by: right.numerator / other)
    let (denominator, denominatorOver) = (left.denominator / other)
      .multipliedReportingOverflow(by: right.denominator / crossing)
    guard !over, !denominatorOver, numerator != .min else { return nil }
    return Rational(reduced: numerator, denominator)
  }
}
