/// Powers of eight numbers at a time, for loops over samples.
///
/// Only IEEE 754 basic arithmetic and bit patterns are used, so that every machine gives the same
/// bits. Powers are within 2 * 10^-6 of the true value, relative to it, where they lie between
/// 2^-16 and 2^16; farther out the error grows with their logarithm.
extension Maths {
  /// Eight numbers.
  public typealias Lanes = SIMD8<Float>

  /// 2 to the power of `x`, between 2^-126 and 2^127.
  @inlinable @inline(__always) public static func exp2(_ x: Lanes) -> Lanes {
    let x = Lanes(repeating: 127).atMost(Lanes(repeating: -126).atLeast(x))
    // 1.5 * 2^23: what is added to it is rounded to whole numbers, which stand in its low bits.
    let sum = x + 12_582_912
    let rest = x - (sum - 12_582_912)
    var growth = rest * 0.000_154_614_45 + 0.001_340_042_8
    growth = growth * rest + 0.009_618_057
    growth = growth * rest + 0.055_503_27
    growth = growth * rest + 0.240_226_5
    growth = growth * rest + 0.693_147_2
    growth = growth * rest + 1
    let power = (unsafeBitCast(sum, to: SIMD8<Int32>.self) &- 0x4B40_0000) &<< 23
    return unsafeBitCast(
      unsafeBitCast(growth, to: SIMD8<Int32>.self) &+ power, to: Lanes.self)
  }

  /// The logarithm to the base 2 of numbers from 2^-126 on; smaller ones are taken for that.
  @inlinable @inline(__always) public static func log2(_ x: Lanes) -> Lanes {
    let x = Lanes(repeating: 0x1p-126).atLeast(x)
    let bits = unsafeBitCast(x, to: SIMD8<Int32>.self)
    // The mantissa lies between the roots of 1/2 and of 2, so that the logarithm of 1 is exact.
    let power = (bits &- 0x3F35_04F3) &>> 23
    let mantissa = unsafeBitCast(bits &- (power &<< 23), to: Lanes.self)
    let whole = unsafeBitCast(power &+ 0x4B40_0000, to: Lanes.self) - 12_582_912
    return whole + log2(onePlus: mantissa - 1)
  }

  /// The logarithm to the base 2 of 1 and `x`, which lies between -0.29 and 0.41; near 0 it has as
  /// many digits as `x`.
  @inlinable @inline(__always) public static func log2(onePlus x: Lanes) -> Lanes {
    let quotient = x / (x + 2)
    let square = quotient * quotient
    var series = square * 0.431_717_7 + 0.576_715_2
    series = series * square + 0.961_798_85
    series = series * square + 2.885_390_1
    return quotient * series
  }

  /// `x` to the power of `y`; 0 where `x` is 0, less, or not a number, whatever `y` is.
  @inlinable @inline(__always) public static func power(_ x: Lanes, _ y: Float) -> Lanes {
    Lanes(repeating: 0).replaced(by: exp2(log2(x) * y), where: x, isAbove: 0)
  }
}

/// Powers as `Maths` has them, of fewer digits and instructions.
extension SIMD8<Float> {
  /// Each number to a power from 0.4 to 2.4, within 1.5 * 10^-5 of it, relative to it; less than
  /// 10^-6 where it is less than 2^-50 or not a number.
  @inlinable @inline(__always)
  public func raised(to power: Float) -> Self {
    // What is not a number is cut too: the constant stands first.
    let held = Self(repeating: 0x1p-50).atLeast(self)
    return Self.exponential(held.logarithm * power)
  }

  /// The logarithm to the base 2 of normal numbers, within 6 * 10^-6.
  @inlinable @inline(__always)
  public var logarithm: Self {
    let bits = unsafeBitCast(self, to: SIMD8<Int32>.self)
    // The mantissa lies between the roots of 1/2 and of 2, so that the logarithm of 1 is exact.
    let power = (bits &- 0x3F35_04F3) &>> 23
    let mantissa = unsafeBitCast(bits &- (power &<< 23), to: Self.self)
    let whole = unsafeBitCast(power &+ 0x4B40_0000, to: Self.self) - 12_582_912
    let quotient = (mantissa - 1) / (mantissa + 1)
    return whole + quotient * (quotient * quotient * 0.983_527_5 + 2.885_228_7)
  }

  /// 2 to the power of numbers between -126 and 126, within 3 * 10^-6 of it, relative to it.
  @inlinable @inline(__always)
  public static func exponential(_ x: Self) -> Self {
    // 1.5 * 2^23: what is added to it is rounded to whole numbers, which stand in its low bits.
    let sum = x + 12_582_912
    let rest = x - (sum - 12_582_912)
    var growth = rest * 0.009_582_85 + 0.055_906_43
    growth = growth * rest + 0.240_241
    growth = growth * rest + 0.693_124_2
    growth = growth * rest + 1
    let power = unsafeBitCast(sum, to: SIMD8<Int32>.self) &<< 23
    return unsafeBitCast(unsafeBitCast(growth, to: SIMD8<Int32>.self) &+ power, to: Self.self)
  }
}
