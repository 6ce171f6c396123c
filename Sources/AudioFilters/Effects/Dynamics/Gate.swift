import Bytes
import Timeline
import WAV

/// Lowers sound that is softer than a threshold.
struct Gate: AudioEffect {
  static let threshold = Parameter<Gain>(
    "threshold", default: Gain(decibels: -40), in: Limits(0.00001...10),
    "The level at which the gate opens.")
  static let hysteresis = Setting<Double>(
    "hysteresis", default: 6, in: 0...60, unit: "dB",
    "How far below the threshold the level must fall before the gate closes.")
  static let range = Setting<Gain>(
    "range", default: Gain(decibels: -60), in: Limits(0...1),
    "What is left of the sound while the gate is closed.")
  static let attack = Setting<Time>(
    "attack", default: Time(1, 1000) ?? .zero, in: 0...10, unit: "s",
    "How fast it opens: the time for 63 % of the way.")
  static let hold = Setting<Time>(
    "hold", default: Time(1, 20) ?? .zero, in: 0...10, unit: "s",
    "How long it stays open after the level has fallen.")
  static let release = Setting<Time>(
    "release", default: Time(1, 10) ?? .zero, in: 0...10, unit: "s", "How fast it closes.")

  static let declaration = Declaration(
    name: "gate",
    summary: "Lowers sound that is softer than a threshold.",
    discussion: """
      The level is the peak of the loudest channel, which falls off within some 10 ms; all channels \
      get the same gain.
      """,
    example: #"""
      { "effect": "gate", "threshold": "-45dB", "range": "-30dB", "hold": 0.1 }
      """#,
    parameters: [threshold, hysteresis, range, attack, hold, release])

  static let names = EffectNames(
    synonyms: ["noisegate", "agate"],
    elsewhere: ["ffmpeg agate", "Audacity Noise Gate"])

  private var threshold: Envelope
  private let hysteresis: Float
  private let range: Float
  private let attack: Double
  private let release: Double
  private let fall: Float
  private let hold: Int
  private var peak: Float = 0
  private var isOpen = false
  /// The samples for which an open gate stays open.
  private var held = 0
  /// How far open it is: 0 to 1.
  private var opening = 0.0
  private let values: AudioBlock

  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
    let rate = setting.format.rate
    threshold = Envelope(
      arguments[Self.threshold], rate: rate, in: 0.00001...10)
    hysteresis = Float(Decibels.factor(-arguments[Self.hysteresis]))
    range = Float(arguments[Self.range].factor)
    attack = LevelKernels.decay(arguments[Self.attack], rate: rate)
    release = LevelKernels.decay(arguments[Self.release], rate: rate)
    fall = Float(LevelKernels.decay(Time(1, 100) ?? .zero, rate: rate))
    hold = Int(arguments[Self.hold].seconds * Double(rate))
    values = AudioBlock(channels: 2, capacity: setting.longestBlock)
  }

  mutating func process(_ block: AudioBlock, at start: Int) {
    values.count = block.count
    let (levels, thresholds) = (values[0], values[1])
    threshold.fill(thresholds, at: start)
    LevelKernels.peaks(of: block, into: levels)
    open(levels, thresholds)
    LevelKernels.multiply(block, by: levels)
  }

  /// Turns levels into gains.
  private mutating func open(
    _ levels: UnsafeMutableBufferPointer<Float>, _ thresholds: UnsafeMutableBufferPointer<Float>
  ) {
    var (peak, opening, isOpen, held) = (peak, opening, isOpen, held)
    for index in 0..<levels.count {
      peak = Sanity.settled(max(levels[index], peak * fall))
      let isLoud = peak >= thresholds[index] * (isOpen ? hysteresis : 1)
      held = isLoud ? hold : max(held &- 1, -1)
      isOpen = isLoud || (isOpen && held >= 0)
      let aim: Double = isOpen ? 1 : 0
      opening = aim + (opening - aim) * (isOpen ? attack : release)
      // So near that nothing is heard of the rest, and a wide open gate changes nothing.
      opening = opening > 0.99999 ? 1 : Sanity.settled(opening)
      levels[index] = range + (1 - range) * Float(opening)
    }
    (self.peak, self.opening, self.isOpen, self.held) = (peak, opening, isOpen, held)
  }
}
