/// Noise that is added before samples are rounded to fewer bits, so that the error does not follow
/// the signal.
///
/// It has the density of a triangle from -1 to 1 step (TPDF; Lipshitz, Wannamaker and Vanderkooy,
/// "Quantization and Dither: A Theoretical Survey", JAES 40, 1992). The noise of a sample is a hash
/// of the seed, its position and its channel: it is the same however the sound is cut into blocks.
package struct Dither: Hashable, Sendable {
  /// The seed of the noise; equal seeds give equal noise.
  package let seed: UInt32
  /// The number of the first sample frame that is written: a part of the sound that is rendered
  /// alone is the same as in the whole.
  package let position: Int

  /// A noise, from the sample frame `position` on.
  package init(seed: UInt32 = 0, position: Int = 0) {
    self.seed = seed
    self.position = position
  }

  /// What stands for the channel, the seed and the upper half of the position in the hash.
  func key(channel: Int, position: Int) -> UInt32 {
    let upper = UInt32(truncatingIfNeeded: position >> 32)
    return Self.mixed(
      Self.mixed(seed &+ UInt32(truncatingIfNeeded: channel) &* 0x9E37_79B9) ^ upper)
  }

  /// The noise of the sample at a position whose lower half is `position`, in steps.
  @inline(__always)
  static func noise(_ position: UInt32, key: UInt32) -> Float {
    let bits = mixed(position ^ key)
    // Two numbers of 16 bits, one from the other.
    return Float(Int32(bitPattern: bits & 0xFFFF) &- Int32(bitPattern: bits &>> 16)) * 0x1p-16
  }

  /// Spreads every bit over all others (the function `lowbias32` of Chris Wellons's
  /// hash-prospector, which is in the public domain).
  @inline(__always)
  private static func mixed(_ value: UInt32) -> UInt32 {
    var bits = value
    bits ^= bits &>> 16
    bits = bits &* 0x7FEB_352D
    bits ^= bits &>> 15
    bits = bits &* 0x846C_A68B
    bits ^= bits &>> 16
    return bits
  }
}
