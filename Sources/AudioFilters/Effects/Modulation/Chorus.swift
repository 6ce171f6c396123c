import Timeline
import WAV

/// Makes one sound seem like several, by adding delayed copies whose pitch wavers.
struct Chorus: SweptEffect {
  static let voices = Setting<Int>(
    "voices", default: 3, in: 1...8, "How many voices are added to the sound.")
  static let delay = Parameter<Double>(
    "delay", default: 0.02, in: 0...0.1, unit: "s", "The shortest delay of the first voice.")
  static let spread = Parameter<Double>(
    "spread", default: 0.005, in: 0...0.02, unit: "s",
    "How much later each voice comes than the one before.")
  static let depth = Parameter<Double>(
    "depth", default: 0.002, in: 0...0.02, unit: "s",
    "How much longer the delay of a voice becomes at most, which makes its pitch waver.")
  static let rate = Parameter<Double>(
    "rate", default: 0.8, in: 0...20, unit: "Hz", "How often a second the delays rise and fall.")
  static let waveform = Setting<Waveform>("waveform", default: .sine, "How the delays move.")
  static let phase = Setting<Angle>(
    "phase", default: Angle(degrees: 90), unit: "degrees",
    "How far the movement of the right channels is ahead of that of the left ones.")
  static let wet = Parameter<Gain>(
    "wet", default: Gain(0.7), in: Limits(0...10), "How loud the voices are together.")
  static let dry = Parameter<Gain>(
    "dry", default: Gain(0.7), in: Limits(0...10), "How loud the sound itself stays beside them.")

  static let declaration = Declaration(
    name: "chorus",
    summary: "Makes one sound seem like several, by adding delayed copies whose pitch wavers.",
    discussion: """
      Each voice is the sound a little later and slightly out of tune. Their movements are evenly \
      shared out over a turn. With `wet` at 0 dB, voices that have nothing in common are together \
      about as loud as the sound. Delays between samples are read from a cubic through four of \
      them. Channels in the middle are half as far ahead as the right ones; a channel of \
      low-frequency effects stays as it is.
      """,
    example: #"""
      { "effect": "chorus", "voices": 4, "depth": 0.003, "rate": 0.6, "wet": "-4dB" }
      """#,
    parameters: [voices, delay, spread, depth, rate, waveform, phase, wet, dry])

  static let names = EffectNames(
    synonyms: ["ensemble"],
    elsewhere: ["ffmpeg chorus", "sox chorus"])

  let tail: Int
  private let voices: Int
  private var oscillator: LowFrequencyOscillator
  /// In samples.
  private var delay: Envelope
  private var spread: Envelope
  private var depth: Envelope
  private var wet: Envelope
  private var dry: Envelope
  private let sides: [ChannelSide]
  private var lines: [FractionalLine]
  private let values: AudioBlock
  /// The movement of each voice.
  private let waves: AudioBlock

  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
    let rate = setting.format.rate
    let samples = Double(rate)
    voices = arguments[Self.voices]
    // Voices that have nothing in common add up by their powers.
    let share = 1 / Double(voices).squareRoot()
    oscillator = LowFrequencyOscillator(
      arguments[Self.waveform], arguments[Self.rate], in: 0...20, setting)
    delay = Envelope(arguments[Self.delay], rate: rate, in: 0...0.1) { $0 * samples }
    spread = Envelope(arguments[Self.spread], rate: rate, in: 0...0.02) { $0 * samples }
    depth = Envelope(arguments[Self.depth], rate: rate, in: 0...0.02) { $0 * samples }
    wet = Envelope(arguments[Self.wet], rate: rate, in: 0...10) { min($0, 10) * share }
    dry = Envelope(arguments[Self.dry], rate: rate, in: 0...10)
    sides = ChannelSide.sides(of: setting.format.layout, phase: arguments[Self.phase])
    let last = (spread.constant ?? 0.02 * samples) * Double(voices - 1)
    let longest =
      (delay.constant ?? 0.1 * samples) + (depth.constant ?? 0.02 * samples) + last
    // Some room for what is rounded up.
    lines = Array(
      repeating: FractionalLine(longest: longest + 1), count: setting.format.channels)
    tail = Int(longest) + 3
    values = AudioBlock(channels: 5, capacity: setting.longestBlock)
    waves = AudioBlock(channels: voices, capacity: setting.longestBlock)
  }

  mutating func process(_ block: AudioBlock, at start: Int) {
    (values.count, waves.count) = (block.count, block.count)
    oscillator.move(block.count, at: start)
    delay.fill(values[0], at: start)
    spread.fill(values[1], at: start)
    depth.fill(values[2], at: start)
    wet.fill(values[3], at: start)
    dry.fill(values[4], at: start)
    for side in sides {
      for voice in 0..<voices {
        let ahead = side.phase + Double(voice) / Double(voices)
        oscillator.fill(waves[voice], phase: ahead >= 1 ? ahead - 1 : ahead)
      }
      for channel in side.channels { process(block[channel], channel) }
    }
  }

  private mutating func process(_ samples: UnsafeMutableBufferPointer<Float>, _ channel: Int) {
    let (delays, spreads, depths) = (values[0], values[1], values[2])
    let (wets, dries) = (values[3], values[4])
    for index in 0..<samples.count {
      let input = samples[index]
      lines[channel].write(input)
      var sum: Float = 0
      var delay = Double(delays[index])
      for voice in 0..<voices {
        sum += lines[channel].read(
          delay + Double(depths[index]) * Double(waves[voice][index]))
        delay += Double(spreads[index])
      }
      samples[index] = dries[index] * input + wets[index] * sum
    }
  }
}
