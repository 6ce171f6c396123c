/// Frames per second as an exact fraction in lowest terms.
///
/// Both parts lie in `1...1_000_000_000`, so that products with a frame number fit in `Int128`.
package struct FrameRate: Hashable, Sendable {
  /// Frames counted over ``denominator`` seconds.
  package let numerator: Int

  /// Seconds over which ``numerator`` frames are counted.
  package let denominator: Int

  /// Reduces a fraction; nil unless both parts then lie in `1...1_000_000_000`.
  package init?(_ numerator: Int, _ denominator: Int) {
    guard numerator > 0, denominator > 0 else { return nil }
    var (divisor, rest) = (numerator, denominator)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
    let allowed = 1...1_000_000_000
    guard allowed.contains(self.numerator), allowed.contains(self.denominator) else { return nil }
  }

  /// The frames of a second.
  package var exact: Rational {
    Rational(reducing: Int128(numerator), over: Int128(denominator))
  }

  /// The seconds of a frame.
  package var frameLength: Rational {
    Rational(reducing: Int128(denominator), over: Int128(numerator))
  }
}

extension FrameRate: CustomStringConvertible {
  /// The spelling of the Y4M `F` tag, such as `30000:1001`.
  package var description: String { "\(numerator):\(denominator)" }
}
