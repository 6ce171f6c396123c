import Timeline
import WAV

/// Makes a voice sound like a robot's.
///
/// The sound is multiplied by a sine (ring modulation), which takes the voice its pitch, and rings
/// in a comb of short echoes, which gives it one of metal.
struct Robot: AudioEffect {
  static let frequency = Parameter<Double>(
    "frequency", default: 50, in: 0...5000, unit: "Hz", "The sine that the sound is multiplied by.")
  static let depth = Parameter<Double>(
    "depth", default: 1, in: 0...1, "How much of the sound is multiplied.")
  static let tone = Setting<Double>(
    "tone", default: 110, in: 20...2000, unit: "Hz", "The pitch of the comb.")
  static let resonance = Parameter<Double>(
    "resonance", default: 0.6, in: 0...0.95, "How long the comb rings; 0 is not at all.")

  static let declaration = Declaration(
    name: "robot",
    summary: "Makes a voice sound like a robot's.",
    discussion: """
      The sound is multiplied by a sine of `frequency` (ring modulation) and then rings in a comb \
      filter tuned to `tone`.
      """,
    example: #"""
      { "effect": "robot", "frequency": 70, "resonance": 0.5, "start": 1, "duration": 3 }
      """#,
    parameters: [frequency, depth, tone, resonance])

  static let names = EffectNames(
    synonyms: ["ringmod", "ringmodulator", "vocoder"])

  let tail: Int
  private var frequency: Envelope
  private var depth: Envelope
  private var resonance: Envelope
  private let rate: Float
  /// The phase of the sine in turns.
  private var phase = 0.0
  private var lines: [EchoLine]
  private let values: AudioBlock
  private let echo: AudioBlock

  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
    let rate = setting.format.rate
    frequency = Envelope(arguments[Self.frequency], rate: rate, in: 0...5000)
    depth = Envelope(arguments[Self.depth], rate: rate, in: 0...1)
    resonance = Envelope(arguments[Self.resonance], rate: rate, in: 0...0.95)
    self.rate = Float(rate)
    let length = max(Int((Double(rate) / arguments[Self.tone]).rounded()), 1)
    lines = Array(repeating: EchoLine(length: length), count: setting.format.channels)
    // At the strongest resonance 100 dB are lost in 225 rounds.
    tail = arguments[Self.resonance].constantValue == 0 ? 0 : 225 * length
    values = AudioBlock(channels: 2, capacity: setting.longestBlock)
    echo = AudioBlock(channels: 1, capacity: length)
  }

  mutating func process(_ block: AudioBlock, at start: Int) {
    values.count = block.count
    let (sines, depths) = (values[0], values[1])
    frequency.fill(sines, at: start)
    for index in 0..<sines.count {
      let turns = Double(sines[index] / rate)
      sines[index] = Float(phase)
      phase += turns
      if phase >= 1 { phase -= phase.rounded(.down) }
    }
    depth.fill(depths, at: start)
    for index in 0..<sines.count {
      sines[index] = 1 + depths[index] * (Self.sine(sines[index]) - 1)
    }
    LevelKernels.multiply(block, by: sines)
    resonance.fill(depths, at: start)
    for channel in 0..<block.channels { ring(block[channel], channel, depths) }
  }

  /// The sine of a number of turns between 0 and 1, within 10^-6.
  @inline(__always) private static func sine(_ turns: Float) -> Float {
    // Folded to a quarter to both sides of 0.
    let centered = turns > 0.5 ? turns - 1 : turns
    let folded =
      centered > 0.25 ? 0.5 - centered : centered < -0.25 ? -0.5 - centered : centered
    let x = folded * 6.2831853
    let square = x * x
    var sum = square * 2.7557319e-6 - 1.9841270e-4
    sum = sum * square + 8.3333333e-3
    sum = sum * square - 0.16666667
    return x * (1 + square * sum)
  }

  private mutating func ring(
    _ samples: UnsafeMutableBufferPointer<Float>, _ channel: Int,
    _ resonances: UnsafeMutableBufferPointer<Float>
  ) {
    var done = 0
    while done < samples.count {
      let count = min(samples.count - done, echo.capacity)
      echo.count = count
      let echo = echo[0]
      lines[channel].read(echo)
      for index in 0..<count {
        let share = resonances[done &+ index]
        let output = samples[done &+ index] * (1 - share) + echo[index] * share
        samples[done &+ index] = output
        echo[index] = output
      }
      lines[channel].write(echo)
      done += count
    }
  }
}
