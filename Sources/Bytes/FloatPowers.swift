/// Powers of single numbers, with the bits that those of eight at a time have.
///
/// Of a loop over a row in which one of them stands, the compiler makes vectors as wide as the
/// processor's registers.
extension Float {
  /// The number to a power from 0.4 to 2.4, within 1.5 * 10^-5 of it, relative to it; less than
  /// 10^-6 where it is less than 2^-50 or not a number.
  @inlinable @inline(__always)
  public func raised(to power: Float) -> Float {
    // What is not a number is cut too: the constant stands first.
    let held = 0x1p-50 < self ? self : 0x1p-50
    let (whole, mantissa) = held.parts
    let quotient = (mantissa - 1) / (mantissa + 1)
    let series = quotient * quotient * 0.983_527_5 + 2.885_228_7
    let (x, growth) = ((whole + quotient * series) * power).split
    var sum = growth * 0.009_582_85 + 0.055_906_43
    sum = sum * growth + 0.240_241
    sum = sum * growth + 0.693_124_2
    sum = sum * growth + 1
    return sum.scaled(by: x)
  }

  /// The number to the power of `y`, as `Maths` has it for eight numbers; 0 where it is 0, less, or
  /// not a number.
  @inlinable @inline(__always)
  public func power(_ y: Float) -> Float {
    0 < self ? Float.exponential2((self.logarithm2) * y) : 0
  }

  /// The logarithm to the base 2 of numbers from 2^-126 on; smaller ones are taken for that.
  @inlinable @inline(__always)
  public var logarithm2: Float {
    let held = 0x1p-126 < self ? self : 0x1p-126
    let (whole, mantissa) = held.parts
    return whole + (mantissa - 1).logarithm2OfNext
  }

  /// The logarithm to the base 2 of 1 and the number, which lies between -0.29 and 0.41; near 0 it
  /// has as many digits as the number.
  @inlinable @inline(__always)
  public var logarithm2OfNext: Float {
    let quotient = self / (self + 2)
    let square = quotient * quotient
    var series = square * 0.431_717_7 + 0.576_715_2
    series = series * square + 0.961_798_85
    series = series * square + 2.885_390_1
    return quotient * series
  }

  /// 2 to the power of `x`, between 2^-126 and 2^127.
  @inlinable @inline(__always)
  public static func exponential2(_ x: Float) -> Float {
    let low = -126 < x ? x : -126
    let (power, rest) = (low < 127 ? low : 127).split
    var growth = rest * 0.000_154_614_45 + 0.001_340_042_8
    growth = growth * rest + 0.009_618_057
    growth = growth * rest + 0.055_503_27
    growth = growth * rest + 0.240_226_5
    growth = growth * rest + 0.693_147_2
    growth = growth * rest + 1
    return growth.scaled(by: power)
  }

  /// A normal number's power of 2, and the rest of it, which lies between the roots of 1/2 and of
  /// 2, so that the logarithm of 1 is exact.
  @inlinable @inline(__always)
  var parts: (whole: Float, mantissa: Float) {
    let bits = Int32(bitPattern: bitPattern)
    let power = (bits &- 0x3F35_04F3) &>> 23
    let whole = Float(bitPattern: UInt32(bitPattern: power &+ 0x4B40_0000)) - 12_582_912
    return (whole, Float(bitPattern: UInt32(bitPattern: bits &- (power &<< 23))))
  }

  /// The nearest whole number in the low bits, and the rest.
  @inlinable @inline(__always)
  var split: (whole: UInt32, rest: Float) {
    // 1.5 * 2^23: what is added to it is rounded to whole numbers, which stand in its low bits.
    let sum = self + 12_582_912
    return (sum.bitPattern, self - (sum - 12_582_912))
  }

  /// The number by 2 to the power of a whole number in the low bits.
  @inlinable @inline(__always)
  func scaled(by power: UInt32) -> Float { Float(bitPattern: bitPattern &+ (power &<< 23)) }
}
