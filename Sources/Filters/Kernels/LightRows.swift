import Colors

extension LightCurve {
  typealias Line = UnsafeMutablePointer<Float>
  typealias Lanes = SIMD8<Float>

  /// Puts light in place of a row of signals, which has room for whole lanes.
  func decode(_ row: Line, count: Int) {
    if let gamma { Self.raise(row, count, to: gamma) } else { transfer.decode(row, count: count) }
  }

  /// Puts signals in place of a row of light, which has room for whole lanes.
  func encode(_ row: Line, count: Int) {
    if let gamma {
      Self.raise(row, count, to: 1 / gamma)
    } else {
      transfer.encode(row, count: count)
    }
  }

  /// Puts light in place of a row of colours, which has room for whole lanes.
  func decode(_ colors: RGBRow) {
    for row in [colors.red, colors.green, colors.blue] { decode(row, count: colors.count) }
  }

  /// Puts colours in place of a row of light, which has room for whole lanes.
  func encode(_ colors: RGBRow) {
    for row in [colors.red, colors.green, colors.blue] { encode(row, count: colors.count) }
  }

  private static func raise(_ row: Line, _ count: Int, to power: Float) {
    var x = 0
    while x < count {
      (row + x).store(row.lanes(x).raised(to: power))
      x &+= Lanes.scalarCount
    }
  }
}

/// Powers as `Maths` has them, of fewer digits and instructions.
extension SIMD8<Float> {
  /// Each number to a power from 0.4 to 2.4, within 1.5 * 10^-5 of it, relative to it; less than 10^-6
  /// where it is less than 2^-50 or not a number.
  @inline(__always)
  func raised(to power: Float) -> Self {
    // What is not a number is cut too: the constant stands first.
    let held = Self(repeating: 0x1p-50).atLeast(self)
    return Self.exponential(held.logarithm * power)
  }

  /// The logarithm to the base 2 of normal numbers, within 6 * 10^-6.
  @inline(__always)
  private var logarithm: Self {
    let bits = unsafeBitCast(self, to: SIMD8<Int32>.self)
    // The mantissa lies between the roots of 1/2 and of 2, so that the logarithm of 1 is exact.
    let power = (bits &- 0x3F35_04F3) &>> 23
    let mantissa = unsafeBitCast(bits &- (power &<< 23), to: Self.self)
    let whole = unsafeBitCast(power &+ 0x4B40_0000, to: Self.self) - 12_582_912
    let quotient = (mantissa - 1) / (mantissa + 1)
    return whole + quotient * (quotient * quotient * 0.983_527_5 + 2.885_228_7)
  }

  /// 2 to the power of numbers between -126 and 126, within 3 * 10^-6 of it, relative to it.
  @inline(__always)
  private static func exponential(_ x: Self) -> Self {
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
