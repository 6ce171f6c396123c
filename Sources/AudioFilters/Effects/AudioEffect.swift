import Timeline
import WAV

/// A change to the sound that lasts for a span of the timeline.
///
/// One effect is one file in its family's folder of `Effects/`. The file contains its parameters,
/// its documentation and its kernel. ``EffectChain`` handles the span, `mix` and the compensation
/// of `latency`.
protocol AudioEffect: SendableMetatype {
  /// The effect's name, documentation and parameters.
  static var declaration: Declaration { get }

  /// What it is called elsewhere; nothing for some.
  static var names: EffectNames { get }

  /// Takes arguments that the timeline has already checked against ``declaration``.
  ///
  /// - Throws: what the arguments ask for and this stream cannot give, such as a frequency beyond
  ///   half the rate.
  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError)

  /// By how many samples what comes out is behind what goes in; constant.
  var latency: Int { get }

  /// Whether these arguments need what a first pass measures; no for most.
  static func needsMeasuring(_ arguments: Arguments) -> Bool

  /// Whether every sample stays as it is under these arguments; no for most.
  static func isIdle(_ arguments: Arguments) -> Bool

  /// Whether channels that are alike come out different; no for most.
  static func spreads(_ arguments: Arguments) -> Bool

  /// Whether what is in one channel is heard in others, too; no for most.
  static func crosses(_ arguments: Arguments) -> Bool

  /// How many samples it rings on when its input has become silent; 0 for most.
  var tail: Int { get }

  /// How loud all was that it got so far, where the timeline says that beforehand; nil for most.
  var heard: Double? { get }

  /// Changes the block in place. Blocks follow one another without gaps, from the first sample of
  /// the effect's span on; their lengths may differ, and must not matter to the result.
  ///
  /// - Parameter start: samples since the start of the effect's span, from which movements count.
  mutating func process(_ block: AudioBlock, at start: Int)
}

extension AudioEffect {
  static var names: EffectNames { EffectNames() }
  static func needsMeasuring(_ arguments: Arguments) -> Bool { false }
  static func isIdle(_ arguments: Arguments) -> Bool { false }
  static func spreads(_ arguments: Arguments) -> Bool { false }
  static func crosses(_ arguments: Arguments) -> Bool { false }
  var latency: Int { 0 }
  var tail: Int { 0 }
  var heard: Double? { nil }
}

/// What an effect must know of where it works.
struct AudioEffectSetting: Sendable {
  let format: AudioFormat
  /// The longest block that ``AudioEffect/process(_:at:)`` gets.
  let longestBlock: Int
  /// How long the span is, in samples; nil when it lasts to the end of a stream of unknown length.
  let length: Int?
  /// Loudness and peak of what the effect will get, where a first pass has measured them.
  var measured: MeasuredLoudness?
  /// Whether the two channels are one sound that is heard at half of its power in each.
  var isDoubled = false
  /// The bytes of the effect in the timeline.
  let place: Range<Int>

  init(
    format: AudioFormat, longestBlock: Int, length: Int?, measured: MeasuredLoudness? = nil,
    isDoubled: Bool = false, place: Range<Int>
  ) {
    self.format = format
    self.longestBlock = longestBlock
    self.length = length
    self.measured = measured
    self.isDoubled = isDoubled
    self.place = place
  }
}

/// What a whole programme measures.
package struct MeasuredLoudness: Hashable, Sendable {
  /// Integrated loudness after ITU-R BS.1770-4 in LUFS; minus infinity for silence.
  package let integrated: Double
  /// The true peak in dBTP.
  package let truePeak: Double

  /// The results of a first pass; this measures nothing.
  package init(integrated: Double, truePeak: Double) {
    self.integrated = integrated
    self.truePeak = truePeak
  }
}
