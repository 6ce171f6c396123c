import Bytes
import Timeline
import WAV

/// Adds echoes.
struct Delay: AudioEffect {
  static let time = Setting<Time>(
    "time", default: Time(1, 4) ?? .zero, in: 0.001...10, unit: "s",
    "How long after the sound its echo comes.")
  static let feedback = Parameter<Double>(
    "feedback", default: 0.35, in: 0...0.95, "How much of each echo is fed back into the next.")
  static let wet = Parameter<Gain>(
    "wet", default: Gain(0.5), in: Limits(0...10),
    "How loud the echoes are.")
  static let dry = Parameter<Gain>(
    "dry", default: .one, in: Limits(0...10), "How loud the sound itself stays beside them.")
  static let lowpass = Setting<Double>(
    "lowpass", default: 0, in: 0...384_000, unit: "Hz", defaultText: "none",
    "The frequency above which each echo is damped.")
  static let highpass = Setting<Double>(
    "highpass", default: 0, in: 0...384_000, unit: "Hz", defaultText: "none",
    "The frequency below which each echo is damped.")
  static let pingPong = Setting<Bool>(
    "pingPong", default: false,
    "Whether the echoes go from channel to channel, the first of them from the first one; a channel "
      + "of low-frequency effects has none.")

  static let declaration = Declaration(
    name: "delay",
    summary: "Adds echoes.",
    discussion: """
      The echoes ring on after the effect's span until they are 100 dB softer. `lowpass` and \
      `highpass` work on each echo anew, so that later ones are duller.
      """,
    example: #"""
      { "effect": "delay", "time": 0.375, "feedback": 0.4, "wet": "-9dB", "lowpass": 4000,
        "pingPong": true }
      """#,
    parameters: [time, feedback, wet, dry, lowpass, highpass, pingPong])

  static let names = EffectNames(
    synonyms: ["echo", "echos", "aecho"],
    elsewhere: ["ffmpeg aecho", "sox echo, echos", "Audacity Echo", "Web Audio DelayNode"])

  /// The most samples held for all channels.
  private static let most = 64 << 20

  let tail: Int
  private var feedback: Envelope
  private var wet: Envelope
  private var dry: Envelope
  /// The channels among which echoes go round; nil where each keeps its own.
  private let ring: [Int]?
  private let filters: [Biquad]
  private var states: [BiquadState]
  private var lines: [EchoLine]
  private let echoes: AudioBlock
  private let input: AudioBlock
  private let values: AudioBlock

  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
    let (rate, channels) = (setting.format.rate, setting.format.channels)
    let length = max(Int((arguments[Self.time].seconds * Double(rate)).rounded()), 1)
    guard length <= Self.most / channels else {
      let latest = Self.most / channels / rate
      throw AudioError(
        .tooLong(.echoes(channels: channels, rate: rate, seconds: latest)), at: setting.place)
    }
    feedback = Envelope(arguments[Self.feedback], rate: rate, in: 0...0.95)
    wet = Envelope(arguments[Self.wet], rate: rate, in: 0...10)
    dry = Envelope(arguments[Self.dry], rate: rate, in: 0...10)
    // A subwoofer is for what is put into its channel alone.
    let low = SpeakerMap(setting.format.layout)[.low]
    ring = arguments[Self.pingPong] ? (0..<channels).filter { $0 != low } : nil
    filters = try Self.filters(arguments, setting)
    states = Array(repeating: BiquadState(), count: filters.count * channels)
    lines = Array(repeating: EchoLine(length: length), count: channels)
    // How often 100 dB are lost at the strongest feedback.
    let strongest = min(max(arguments[Self.feedback].keys.map(\.value).max() ?? 0, 0.001), 0.95)
    let passes = Int((Maths.log(1e-5) / Maths.log(strongest)).rounded(.up)) + 1
    tail = length * min(passes, 1000)
    let chunk = min(length, 1024)
    echoes = AudioBlock(channels: channels, capacity: chunk)
    input = AudioBlock(channels: 1, capacity: chunk)
    values = AudioBlock(channels: 3, capacity: setting.longestBlock)
  }

  static func spreads(_ arguments: Arguments) -> Bool { arguments[pingPong] }

  static func crosses(_ arguments: Arguments) -> Bool { arguments[pingPong] }

  private static func filters(
    _ arguments: Arguments, _ setting: AudioEffectSetting
  ) throws(AudioError) -> [Biquad] {
    var filters: [Biquad] = []
    for (key, shape) in [(lowpass, BiquadShape.lowpass), (highpass, .highpass)] {
      let frequency = arguments[key]
      guard frequency > 0 else { continue }
      try Frequencies.check(Animated(frequency), key.name, setting)
      filters.append(
        Biquad(shape, frequency: frequency / Double(setting.format.rate), q: 0.5.squareRoot()))
    }
    return filters
  }

  mutating func process(_ block: AudioBlock, at start: Int) {
    values.count = block.count
    feedback.fill(values[0], at: start)
    wet.fill(values[1], at: start)
    let isUnchanged = dry.constant == 1
    if !isUnchanged { dry.fill(values[2], at: start) }
    Cells.forEach(echoes.capacity, from: start, count: block.count) { part, cell in
      process(block, part, isUnchanged: isUnchanged)
      // At the end of a cell, wherever blocks end.
      if start &+ part.upperBound == cell &+ echoes.capacity {
        for index in states.indices { states[index].settle() }
      }
    }
  }

  private mutating func process(_ block: AudioBlock, _ part: Range<Int>, isUnchanged: Bool) {
    (echoes.count, input.count) = (part.count, part.count)
    let (feedback, wet) = (values[0], values[1])
    for channel in 0..<block.channels {
      lines[channel].read(echoes[channel])
      for (index, filter) in filters.enumerated() {
        states[channel * filters.count + index].run(echoes[channel], filter)
      }
    }
    for channel in 0..<block.channels {
      let line = input[0]
      takeInput(block, part, channel, line)
      if let source = source(of: channel) {
        let from = echoes[source]
        for index in 0..<line.count {
          line[index] += from[index] * feedback[part.lowerBound &+ index]
        }
      }
      lines[channel].write(line)
    }
    if !isUnchanged { LevelKernels.multiply(block, part, by: values[2]) }
    for channel in 0..<block.channels {
      let (samples, echo) = (block[channel], echoes[channel])
      for index in 0..<echo.count {
        let place = part.lowerBound &+ index
        samples[place] += echo[index] * wet[place]
      }
    }
  }

  /// The channel whose echoes are fed back into the line of a channel; nil for none.
  private func source(of channel: Int) -> Int? {
    guard let ring else { return channel }
    return ring.firstIndex(of: channel).map { ring[($0 + ring.count - 1) % ring.count] }
  }

  /// What goes into the line of a channel: its own sound, or between channels that of all.
  private func takeInput(
    _ block: AudioBlock, _ part: Range<Int>, _ channel: Int,
    _ line: UnsafeMutableBufferPointer<Float>
  ) {
    guard let ring else {
      let samples = block[channel]
      for index in 0..<line.count { line[index] = samples[part.lowerBound &+ index] }
      return
    }
    line.update(repeating: 0)
    guard channel == ring.first else { return }
    let share = 1 / Float(ring.count)
    for other in ring {
      let samples = block[other]
      for index in 0..<line.count { line[index] += samples[part.lowerBound &+ index] * share }
    }
  }
}
