import Bytes
import WAV

/// Sounds to work on, as arrays of channels.
enum Sound {
  /// Numbers that look like chance, evenly spread over -level ..< level.
  static func noise(_ count: Int, seed: UInt64 = 1, level: Float = 0.5) -> [Float] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return (Float(state >> 40) / Float(1 << 23) - 1) * level
    }
  }

  static func sine(
    _ count: Int, frequency: Double, rate: Int = 48000, level: Double = 0.5, phase: Double = 0
  ) -> [Float] {
    (0..<count).map { index in
      let turn = (frequency * Double(index) / Double(rate)).truncatingRemainder(dividingBy: 1)
      return Float(level * Maths.sin(turn * 2 * .pi + phase))
    }
  }

  static func silence(_ count: Int) -> [Float] { Array(repeating: 0, count: count) }

  static func impulse(_ count: Int, at place: Int = 0) -> [Float] {
    var samples = silence(count)
    samples[place] = 1
    return samples
  }

  /// The root of the mean square.
  static func level(_ samples: some Collection<Float>) -> Double {
    var sum = 0.0
    for sample in samples { sum += Double(sample) * Double(sample) }
    return (sum / Double(samples.count)).squareRoot()
  }

  static func peak(_ samples: some Collection<Float>) -> Float {
    samples.reduce(0) { max($0, $1.magnitude) }
  }

  /// The level of an amplitude in decibels.
  static func decibels(_ amplitude: Double) -> Double { Maths.log(amplitude) * 8.685889638065037 }
}

extension AudioBlock {
  /// A block that holds some channels of equal length.
  convenience init(_ channels: [[Float]]) {
    self.init(channels: channels.count, capacity: channels[0].count)
    for (index, samples) in channels.enumerated() { _ = self[index].update(from: samples) }
  }

  /// Copies samples from the place `start` of some channels.
  func take(_ channels: [[Float]], from start: Int) {
    for (index, samples) in channels.enumerated() {
      _ = self[index].update(from: samples[start..<start + count])
    }
  }

  var arrays: [[Float]] { (0..<channels).map { Array(self[$0]) } }
}
