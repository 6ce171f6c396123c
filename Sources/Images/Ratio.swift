/// An exact number: one integer over another.
///
/// Delays, times in seconds and speeds are ratios, so that no frame is ever early or late by a
/// rounding.
package struct Ratio: Hashable, Sendable {
  package let numerator: Int
  /// Always positive, and prime to the numerator.
  package let denominator: Int

  package static let zero = Ratio(0)
  package static let one = Ratio(1)

  /// Makes a whole number.
  package init(_ whole: Int) {
    numerator = whole
    denominator = 1
  }

  /// Makes a fraction in lowest terms.
  ///
  /// - Precondition: `denominator` is positive, and `numerator` is not `Int.min`.
  package init(_ numerator: Int, over denominator: Int) {
    precondition(denominator > 0 && numerator != .min)
    let divisor = Self.commonDivisor(abs(numerator), denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// The greatest number that divides both; `other` when `number` is zero.
  static func commonDivisor<Number: BinaryInteger>(_ number: Number, _ other: Number) -> Number {
    var (small, large) = (number, other)
    while small != 0 { (small, large) = (large % small, small) }
    return large
  }
}

extension Ratio: Comparable {
  package static func < (left: Ratio, right: Ratio) -> Bool {
    Int128(left.numerator) * Int128(right.denominator)
      < Int128(right.numerator) * Int128(left.denominator)
  }
}
