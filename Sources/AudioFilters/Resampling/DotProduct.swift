/// Sums of products of samples and taps, in a fixed order on every machine.
enum DotProduct {
  /// - Parameter count: a multiple of 16.
  @inline(__always)
  static func one(
    _ samples: UnsafePointer<Float>, _ taps: UnsafePointer<Float>, count: Int
  ) -> Float {
    var (low, high) = (SIMD8<Float>(), SIMD8<Float>())
    var i = 0
    while i < count {
      low += eight(samples + i) * eight(taps + i)
      high += eight(samples + i + 8) * eight(taps + i + 8)
      i += 16
    }
    return sum(low + high)
  }

  /// Two channels with the same taps; the same sums as ``one(_:_:count:)`` gives for each.
  @inline(__always)
  static func two(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ taps: UnsafePointer<Float>,
    count: Int
  ) -> (Float, Float) {
    var (low, high) = (SIMD8<Float>(), SIMD8<Float>())
    var (rightLow, rightHigh) = (SIMD8<Float>(), SIMD8<Float>())
    var i = 0
    while i < count {
      var row = eight(taps + i)
      low += eight(left + i) * row
      rightLow += eight(right + i) * row
      row = eight(taps + i + 8)
      high += eight(left + i + 8) * row
      rightHigh += eight(right + i + 8) * row
      i += 16
    }
    return (sum(low + high), sum(rightLow + rightHigh))
  }

  /// Four neighbouring places of the samples with the same taps, one sample apart.
  @inline(__always)
  static func four(
    _ samples: UnsafePointer<Float>, _ taps: UnsafePointer<Float>, count: Int
  ) -> (Float, Float, Float, Float) {
    var (first, second) = (SIMD8<Float>(), SIMD8<Float>())
    var (third, fourth) = (SIMD8<Float>(), SIMD8<Float>())
    var i = 0
    while i < count {
      let row = eight(taps + i)
      first += eight(samples + i) * row
      second += eight(samples + i + 1) * row
      third += eight(samples + i + 2) * row
      fourth += eight(samples + i + 3) * row
      i += 8
    }
    return (sum(first), sum(second), sum(third), sum(fourth))
  }

  @inline(__always)
  static func write(_ values: SIMD8<Float>, to place: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(place).storeBytes(of: values, as: SIMD8<Float>.self)
  }

  @inline(__always)
  static func eight(_ values: UnsafePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(values).loadUnaligned(as: SIMD8<Float>.self)
  }

  @inline(__always)
  private static func sum(_ values: SIMD8<Float>) -> Float {
    let four = values.lowHalf + values.highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }
}
