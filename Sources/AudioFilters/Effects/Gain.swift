import Timeline
import WAV

/// Makes the sound louder or softer.
struct GainEffect: AudioEffect {
  static let gain = Parameter<Gain>(
    "gain", default: Gain(decibels: 0), in: Limits(0...1000), required: true,
    "How much louder: a factor of the amplitude, or decibels such as \"-6dB\".")

  static let declaration = Declaration(
    name: "gain",
    summary: "Makes the sound louder or softer.",
    discussion: """
      A gain that moves is worked out for every sample, so that nothing goes in steps: in decibels \
      where it is stated in them, else in factors of the amplitude. Above full scale the sound is cut \
      off only where it is written.
      """,
    example: #"""
      { "effect": "gain", "start": 2, "duration": 1.5, "gain": { "from": "0dB", "to": "-12dB" } }
      """#,
    parameters: [gain])

  private let gain: Movement
  private let factors: AudioBlock

  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
    gain = Movement(
      arguments[Self.gain], rate: setting.format.rate, in: 0...1000)
    factors = AudioBlock(channels: 1, capacity: setting.longestBlock)
  }

  mutating func process(_ block: AudioBlock, at start: Int) {
    factors.count = block.count
    let factors = factors[0]
    gain.fill(factors, at: start)
    for channel in 0..<block.channels {
      let samples = block[channel]
      for index in 0..<samples.count { samples[index] *= factors[index] }
    }
  }
}
