import WAV

/// Keeps numbers that are no sound out of the effects.
enum Sanity {
  /// The largest sample that counts as sound: 120 dB above full scale.
  static let largest: Float = 1e6

  /// Replaces what is not a number, infinite or beyond ``largest`` by silence, as one such sample
  /// would stay in a filter for ever.
  static func clean(_ block: AudioBlock, _ range: Range<Int>) {
    for channel in 0..<block.channels {
      let samples = block[channel]
      for index in range {
        let sample = samples[index]
        samples[index] = sample.magnitude <= largest ? sample : 0
      }
    }
  }

  /// Silence for a state that has all but decayed, as arithmetic with subnormal numbers is slow.
  @inline(__always) static func settled(_ state: Double) -> Double {
    state.magnitude < 1e-20 ? 0 : state
  }

  @inline(__always) static func settled(_ state: Float) -> Float {
    state.magnitude < 1e-15 ? 0 : state
  }
}
