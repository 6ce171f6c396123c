import Timeline
import WAV

/// Lets the level rise and fall.
struct Tremolo: AudioEffect {
  static let rate = Parameter<Double>(
    "rate", default: 5, in: 0...1000, unit: "Hz", "How often a second the level falls and rises.")
  static let depth = Parameter<Double>(
    "depth", default: 0.5, in: 0...1,
    "How far the level falls; with 1 to silence, with 0 not at all.")
  static let waveform = Setting<Waveform>(
    "waveform", default: .sine,
    "How the level moves; the edges of `square` take 4 ms, so that they do not click.")
  static let phase = Setting<Angle>(
    "phase", default: .zero, unit: "degrees",
    "How far the right channels are ahead of the left ones; with 180 the sound goes from side to "
      + "side.")

  static let declaration = Declaration(
    name: "tremolo",
    summary: "Lets the level rise and fall.",
    discussion: """
      The level starts at its highest, which is that of the sound. Channels in the middle are half \
      as far ahead as the right ones; a channel of low-frequency effects stays as it is.
      """,
    example: #"""
      { "effect": "tremolo", "rate": 4, "depth": 0.7, "phase": 180 }
      """#,
    parameters: [rate, depth, waveform, phase])

  static let names = EffectNames(
    synonyms: ["trem", "autopan", "apulsator"],
    elsewhere: ["ffmpeg tremolo, apulsator", "sox tremolo", "Audacity Tremolo"])

  private var oscillator: LowFrequencyOscillator
  private var depth: Envelope
  private let sides: [ChannelSide]
  private let values: AudioBlock

  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
    oscillator = LowFrequencyOscillator(
      arguments[Self.waveform], arguments[Self.rate], in: 0...1000, setting)
    depth = Envelope(arguments[Self.depth], rate: setting.format.rate, in: 0...1)
    sides = ChannelSide.sides(of: setting.format.layout, phase: arguments[Self.phase])
    values = AudioBlock(channels: 2, capacity: setting.longestBlock)
  }

  static func isIdle(_ arguments: Arguments) -> Bool { arguments[depth].constantValue == 0 }

  static func spreads(_ arguments: Arguments) -> Bool {
    ChannelSide.areApart(arguments[phase]) && !isIdle(arguments)
  }

  mutating func process(_ block: AudioBlock, at start: Int) {
    values.count = block.count
    let (depths, gains) = (values[0], values[1])
    depth.fill(depths, at: start)
    oscillator.move(block.count, at: start)
    for side in sides {
      oscillator.fill(gains, phase: side.phase)
      for index in 0..<gains.count { gains[index] = 1 - depths[index] * gains[index] }
      for channel in side.channels {
        let samples = block[channel]
        for index in 0..<gains.count { samples[index] *= gains[index] }
      }
    }
  }
}
