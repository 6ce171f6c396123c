import Bytes
import Timeline
import WAV

/// Moves notches through the spectrum.
///
/// A chain of allpass filters of the first order, whose phase turns by a quarter at one frequency
/// each, is added to the sound.
struct Phaser: SweptEffect {
  static let stages = Setting<Int>(
    "stages", default: 4, in: 2...24,
    "How many allpass filters follow one another; two make one notch.")
  static let center = Parameter<Double>(
    "center", default: 1000, in: 1...384_000, unit: "Hz",
    "The frequency around which the notches move; less than half the rate.")
  static let depth = Parameter<Double>(
    "depth", default: 1.5, in: 0...6, unit: "octaves",
    "How far they move above and below it at most.")
  static let rate = Parameter<Double>(
    "rate", default: 0.5, in: 0...20, unit: "Hz", "How often a second they fall and rise.")
  static let waveform = Setting<Waveform>(
    "waveform", default: .sine, "How they move; they start at their highest.")
  static let feedback = Parameter<Double>(
    "feedback", default: 0, in: -0.95...0.95,
    "How much of what comes out of the filters goes into them again, which makes peaks sharper.")
  static let phase = Setting<Angle>(
    "phase", default: .zero, unit: "degrees",
    "How far the movement of the right channels is ahead of that of the left ones.")
  static let wet = Parameter<Gain>(
    "wet", default: Gain(0.5), in: Limits(0...10), "How loud the filtered sound is.")
  static let dry = Parameter<Gain>(
    "dry", default: Gain(0.5), in: Limits(0...10), "How loud the sound itself stays beside it.")

  static let declaration = Declaration(
    name: "phaser",
    summary: "Moves notches through the spectrum.",
    discussion: """
      A chain of `stages` allpass filters of the first order turns the phases, by a quarter turn \
      each where they stand, and is added to the sound: what is turned by half a turn cancels. \
      Notches are deepest where `wet` and `dry` are equal and `feedback` is 0. The loop of \
      `feedback` has no delay, so that it sounds alike at every rate. Channels in the middle are \
      half as far ahead as the right ones; a channel of low-frequency effects stays as it is.
      """,
    example: #"""
      { "effect": "phaser", "stages": 6, "center": 800, "depth": 2, "rate": 0.3, "feedback": 0.5 }
      """#,
    parameters: [stages, center, depth, rate, waveform, feedback, phase, wet, dry])

  static let names = EffectNames(
    synonyms: ["aphaser", "phasing"],
    elsewhere: ["ffmpeg aphaser", "sox phaser", "Audacity Phaser"])

  private let stages: Int
  private var oscillator: LowFrequencyOscillator
  private var center: Envelope
  private var depth: Envelope
  private var feedback: Envelope
  private var wet: Envelope
  private var dry: Envelope
  private let rate: Double
  private let sides: [ChannelSide]
  /// What each stage of each channel remembers.
  private var states: [Double]
  /// The coefficient of the filters at each sample.
  private var coefficients: [Double]
  private let values: AudioBlock

  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
    let rate = setting.format.rate
    try Frequencies.check(arguments[Self.center], "center", setting)
    stages = arguments[Self.stages]
    oscillator = LowFrequencyOscillator(
      arguments[Self.waveform], arguments[Self.rate], in: 0...20, setting)
    center = Envelope(
      arguments[Self.center], rate: rate, in: 1...max(Frequencies.highest(rate: rate), 1))
    depth = Envelope(arguments[Self.depth], rate: rate, in: 0...6)
    feedback = Envelope(arguments[Self.feedback], rate: rate, in: -0.95...0.95)
    wet = Envelope(arguments[Self.wet], rate: rate, in: 0...10)
    dry = Envelope(arguments[Self.dry], rate: rate, in: 0...10)
    self.rate = Double(rate)
    sides = ChannelSide.sides(of: setting.format.layout, phase: arguments[Self.phase])
    states = Array(repeating: 0, count: stages * setting.format.channels)
    coefficients = Array(repeating: 0, count: max(setting.longestBlock, 1))
    values = AudioBlock(channels: 6, capacity: setting.longestBlock)
  }

  mutating func process(_ block: AudioBlock, at start: Int) {
    values.count = block.count
    oscillator.move(block.count, at: start)
    center.fill(values[0], at: start)
    depth.fill(values[1], at: start)
    feedback.fill(values[2], at: start)
    wet.fill(values[3], at: start)
    dry.fill(values[4], at: start)
    for side in sides {
      oscillator.fill(values[5], phase: side.phase)
      setCoefficients()
      for channel in side.channels { process(block[channel], channel) }
    }
  }

  /// Finds the coefficient a of H(z) = (a + 1/z) / (1 + a/z), whose phase is a quarter turn at the
  /// frequency f: (t - 1) / (t + 1) with t = tan(pi f), which is -cos(2 pi f) / (1 + sin(2 pi f)).
  private mutating func setCoefficients() {
    let (centers, depths, wave) = (values[0], values[1], values[5])
    let highest = Frequencies.highest(rate: 1)
    for index in 0..<wave.count {
      let octaves = depths[index] * (1 - 2 * wave[index])
      let frequency = min(Double(centers[index] * LevelKernels.exp2(octaves)) / rate, highest)
      let (cosine, sine) = (
        LowFrequencyOscillator.sine(frequency), LowFrequencyOscillator.sine(frequency + 0.75)
      )
      coefficients[index] = -cosine / (1 + sine)
    }
  }

  private mutating func process(_ samples: UnsafeMutableBufferPointer<Float>, _ channel: Int) {
    let (feedbacks, wets, dries) = (values[2], values[3], values[4])
    let own = channel &* stages..<(channel &+ 1) &* stages
    for index in 0..<samples.count {
      let (a, input) = (coefficients[index], Double(samples[index]))
      let share = Double(feedbacks[index])
      var sound = input
      if share != 0 {
        // What comes out is p x + r, and holds some of itself: y = p (x + f y) + r.
        var (product, rest) = (1.0, 0.0)
        for stage in own {
          product *= a
          rest = a * rest + states[stage]
        }
        sound += share * (product * input + rest) / (1 - share * product)
      }
      for stage in own {
        let output = a * sound + states[stage]
        states[stage] = Sanity.settled(sound - a * output)
        sound = output
      }
      samples[index] = Float(Double(dries[index]) * input + Double(wets[index]) * sound)
    }
  }
}
