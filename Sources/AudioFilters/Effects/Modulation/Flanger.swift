import Bytes
import Timeline
import WAV

/// Adds the sound to itself a moment later, by a time that rises and falls.
struct Flanger: SweptEffect {
  static let delay = Parameter<Double>(
    "delay", default: 0.001, in: 0...0.03, unit: "s", "The shortest delay.")
  static let depth = Parameter<Double>(
    "depth", default: 0.002, in: 0...0.01, unit: "s", "How much longer the delay becomes at most.")
  static let rate = Parameter<Double>(
    "rate", default: 0.5, in: 0...20, unit: "Hz",
    "How often a second the delay rises and falls; with 0 it stays at its shortest.")
  static let waveform = Setting<Waveform>("waveform", default: .sine, "How the delay moves.")
  static let feedback = Parameter<Double>(
    "feedback", default: 0, in: -0.95...0.95,
    "How much of the delayed sound is delayed again; below 0 it is inverted.")
  static let phase = Setting<Angle>(
    "phase", default: Angle(degrees: 90), unit: "degrees",
    "How far the movement of the right channels is ahead of that of the left ones.")
  static let wet = Parameter<Gain>(
    "wet", default: Gain(0.5), in: Limits(0...10), "How loud the delayed sound is.")
  static let dry = Parameter<Gain>(
    "dry", default: Gain(0.5), in: Limits(0...10), "How loud the sound itself stays beside it.")

  static let declaration = Declaration(
    name: "flanger",
    summary: "Adds the sound to itself a moment later, by a time that rises and falls.",
    discussion: """
      Two equal sounds that are T apart cancel each other at 1/2T, 3/2T, 5/2T and so on: a comb \
      that moves through the spectrum. It is deepest where `wet` and `dry` are equal; with a `dry` \
      of 0 the pitch wavers (vibrato). Delays between samples are read from a cubic through four \
      of them. Channels in the middle are half as far ahead as the right ones; a channel of \
      low-frequency effects stays as it is.
      """,
    example: #"""
      { "effect": "flanger", "delay": 0.0005, "depth": 0.004, "rate": 0.2, "feedback": 0.6 }
      """#,
    parameters: [delay, depth, rate, waveform, feedback, phase, wet, dry])

  static let names = EffectNames(
    synonyms: ["flange", "vibrato"],
    elsewhere: ["ffmpeg flanger, vibrato", "sox flanger"])

  let tail: Int
  private var oscillator: LowFrequencyOscillator
  /// In samples.
  private var delay: Envelope
  private var depth: Envelope
  private var feedback: Envelope
  private var wet: Envelope
  private var dry: Envelope
  private let sides: [ChannelSide]
  private var lines: [FractionalLine]
  private let values: AudioBlock

  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
    let rate = setting.format.rate
    let samples = Double(rate)
    oscillator = LowFrequencyOscillator(
      arguments[Self.waveform], arguments[Self.rate], in: 0...20, setting)
    delay = Envelope(arguments[Self.delay], rate: rate, in: 0...0.03) { $0 * samples }
    depth = Envelope(arguments[Self.depth], rate: rate, in: 0...0.01) { $0 * samples }
    feedback = Envelope(arguments[Self.feedback], rate: rate, in: -0.95...0.95)
    wet = Envelope(arguments[Self.wet], rate: rate, in: 0...10)
    dry = Envelope(arguments[Self.dry], rate: rate, in: 0...10)
    sides = ChannelSide.sides(of: setting.format.layout, phase: arguments[Self.phase])
    let longest = (delay.constant ?? 0.03 * samples) + (depth.constant ?? 0.01 * samples)
    // Some room for what is rounded up.
    lines = Array(
      repeating: FractionalLine(longest: longest + 1), count: setting.format.channels)
    // How often 100 dB are lost at the strongest feedback.
    let strongest = min(max((feedback.constant ?? 0.95).magnitude, 0.001), 0.95)
    let passes = Int((Maths.log(1e-5) / Maths.log(strongest)).rounded(.up)) + 1
    tail = (Int(longest) + 3) * passes
    values = AudioBlock(channels: 6, capacity: setting.longestBlock)
  }

  mutating func process(_ block: AudioBlock, at start: Int) {
    values.count = block.count
    oscillator.move(block.count, at: start)
    delay.fill(values[0], at: start)
    depth.fill(values[1], at: start)
    feedback.fill(values[2], at: start)
    wet.fill(values[3], at: start)
    dry.fill(values[4], at: start)
    for side in sides {
      oscillator.fill(values[5], phase: side.phase)
      for channel in side.channels { process(block[channel], channel) }
    }
  }

  private mutating func process(_ samples: UnsafeMutableBufferPointer<Float>, _ channel: Int) {
    let (delays, depths, feedbacks) = (values[0], values[1], values[2])
    let (wets, dries, wave) = (values[3], values[4], values[5])
    for index in 0..<samples.count {
      let delay = Double(delays[index]) + Double(depths[index]) * Double(wave[index])
      let input = samples[index]
      let output = lines[channel].run(input, delay: delay, feedback: feedbacks[index])
      samples[index] = dries[index] * input + wets[index] * output
    }
  }
}
