/// Elementary functions of `Double` that give the same bits on every machine.
///
/// Only IEEE 754 basic arithmetic, square roots and bit patterns are used, never the C library, and
/// no multiplication is fused with an addition. Results are within 10^-14 of the true value,
/// relative to it; for trigonometry this holds up to an argument of a million. Special values are
/// those of C99 annex F. Square roots come from `Double.squareRoot()`, which IEEE 754 rounds
/// correctly.
public enum Maths {
  /// The hypotenuse of a right triangle, without overflow on the way.
  package static func hypot(_ x: Double, _ y: Double) -> Double {
    if x.isInfinite || y.isInfinite { return .infinity }
    if x.isNaN || y.isNaN { return .nan }
    let largest = max(x.magnitude, y.magnitude)
    guard largest > 0 else { return 0 }
    let power = Int(largest.exponent)
    let (a, b) = (scaled(x, by: -power), scaled(y, by: -power))
    return scaled((a * a + b * b).squareRoot(), by: power)
  }

  /// The cube root, of negative numbers too.
  package static func cbrt(_ x: Double) -> Double {
    guard x.isFinite, x != 0 else { return x }
    let size = x.magnitude
    var root = exp(log(size) / 3)
    root -= (root - size / root / root) / 3
    return x < 0 ? -root : root
  }

  /// The nearest whole number, the even one of two, for magnitudes up to 2^51.
  static func nearest(_ value: Double) -> Double { (value + 0x1.8p52) - 0x1.8p52 }

  /// Multiplies by a power of two; `power` lies within `-4000...4000`.
  static func scaled(_ value: Double, by power: Int) -> Double {
    var (value, power) = (value, power)
    while power > 1000 {
      value *= 0x1p1000
      power -= 1000
    }
    while power < -900 {
      value *= 0x1p-900
      power += 900
    }
    return value * Double(bitPattern: UInt64(power + 1023) << 52)
  }
}
