import Timeline
import WAV

/// Makes the sound louder or softer.
struct GainEffect: AudioEffect {
  static let gain = Parameter<Gain>(
    "gain", default: .one, in: Limits(0...1000), required: true,
    "How much louder: a factor of the amplitude, or decibels such as \"-6dB\".")

  static let declaration = Declaration(
    name: "gain",
    summary: "Makes the sound louder or softer.",
    discussion: """
      A gain that moves is computed for every sample, so that there are no steps: evenly in \
      decibels between two values in decibels, else in factors of the amplitude. Above 1 the sound \
      may exceed full scale; it is cut off only where it is written.
      """,
    example: #"""
      { "effect": "gain", "start": 2, "duration": 1.5, "gain": { "from": "0dB", "to": "-12dB" } }
      """#,
    parameters: [gain])

  static let names = EffectNames(
    synonyms: ["amplify", "volume", "vol"],
    elsewhere: ["ffmpeg volume", "sox gain, vol", "Audacity Amplify", "Web Audio GainNode"])

  private var gain: Envelope
  private let factors: AudioBlock

  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
    gain = Envelope(
      EnvelopeSource(arguments[Self.gain], clock: SampleClock(rate: setting.format.rate)))
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
