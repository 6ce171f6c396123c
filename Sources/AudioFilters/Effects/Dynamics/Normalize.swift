import Timeline
import WAV

/// Brings the sound to a target loudness.
struct Normalize: AudioEffect {
  static let target = Setting<Double>(
    "target", default: -14, in: -70...0, unit: "LUFS",
    "The integrated loudness wanted, after ITU-R BS.1770-4.")
  static let ceiling = Setting<Gain>(
    "ceiling", default: Gain(decibels: -1), in: Limits(0.001...10),
    "The true peak that must not be exceeded: the sound stays softer than the target for it.")
  static let integrated = Setting<Double>(
    "integrated", default: -23, in: -120...40, unit: "LUFS", required: true,
    "The integrated loudness that was measured.")
  static let truePeak = Setting<Double>(
    "truePeak", default: 0, in: -200...120, unit: "dBTP", required: true,
    "The true peak that was measured.")
  static let measured = ParameterGroup(
    "measured", [integrated, truePeak], defaultText: "what a first pass measures",
    "What `afx measure` reports for the sound, if it cannot be read twice.")

  static let declaration = Declaration(
    name: "normalize",
    summary: "Brings the sound to a target loudness.",
    discussion: """
      One gain for all of the span, so that nothing but the loudness changes. The loudness of the \
      sound is measured in a first pass if it can be read twice, as a file can; otherwise it must \
      be given in `measured`. Silence stays as it is. For more loudness than the ceiling allows, \
      put a `limiter` after a `gain`.
      """,
    example: #"""
      { "effect": "normalize", "target": -16, "measured": { "integrated": -21.3, "truePeak": -4.2 } }
      """#,
    parameters: [target, ceiling, measured])

  private let gain: Float

  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
    let stated = arguments[Self.measured].map {
      MeasuredLoudness(integrated: $0[Self.integrated], truePeak: $0[Self.truePeak])
    }
    guard let measured = setting.measured ?? stated else {
      throw AudioError(.unmeasured(.stream), at: setting.place)
    }
    guard measured.integrated.isFinite else {
      gain = 1
      return
    }
    let wanted = arguments[Self.target] - measured.integrated
    let allowed = Decibels.level(arguments[Self.ceiling].factor) - measured.truePeak
    gain = Float(Decibels.factor(min(wanted, allowed, 120)))
  }

  static func needsMeasuring(_ arguments: Arguments) -> Bool { arguments[measured] == nil }

  mutating func process(_ block: AudioBlock, at start: Int) {
    for channel in 0..<block.channels {
      let samples = block[channel]
      for index in 0..<samples.count { samples[index] *= gain }
    }
  }
}
