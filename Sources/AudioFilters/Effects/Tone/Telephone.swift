import Timeline
import WAV

/// Makes the sound seem to come from a telephone.
struct Telephone: AudioEffect {
  static let low = Setting<Double>(
    "low", default: 300, in: 20...20_000, unit: "Hz", "Where the band begins.")
  static let high = Setting<Double>(
    "high", default: 3400, in: 20...384_000, unit: "Hz",
    "Where the band ends; always below half the sample rate.")
  static let drive = Parameter<Gain>(
    "drive", default: Gain(decibels: 12), in: Limits(0.1...100),
    "How hard the sound is driven into saturation; soft sound keeps its level.")
  static let mono = Setting<Bool>(
    "mono", default: true,
    "Whether all channels get the mean of all channels; one of low-frequency effects has no part in "
      + "it.")

  static let declaration = Declaration(
    name: "telephone",
    summary: "Makes the sound seem to come from a telephone.",
    discussion: """
      The band of a telephone (ITU-T G.120: 300 to 3400 Hz) and the saturation of a carbon \
      microphone. The lower edge falls by 24 dB an octave; the upper one by 48 dB, because it is \
      applied before the saturation and again after it.
      """,
    example: #"""
      { "effect": "telephone", "start": 3, "end": 8, "drive": "18dB" }
      """#,
    parameters: [low, high, drive, mono])

  static let names = EffectNames(
    synonyms: ["phone", "radio"])

  /// Before and after the saturation.
  private let filters: [Biquad]
  private let last: [Biquad]
  private var drive: Envelope
  /// The channels that get the mean of them all; those besides keep to themselves.
  private let together: [Int]
  private let alone: [Int]
  private var states: [BiquadState]
  private let values: AudioBlock

  private static let cell = 64

  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
    let rate = Double(setting.format.rate)
    let high = min(arguments[Self.high] / rate, 0.45)
    let low = min(arguments[Self.low] / rate, high)
    // The two qualities of a Butterworth filter of the fourth order.
    let qualities = [0.5411961001461969, 1.3065629648763766]
    last = qualities.map { Biquad(.lowpass, frequency: high, q: $0) }
    filters = qualities.map { Biquad(.highpass, frequency: low, q: $0) } + last
    drive = Envelope(
      arguments[Self.drive], rate: setting.format.rate, in: 0.1...100)
    let all = 0..<setting.format.channels
    // A subwoofer is for what is put into its channel alone.
    let subwoofer = all.count > 1 ? SpeakerMap(setting.format.layout)[.low] : nil
    together = arguments[Self.mono] ? all.filter { $0 != subwoofer } : []
    alone = arguments[Self.mono] ? all.filter { $0 == subwoofer } : Array(all)
    states = Array(
      repeating: BiquadState(), count: setting.format.channels * (filters.count + last.count))
    values = AudioBlock(channels: 1, capacity: setting.longestBlock)
  }

  mutating func process(_ block: AudioBlock, at start: Int) {
    values.count = block.count
    drive.fill(values[0], at: start)
    for channel in alone { process(block[channel], channel, at: start) }
    guard let first = together.first else { return }
    mix(block)
    process(block[first], first, at: start)
    for channel in together.dropFirst() { _ = block[channel].update(from: block[first]) }
  }

  /// Puts the mean of the channels into the first of them.
  private func mix(_ block: AudioBlock) {
    guard let number = together.first else { return }
    let first = block[number]
    for channel in together.dropFirst() {
      let samples = block[channel]
      for index in 0..<first.count { first[index] += samples[index] }
    }
    let share = 1 / Float(together.count)
    for index in 0..<first.count { first[index] *= share }
  }

  private mutating func process(
    _ samples: UnsafeMutableBufferPointer<Float>, _ channel: Int, at start: Int
  ) {
    let drives = values[0]
    let own = channel * (filters.count + last.count)
    Cells.forEach(Self.cell, from: start, count: samples.count) { part, cell in
      let piece = UnsafeMutableBufferPointer(rebasing: samples[part])
      for (index, filter) in filters.enumerated() { states[own + index].run(piece, filter) }
      for index in 0..<piece.count {
        let gain = drives[part.lowerBound &+ index]
        piece[index] = Self.saturated(piece[index] * gain) / gain
      }
      for (index, filter) in last.enumerated() {
        states[own + filters.count + index].run(piece, filter)
      }
      guard start &+ part.upperBound == cell &+ Self.cell else { return }
      for index in own..<own + filters.count + last.count { states[index].settle() }
    }
  }

  /// A curve close to the hyperbolic tangent, within -1 and 1.
  @inline(__always) private static func saturated(_ value: Float) -> Float {
    let x = min(max(value, -3), 3)
    return x * (27 + x * x) / (27 + 9 * x * x)
  }
}
