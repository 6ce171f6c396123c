/// The unrounded sum of two doubles: about 106 bits of a number.
struct Twofold {
  var high: Double
  var low: Double

  init(_ high: Double, _ low: Double = 0) {
    self.high = high
    self.low = low
  }

  /// The exact sum (Knuth, The Art of Computer Programming 2, 4.2.2, theorem B).
  init(sum a: Double, _ b: Double) {
    high = a + b
    let part = high - a
    low = (a - (high - part)) + (b - part)
  }

  /// The exact product by splitting each factor in halves (Dekker, 1971); both factors stay below
  /// 2^990 in magnitude.
  init(product a: Double, _ b: Double) {
    let (aUpper, aLower) = Self.halves(a)
    let (bUpper, bLower) = Self.halves(b)
    high = a * b
    low = ((aUpper * bUpper - high) + aUpper * bLower + aLower * bUpper) + aLower * bLower
  }

  private static func halves(_ value: Double) -> (Double, Double) {
    let spread = value * 134_217_729  // 2^27 + 1
    let upper = spread - (spread - value)
    return (upper, value - upper)
  }

  static func + (left: Twofold, right: Twofold) -> Twofold {
    let sum = Twofold(sum: left.high, right.high)
    return Twofold(sum: sum.high, sum.low + (left.low + right.low))
  }

  static func * (left: Twofold, right: Twofold) -> Twofold {
    let product = Twofold(product: left.high, right.high)
    let rest = left.high * right.low + left.low * right.high
    return Twofold(sum: product.high, product.low + rest)
  }

  static func / (left: Twofold, right: Twofold) -> Twofold {
    let first = left.high / right.high
    let taken = Twofold(first) * right
    let rest = left + Twofold(-taken.high, -taken.low)
    return Twofold(sum: first, rest.high / right.high)
  }
}
