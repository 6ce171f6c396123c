/// Powers of eight numbers at a time, for loops over samples.
///
/// Only IEEE 754 basic arithmetic and bit patterns are used, so that every machine gives the same
/// bits. Powers are within 2 * 10^-6 of the true value, relative to it, where they lie between
/// 2^-16 and 2^16; farther out the error grows with their logarithm.
extension Maths {
  /// Eight numbers.
  package typealias Lanes = SIMD8<Float>

  /// 2 to the power of `x`, between 2^-126 and 2^127.
  @inlinable @inline(__always) package static func exp2(_ x: Lanes) -> Lanes {
    var x = Lanes(repeating: -126).replacing(with: x, where: x .> -126)
    x = Lanes(repeating: 127).replacing(with: x, where: x .< 127)
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
  @inlinable @inline(__always) package static func log2(_ x: Lanes) -> Lanes {
    let least = Lanes(repeating: 0x1p-126)
    let x = least.replacing(with: x, where: x .> least)
    let bits = unsafeBitCast(x, to: SIMD8<Int32>.self)
    // The mantissa lies between the roots of 1/2 and of 2, so that the logarithm of 1 is exact.
    let power = (bits &- 0x3F35_04F3) &>> 23
    let mantissa = unsafeBitCast(bits &- (power &<< 23), to: Lanes.self)
    let whole = unsafeBitCast(power &+ 0x4B40_0000, to: Lanes.self) - 12_582_912
    return whole + log2(onePlus: mantissa - 1)
  }

  /// The logarithm to the base 2 of 1 and `x`, which lies between -0.29 and 0.41; near 0 it has as
  /// many digits as `x`.
  @inlinable @inline(__always) package static func log2(onePlus x: Lanes) -> Lanes {
    let quotient = x / (x + 2)
    let square = quotient * quotient
    var series = square * 0.431_717_7 + 0.576_715_2
    series = series * square + 0.961_798_85
    series = series * square + 2.885_390_1
    return quotient * series
  }

  /// `x` to the power of `y`, which is more than 0; 0 where `x` is 0, less, or not a number.
  @inlinable @inline(__always) package static func power(_ x: Lanes, _ y: Float) -> Lanes {
    let zero = Lanes(repeating: 0)
    return zero.replacing(with: exp2(log2(x) * y), where: x .> zero)
  }
}
