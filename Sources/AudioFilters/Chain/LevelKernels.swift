import Bytes
import Timeline
import WAV

/// Logarithms and powers of 2 for many samples at once, in 32-bit floats.
///
/// Only basic arithmetic and bit patterns are used, so that the results are the same on every
/// machine.
enum LevelKernels {
  /// The decibels of an amplitude in a power of 2, and the other way round.
  static let perDecibel: Float = 0.16609640474436813
  /// What counts as silence: 2 to this power.
  static let silence: Float = -100

  /// The logarithm to the base 2, within 10^-6; at least ``silence``, also for what is not a
  /// number.
  @inline(__always) static func log2(_ value: Float) -> Float {
    let bounded = value > 0x1p-100 ? min(value, 0x1p100) : 0x1p-100
    // Taken apart so that the mantissa lies between the root of 1/2 and the root of 2.
    let bits = bounded.bitPattern &- 0x3F35_04F3
    let power = Int32(bitPattern: bits) >> 23
    let mantissa = Float(bitPattern: (bits & 0x7F_FFFF) &+ 0x3F35_04F3)
    // 2 artanh((m - 1) / (m + 1)) as a series.
    let quotient = (mantissa - 1) / (mantissa + 1)
    let square = quotient * quotient
    let series = ((square * 0.14285714 + 0.2) * square + 0.33333333) * square + 1
    return Float(power) + quotient * series * 2.8853900817779268
  }

  /// 2 to a power, within 3 parts in 10^7; the power is held within -120 and 120.
  @inline(__always) static func exp2(_ power: Float) -> Float {
    let bounded = min(max(power, -120), 120)
    // Adding 1.5 * 2^23 leaves the nearest whole number in the lowest bits.
    let shifted = bounded + 12_582_912
    let rest = (bounded - (shifted - 12_582_912)) * 0.69314718055994531
    var sum: Float = 1 + rest * 0.16666667
    sum = 1 + rest * 0.2 * sum
    sum = 1 + rest * 0.25 * sum
    sum = 1 + rest * 0.33333333 * sum
    sum = 1 + rest * 0.5 * sum
    sum = 1 + rest * sum
    let exponent = (shifted.bitPattern &- 0x4B40_0000 &+ 127) << 23
    return sum * Float(bitPattern: exponent)
  }

  /// Writes the highest magnitude of all channels for each sample.
  static func peaks(of block: AudioBlock, into target: UnsafeMutableBufferPointer<Float>) {
    target.update(repeating: 0)
    for channel in 0..<block.channels {
      let samples = block[channel]
      for index in 0..<target.count {
        let magnitude = samples[index].magnitude
        target[index] = magnitude > target[index] ? magnitude : target[index]
      }
    }
  }

  /// Multiplies all channels by a gain for each sample.
  static func multiply(_ block: AudioBlock, by gains: UnsafeMutableBufferPointer<Float>) {
    multiply(block, 0..<gains.count, by: gains)
  }

  /// Multiplies a range of all channels by the gains there.
  static func multiply(
    _ block: AudioBlock, _ range: Range<Int>, by gains: UnsafeMutableBufferPointer<Float>
  ) {
    for channel in 0..<block.channels {
      let samples = block[channel]
      for index in range { samples[index] *= gains[index] }
    }
  }
}

extension LevelKernels {
  /// The share of the way that is left after one sample, where 1/e of it is left after `time`.
  static func decay(_ time: Time, rate: Int) -> Double {
    let samples = time.seconds * Double(rate)
    return samples > 0 ? Maths.exp(-1 / samples) : 0
  }
}
