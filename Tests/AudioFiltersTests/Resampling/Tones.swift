import Bytes
import WAV

/// Sounds whose value is known at every time, and what is left of them.
enum Tones {
  /// One channel of so many samples, made by a function of their number.
  static func block(_ count: Int, _ value: (Int) -> Double) -> AudioBlock {
    let block = AudioBlock(channels: 1, capacity: count)
    let samples = block[0]
    for i in 0..<count { samples[i] = Float(value(i)) }
    return block
  }

  /// Noise of full scale, the same for the same seed.
  static func noise(_ count: Int, channels: Int = 1, seed: UInt32 = 1) -> AudioBlock {
    let block = AudioBlock(channels: channels, capacity: count)
    var state = seed
    for channel in 0..<channels {
      let samples = block[channel]
      for i in 0..<count {
        state = state &* 1_664_525 &+ 1_013_904_223
        samples[i] = Float(Int32(bitPattern: state)) / 0x1p31
      }
    }
    return block
  }

  static func decibels(_ ratio: Double) -> Double {
    20 * Maths.log(max(ratio, 1e-12)) / Maths.log(10)
  }

  /// The root of the mean square.
  static func level(_ values: some Sequence<Double>) -> Double {
    var (sum, count) = (0.0, 0.0)
    for value in values {
      sum += value * value
      count += 1
    }
    return count > 0 ? (sum / count).squareRoot() : 0
  }

  /// The amplitude and the phase, in radians, of the part at a frequency given as turns a sample,
  /// as least squares fit them; and the level of the rest against it in dB.
  static func fit(
    _ samples: ArraySlice<Float>, turns: Double
  ) -> (amplitude: Double, phase: Double, rest: Double) {
    var (ss, cc, sc, sy, cy) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for i in samples.indices {
      let angle = 2 * .pi * turns * Double(i)
      let (s, c, y) = (Maths.sin(angle), Maths.cos(angle), Double(samples[i]))
      ss += s * s
      cc += c * c
      sc += s * c
      sy += s * y
      cy += c * y
    }
    let determinant = ss * cc - sc * sc
    let (a, b) = ((sy * cc - cy * sc) / determinant, (cy * ss - sy * sc) / determinant)
    let amplitude = (a * a + b * b).squareRoot()
    let rest = level(
      samples.indices.map { i in
        let angle = 2 * .pi * turns * Double(i)
        return Double(samples[i]) - a * Maths.sin(angle) - b * Maths.cos(angle)
      })
    return (amplitude, Maths.atan2(b, a), decibels(rest / (amplitude / 2.0.squareRoot())))
  }
}
