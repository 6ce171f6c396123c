import Bytes

/// How long a tick of a stream's clock is: a fraction of seconds.
package struct TimeBase: Hashable, Sendable {
  /// The upper part, 1 to 2^31 - 1.
  package let numerator: Int
  /// The lower part, 1 to 2^31 - 1.
  package let denominator: Int

  /// A tick a second.
  package static let second = TimeBase()

  private init() { (numerator, denominator) = (1, 1) }

  /// What either part may be.
  static let parts = 1...Int(Int32.max)

  /// A fraction as it stands, not reduced; nil where a part is out of bounds.
  package init?(_ numerator: Int, _ denominator: Int) {
    guard Self.parts.contains(numerator), Self.parts.contains(denominator) else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The time of a tick in seconds, exactly.
  package func seconds(_ ticks: Int) -> Rational {
    Rational(reducing: Int128(ticks) * Int128(numerator), over: Int128(denominator))
  }

  /// The tick of another clock at or before one of this; nil where it has no such number.
  func ticks(_ ticks: Int, in other: TimeBase) -> Int? {
    // At most 63 + 31 + 31 bits.
    let upper = Int128(ticks) * Int128(numerator) * Int128(other.denominator)
    let lower = Int128(denominator) * Int128(other.numerator)
    let (quotient, rest) = upper.quotientAndRemainder(dividingBy: lower)
    return Int(exactly: rest < 0 ? quotient - 1 : quotient)
  }
}
