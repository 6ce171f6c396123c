import Timeline
import WAV

/// Keeps peaks below a ceiling, including those between samples.
///
/// A gain that falls makes new peaks between the samples, if small ones. A second stage, whose gain
/// hardly moves, takes them.
struct Limiter: AudioEffect {
  static let ceiling = Setting<Gain>(
    "ceiling", default: Gain(decibels: -1), in: Limits(0.001...10),
    "The highest true peak that comes out.")
  static let lookahead = Setting<Time>(
    "lookahead", default: Time(1, 200) ?? .zero, in: 0.0005...0.1, unit: "s",
    "How long before a peak the sound becomes softer.")
  static let release = Setting<Time>(
    "release", default: Time(1, 10) ?? .zero, in: 0...10, unit: "s",
    "How fast it gets louder again: the time for 63 % of the way.")

  static let declaration = Declaration(
    name: "limiter",
    summary: "Keeps peaks below a ceiling, including those between samples.",
    discussion: """
      Peaks are true peaks as ITU-R BS.1770-4 has them, found by oversampling 4 times. All \
      channels get the same gain. Sound that stays below the ceiling is not changed.
      """,
    example: #"""
      { "effect": "limiter", "ceiling": "-1.5dB", "release": 0.2 }
      """#,
    parameters: [ceiling, lookahead, release])

  static let names = EffectNames(
    synonyms: ["limit", "alimiter", "maximizer"],
    elsewhere: ["ffmpeg alimiter", "Audacity Limiter"])

  let latency: Int
  private var first: LookAhead
  private var second: LookAhead

  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
    let rate = Double(setting.format.rate)
    let ceiling = arguments[Self.ceiling].factor
    let release = arguments[Self.release].seconds * rate
    let window = Int(arguments[Self.lookahead].seconds * rate)
    first = LookAhead(ceiling: ceiling, window: window, release: release, setting)
    // Sound at the ceiling is left alone in spite of roundings.
    second = LookAhead(
      ceiling: ceiling * 1.0005, window: Int(rate / 500), release: rate / 20, setting)
    latency = first.latency + second.latency
  }

  mutating func process(_ block: AudioBlock, at start: Int) {
    first.process(block)
    second.process(block)
  }
}
