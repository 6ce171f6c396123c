import Bytes

/// Noise without a state: the same numbers give the same value everywhere.
///
/// The finalizer of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014) over its mixed inputs.
struct NoiseHash {
  let seed: UInt64

  init(seed: Int) { self.seed = UInt64(truncatingIfNeeded: seed) }

  /// 64 even bits for a cell of a grid.
  func callAsFunction(_ x: Int, _ y: Int, _ channel: Int = 0) -> UInt64 {
    var value = seed &* 0x9E37_79B9_7F4A_7C15
    value = Self.mix(value ^ UInt64(truncatingIfNeeded: x) &* 0xBF58_476D_1CE4_E5B9)
    value = Self.mix(value ^ UInt64(truncatingIfNeeded: y) &* 0x94D0_49BB_1331_11EB)
    return Self.mix(value ^ UInt64(truncatingIfNeeded: channel))
  }

  /// An even value in 0 ..< 1 for a cell of a grid.
  func unit(_ x: Int, _ y: Int, _ channel: Int) -> Double {
    Double(self(x, y, channel) >> 11) / 9_007_199_254_740_992
  }

  /// A number between -1 and 1 that wanders smoothly along places, from one whole one to the next.
  func wander(_ place: Double, _ channel: Int) -> Double {
    let first = place.rounded(.down)
    let share = Maths.smoothstep(place - first)
    let one = unit(Int(first), channel, 40)
    return 2 * (one + (unit(Int(first) + 1, channel, 40) - one) * share) - 1
  }

  private static func mix(_ input: UInt64) -> UInt64 {
    var value = input &+ 0x9E37_79B9_7F4A_7C15
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
