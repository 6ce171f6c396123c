import Bytes
import Timeline
import WAV

/// Puts the sound into a room.
///
/// A feedback delay network: 16 delay lines, mixed by a Householder reflection, each with a filter
/// that lets it decay in the time wanted at low and at high frequencies (J.-M. Jot and A. Chaigne,
/// Digital Delay Networks for Designing Artificial Reverberators, AES 90, 1991). Allpass filters
/// before it make the echoes dense (M. R. Schroeder, Natural Sounding Artificial Reverberation,
/// 1962).
struct Reverb: AudioEffect {
  static let decay = Setting<Time>(
    "decay", default: Time(3, 2) ?? .zero, in: 0.1...30, unit: "s",
    "The time in which the reverberation becomes 60 dB softer.")
  static let size = Setting<Double>(
    "size", default: 0.5, in: 0...1, "How large the room is: how far apart its echoes are.")
  static let damping = Setting<Double>(
    "damping", default: 0.5, in: 0...1,
    "How much faster high frequencies decay; with 0 all decay alike, with 1 the highest ten times "
      + "as fast."
  )
  static let predelay = Setting<Time>(
    "predelay", default: Time(1, 50) ?? .zero, in: 0...1, unit: "s",
    "How much later the reverberation sets in than the walls of a room of this size reflect.")
  static let width = Setting<Double>(
    "width", default: 1, in: 0...1,
    "How much the channels' reverberations differ; with 0 they are the same.")
  static let wet = Parameter<Gain>(
    "wet", default: Gain(decibels: -10), in: Limits(0...10),
    "How loud the reverberation is.")
  static let dry = Parameter<Gain>(
    "dry", default: .one, in: Limits(0...10), "How loud the sound itself stays beside it.")

  static let declaration = Declaration(
    name: "reverb",
    summary: "Puts the sound into a room.",
    discussion: """
      The reverberation rings on after the effect's span until it is 100 dB softer. With `wet` at \
      0 dB, a steady noise and its reverberation are about equally loud. One channel fills \
      both of a stereo mix, and in the centre of a larger one, all around it. A channel of low-frequency effects, as in 5.1, has no part in it.
      """,
    example: #"""
      { "effect": "reverb", "decay": 2.4, "size": 0.7, "damping": 0.4, "wet": "-12dB" }
      """#,
    parameters: [decay, size, damping, predelay, width, wet, dry])

  static let names = EffectNames(
    synonyms: ["reverberation", "freeverb", "hall", "room"],
    elsewhere: ["sox reverb", "Audacity Reverb", "Web Audio ConvolverNode"])

  let tail: Int
  private var wet: Envelope
  private var dry: Envelope
  /// What keeps the sound for the predelay, where there is one.
  private var early: [EchoLine]
  private var diffusers: [Diffuser]
  private var network: DelayNetwork
  /// The channels that go into each feed.
  private let members: [[Int]]
  /// The channels in which it is heard.
  private let walls: [Int]
  private let mixing: [Float]
  private let inputs: AudioBlock
  private let outputs: AudioBlock
  private let values: AudioBlock

  private static let chunk = 64

  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
    let (rate, channels) = (Double(setting.format.rate), setting.format.channels)
    let decay = arguments[Self.decay].seconds
    let predelay = Int((arguments[Self.predelay].seconds * rate).rounded())
    wet = Envelope(
      arguments[Self.wet], rate: setting.format.rate, in: 0...10)
    dry = Envelope(arguments[Self.dry], rate: setting.format.rate, in: 0...10)
    tail = predelay + Int(decay * rate * 100 / 60) + Int(rate / 5)
    // A subwoofer is for what is put into its channel alone.
    let low = SpeakerMap(setting.format.layout)[.low]
    walls = (0..<channels).filter { $0 != low }
    // Two channels are enough for the network to have something different for each.
    let feeds = min(channels, 2)
    members = (0..<feeds).map { [walls] feed in walls.filter { $0 % feeds == feed } }
    early = predelay > 0 ? Array(repeating: EchoLine(length: predelay), count: feeds) : []
    diffusers = (0..<feeds).map { Diffuser(rate: rate, feed: $0) }
    network = DelayNetwork(
      rate: rate, decay: decay, size: arguments[Self.size], damping: arguments[Self.damping],
      chunk: Self.chunk)
    mixing = Self.mixing(channels, width: arguments[Self.width])
    inputs = AudioBlock(channels: feeds, capacity: Self.chunk)
    outputs = AudioBlock(channels: DelayNetwork.lines, capacity: Self.chunk)
    values = AudioBlock(channels: 2, capacity: setting.longestBlock)
  }

  static func spreads(_ arguments: Arguments) -> Bool { arguments[width] > 0 }

  static func crosses(_ arguments: Arguments) -> Bool { true }

  /// How much each line gives to each channel: rows of a Walsh matrix, which have nothing in
  /// common, drawn towards their first where the channels are to be alike.
  private static func mixing(_ channels: Int, width: Double) -> [Float] {
    let lines = DelayNetwork.lines
    let scale = 1 / Double(lines).squareRoot()
    return (0..<channels).flatMap { channel in
      (0..<lines).map { line in
        let common = line & 1 == 0 ? 1.0 : -1.0
        let row = (channel * 2 + 1) % lines
        let own = (row & line).nonzeroBitCount & 1 == 0 ? 1.0 : -1.0
        let mixed = common * (1 - width) + own * width
        let power = (width * width + (1 - width) * (1 - width)).squareRoot()
        return Float(mixed * scale / (row == 1 ? 1 : power))
      }
    }
  }

  mutating func process(_ block: AudioBlock, at start: Int) {
    values.count = block.count
    wet.fill(values[0], at: start)
    let isUnchanged = dry.constant == 1
    if !isUnchanged { dry.fill(values[1], at: start) }
    var done = 0
    while done < block.count {
      let part = done..<min(done + Self.chunk, block.count)
      process(block, part, isUnchanged: isUnchanged)
      done = part.upperBound
    }
  }

  private mutating func process(_ block: AudioBlock, _ part: Range<Int>, isUnchanged: Bool) {
    (inputs.count, outputs.count) = (part.count, part.count)
    takeInput(block, part)
    if !isUnchanged { LevelKernels.multiply(block, part, by: values[1]) }
    for feed in 0..<inputs.channels { diffusers[feed].run(inputs[feed]) }
    network.run(inputs, into: outputs)
    let wet = values[0]
    mixing.withUnsafeBufferPointer { mixing in
      for channel in walls {
        let samples = block[channel]
        for line in 0..<DelayNetwork.lines {
          let (output, gain) = (outputs[line], mixing[channel &* DelayNetwork.lines &+ line])
          for index in 0..<output.count {
            let place = part.lowerBound &+ index
            samples[place] += output[index] * (gain * wet[place])
          }
        }
      }
    }
  }

  /// Shares the channels out over the feeds, a little later.
  private mutating func takeInput(_ block: AudioBlock, _ part: Range<Int>) {
    let feeds = inputs.channels
    let fresh = outputs[0]
    for feed in 0..<feeds {
      fresh.update(repeating: 0)
      let share = 1 / Float(max(members[feed].count, 1)).squareRoot()
      for channel in members[feed] {
        let samples = block[channel]
        for index in 0..<fresh.count { fresh[index] += samples[part.lowerBound &+ index] * share }
      }
      delay(fresh, into: inputs[feed], feed)
    }
  }

  /// Brings samples of a feed later by the predelay, which may be shorter than they last.
  private mutating func delay(
    _ fresh: UnsafeMutableBufferPointer<Float>, into input: UnsafeMutableBufferPointer<Float>,
    _ feed: Int
  ) {
    guard early.indices.contains(feed) else {
      for index in 0..<fresh.count { input[index] = fresh[index] }
      return
    }
    var done = 0
    while done < fresh.count {
      let part = done..<min(done + early[feed].length, fresh.count)
      early[feed].read(UnsafeMutableBufferPointer(rebasing: input[part]))
      early[feed].write(UnsafeMutableBufferPointer(rebasing: fresh[part]))
      done = part.upperBound
    }
  }
}
