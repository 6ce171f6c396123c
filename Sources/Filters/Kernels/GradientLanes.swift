/// What a row of a gradient is computed with, for eight places at once.
///
/// The steps are those of the functions for one value, each rounded as it is there, so that the
/// results are the same to the last bit.
enum GradientLanes {
  typealias Values = SIMD8<Double>

  /// 0 to 7.
  static let ascending = Values(0, 1, 2, 3, 4, 5, 6, 7)

  /// Adding it leaves the nearest whole number in the low bits.
  private static let magic = 0x1.8p52

  @inline(__always)
  private static func nearest(_ values: Values) -> Values { (values + magic) - magic }

  /// The next whole numbers below, for magnitudes up to 2^51.
  @inline(__always)
  static func floor(_ values: Values) -> Values {
    let nearest = nearest(values)
    return nearest.replacing(with: nearest - 1, where: nearest .> values)
  }

  /// Shares of `count`, rounded, with halves upwards; from 0 to `count`, whatever the shares are.
  @inline(__always)
  static func index(_ shares: Values, of count: Int) -> SIMD8<UInt64> {
    // Comparisons that no number but one in the range passes.
    var bounded = Values(repeating: 0).replacing(with: shares, where: shares .> 0)
    bounded = Values(repeating: 1).replacing(with: bounded, where: bounded .< 1)
    let whole = floor(bounded * Double(count) + 0.5)
    return unsafeBitCast(whole + magic, to: SIMD8<UInt64>.self) & SIMD8(repeating: 0xFFFF_FFFF)
  }

  /// Does what `Maths.atan2` does, for finite numbers.
  ///
  /// - Parameter table: ``arctangents``.
  @inline(__always)
  static func angle(_ y: Values, _ x: Double, _ table: UnsafePointer<Double>) -> Values {
    let width = Values(repeating: x.magnitude)
    let height = unsafeBitCast(
      unsafeBitCast(y, to: SIMD8<UInt64>.self) & SIMD8(repeating: ~0 >> 1), to: Values.self)
    let isFlat = height .<= width
    let divisor = height.replacing(with: width, where: isFlat)
    // Where both are nought, so is the angle.
    let ratio = (width.replacing(with: height, where: isFlat) / divisor)
      .replacing(with: 0, where: height .== 0)
    let near = arctangent(ratio, table)
    let far: Values = halfPi - (near - 0x1.1a62633145c07p-54)
    var angle = far.replacing(with: near, where: isFlat)
    if x.sign == .minus { angle = 2 * halfPi - (angle - 0x1.1a62633145c07p-53) }
    let sign = unsafeBitCast(y, to: SIMD8<UInt64>.self) & SIMD8(repeating: 1 << 63)
    return unsafeBitCast(unsafeBitCast(angle, to: SIMD8<UInt64>.self) ^ sign, to: Values.self)
  }

  private static let halfPi = Double.pi / 2

  /// The arctangents of 0, 1/8, 2/8 … 1.
  static let arctangents: [Double] = [
    0x0.0p+0, 0x1.fd5ba9aac2f6ep-4, 0x1.f5b75f92c80ddp-3, 0x1.6f61941e4def1p-2,
    0x1.dac670561bb4fp-2, 0x1.1e00babdefeb4p-1, 0x1.4978fa3269ee1p-1, 0x1.700a7c5784634p-1,
    0x1.921fb54442d18p-1,
  ]

  /// The arctangents of numbers from 0 to 1: those of the nearest eighths and a short series.
  @inline(__always)
  private static func arctangent(_ x: Values, _ table: UnsafePointer<Double>) -> Values {
    let moved = x * 8 + magic
    let index = unsafeBitCast(moved, to: SIMD8<UInt64>.self)
    let nearest = (moved - magic) / 8
    let rest = (x - nearest) / (1 + x * nearest)
    let square = rest * rest
    var sum = Values(repeating: 0)
    @inline(__always)
    func add(_ share: Double) { sum = (share - sum) * square }
    add(1 / 17)
    add(1 / 15)
    add(1 / 13)
    add(1 / 11)
    add(1 / 9)
    add(1 / 7)
    add(1 / 5)
    add(1 / 3)
    var base = Values()
    for lane in 0..<8 { base[lane] = table[Int(truncatingIfNeeded: index[lane] & 15)] }
    return base + (rest - rest * sum)
  }
}
