import Bytes
import Timeline
import WAV

/// What a compressor listens to.
enum LevelDetector: String, Choice {
  case peak, rms
}

/// Makes loud sound softer, by a ratio.
///
/// The design is the feed-forward one in decibels with a smooth decoupled detector of D.
/// Giannoulis, M. Massberg and J. D. Reiss, Digital Dynamic Range Compressor Design (Journal of the
/// Audio Engineering Society 60, 2012): equations 4 and 17.
struct Compressor: AudioEffect {
  static let threshold = Parameter<Gain>(
    "threshold", default: Gain(decibels: -20), in: Limits(0.00001...10),
    "The level above which the sound is made softer.")
  static let ratio = Parameter<Double>(
    "ratio", default: 4, in: 1...1000,
    "How many decibels of input above the threshold become one decibel of output; 1 changes "
      + "nothing.")
  static let knee = Setting<Double>(
    "knee", default: 6, in: 0...60, unit: "dB",
    "The width of the knee: over how many decibels around the threshold the ratio sets in.")
  static let attack = Setting<Time>(
    "attack", default: Time(1, 100) ?? .zero, in: 0...10, unit: "s",
    "How fast it gets softer: the time for 63 % of the way.")
  static let release = Setting<Time>(
    "release", default: Time(1, 5) ?? .zero, in: 0...10, unit: "s",
    "How fast it gets louder again.")
  static let makeup = Parameter<Gain>(
    "makeup", default: Gain(decibels: 0), in: Limits(0...1000),
    "How much louder everything becomes afterwards.")
  static let detector = Setting<LevelDetector>(
    "detector", default: .peak,
    "Which level counts: that of single samples, or `rms`, the root of the mean square of some 10 ms."
  )

  static let declaration = Declaration(
    name: "compressor",
    summary: "Makes loud sound softer, by a ratio.",
    discussion: """
      All channels get the same gain, set by the loudest, so that the stereo image does not move. \
      The design is that of Giannoulis, Massberg and Reiss, Digital Dynamic Range Compressor \
      Design (2012).
      """,
    example: #"""
      { "effect": "compressor", "threshold": "-24dB", "ratio": 3, "attack": 0.005, "release": 0.25,
        "makeup": "6dB" }
      """#,
    parameters: [threshold, ratio, knee, attack, release, makeup, detector])

  static let names = EffectNames(
    synonyms: ["compress", "compression", "compand", "mcompand", "acompressor"],
    elsewhere: [
      "ffmpeg acompressor", "sox compand", "Audacity Compressor",
      "Web Audio DynamicsCompressorNode",
    ])

  private var threshold: Envelope
  private var slope: Envelope
  private var makeup: Envelope
  private let knee: Float
  private let attack: Double
  private let release: Double
  /// The share of the mean square that stays for the next sample; 0 for peaks.
  private let mean: Double
  private var square = 0.0
  private var released = 0.0
  private var reduction = 0.0
  private let levels: AudioBlock
  private let values: AudioBlock

  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
    let rate = setting.format.rate
    threshold = Envelope(arguments[Self.threshold], rate: rate, in: 0.00001...10) { Maths.log2($0) }
    slope = Envelope(arguments[Self.ratio], rate: rate, in: 1...1000) { 1 - 1 / $0 }
    makeup = Envelope(arguments[Self.makeup], rate: rate, in: 0...1000)
    knee = Float(arguments[Self.knee]) * LevelKernels.perDecibel
    attack = LevelKernels.decay(arguments[Self.attack], rate: rate)
    release = LevelKernels.decay(arguments[Self.release], rate: rate)
    let window = Time(1, 100) ?? .zero
    mean =
      arguments[Self.detector] == .peak ? 0 : LevelKernels.decay(window, rate: rate)
    levels = AudioBlock(channels: 1, capacity: setting.longestBlock)
    values = AudioBlock(channels: 3, capacity: setting.longestBlock)
  }

  mutating func process(_ block: AudioBlock, at start: Int) {
    (levels.count, values.count) = (block.count, block.count)
    let levels = levels[0]
    let (thresholds, slopes, gains) = (values[0], values[1], values[2])
    threshold.fill(thresholds, at: start)
    slope.fill(slopes, at: start)
    makeup.fill(gains, at: start)
    LevelKernels.peaks(of: block, into: levels)
    if mean > 0 { takeMean(levels) }
    Self.reduce(levels, thresholds, slopes, knee: knee)
    smooth(levels)
    for index in 0..<levels.count { gains[index] *= LevelKernels.exp2(-levels[index]) }
    LevelKernels.multiply(block, by: gains)
  }

  private mutating func takeMean(_ levels: UnsafeMutableBufferPointer<Float>) {
    var square = square
    for index in 0..<levels.count {
      let now = Double(levels[index]) * Double(levels[index])
      square = Sanity.settled(now + (square - now) * mean)
      levels[index] = Float(square.squareRoot())
    }
    self.square = square
  }

  /// The computer of the gain: turns levels into how much softer they are to become, in powers
  /// of 2.
  private static func reduce(
    _ levels: UnsafeMutableBufferPointer<Float>, _ thresholds: UnsafeMutableBufferPointer<Float>,
    _ slopes: UnsafeMutableBufferPointer<Float>, knee: Float
  ) {
    let half = knee / 2
    let scale = knee > 0 ? 1 / (2 * knee) : 0
    for index in 0..<levels.count {
      let over = LevelKernels.log2(levels[index]) - thresholds[index]
      // Below the knee 0, in it a parabola, above it a line.
      let inside = min(max(over + half, 0), knee)
      let above = max(over - half, 0)
      levels[index] = (inside * inside * scale + above) * slopes[index]
    }
  }

  private mutating func smooth(_ levels: UnsafeMutableBufferPointer<Float>) {
    var (released, reduction) = (released, reduction)
    for index in 0..<levels.count {
      let wanted = Double(levels[index])
      released = Sanity.settled(max(wanted, wanted + (released - wanted) * release))
      reduction = Sanity.settled(released + (reduction - released) * attack)
      levels[index] = Float(reduction)
    }
    (self.released, self.reduction) = (released, reduction)
  }
}
