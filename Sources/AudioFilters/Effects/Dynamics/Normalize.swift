import Timeline
import WAV

/// Brings the sound to a target loudness.
struct Normalize: AudioEffect {
  static let target = Setting<Double>(
    "target", default: -14, in: -70...0, unit: "LUFS",
    "The integrated loudness wanted, after ITU-R BS.1770-4.")
  static let ceiling = Setting<Gain>(
    "ceiling", default: Gain(decibels: -1), in: Limits(0.001...10),
    "The true peak that must not be exceeded; if need be, the sound stays softer than the target.")
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
      sound is measured in a first pass if it can be read twice, as a file and the film of `-i` can; \
      otherwise it must be given in `measured`. Silence stays as it is, and so does what is shorter \
      than 0.4 s, which has no loudness by that norm. For more loudness than the ceiling allows, \
      raise it to `"20dB"` and put a `limiter` behind, which takes the peaks.
      """,
    example: #"""
      { "effect": "normalize", "target": -16, "measured": { "integrated": -21.3, "truePeak": -4.2 } }
      """#,
    parameters: [target, ceiling, measured])

  static let names = EffectNames(
    synonyms: ["normalise", "loudnorm", "norm"],
    elsewhere: ["ffmpeg loudnorm", "sox norm", "Audacity Loudness Normalization"])

  private let gain: Float
  /// Looks at what it gets, where the timeline says how loud that is.
  private var meter: LoudnessMeter?

  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
    let stated = arguments[Self.measured].map {
      MeasuredLoudness(integrated: $0[Self.integrated], truePeak: $0[Self.truePeak])
    }
    guard let measured = setting.measured ?? stated else {
      throw AudioError(.unmeasured(.stream), at: setting.place)
    }
    if setting.measured == nil {
      meter = LoudnessMeter(
        format: setting.format, measuresTruePeak: false, isDoubled: setting.isDoubled)
    }
    guard measured.integrated.isFinite else {
      gain = 1
      return
    }
    let (wanted, allowed) = Self.gains(arguments, measured)
    gain = Float(Decibels.factor(min(wanted, allowed, 120)))
  }

  /// The gain to the target and the most that the ceiling allows, in decibels.
  private static func gains(
    _ arguments: Arguments, _ measured: MeasuredLoudness
  ) -> (wanted: Double, allowed: Double) {
    let ceiling = Decibels.level(arguments[Self.ceiling].factor)
    return (arguments[target] - measured.integrated, ceiling - measured.truePeak)
  }

  /// By how many LU a sound stays below the target because of the ceiling; 0 where it does not.
  fileprivate static func shortfall(_ arguments: Arguments, _ measured: MeasuredLoudness) -> Double
  {
    guard measured.integrated.isFinite else { return 0 }
    let (wanted, allowed) = gains(arguments, measured)
    return max(0, wanted - allowed)
  }

  static func needsMeasuring(_ arguments: Arguments) -> Bool { arguments[measured] == nil }

  var heard: Double? {
    guard var meter else { return nil }
    meter.finish()
    return meter.integrated
  }

  mutating func process(_ block: AudioBlock, at start: Int) {
    meter?.add(block)
    for channel in 0..<block.channels {
      let samples = block[channel]
      for index in 0..<samples.count { samples[index] *= gain }
    }
  }
}

extension SoundEffectUse {
  /// A warning where a sound was of another loudness, in LUFS, than the effect was told; nil for
  /// none.
  package func misfit(_ heard: Double) -> String? {
    guard effect == Normalize.declaration.name, heard.isFinite,
      let stated = arguments[Normalize.measured]?[Normalize.integrated]
    else { return nil }
    // Half an LU more or less is hardly heard.
    let tenths = ((heard - stated) * 10).rounded()
    guard abs(tenths) >= 5 else { return nil }
    return
      "the sound has \((heard * 10).rounded() / 10) LUFS and not the \(JSONText.spelling(stated)) of "
      + "'measured', so it misses the target; run 'afx measure' on what the effect gets"
  }

  /// A warning where what a first pass measured shows that the effect misses its aim; nil for none.
  package func doubt(_ measured: MeasuredLoudness) -> String? {
    guard effect == Normalize.declaration.name else { return nil }
    guard measured.integrated.isFinite else {
      // Silence is no doubt.
      guard measured.truePeak.isFinite else { return nil }
      return
        "the sound is shorter than 0.4 s or softer than -70 LUFS, so it has no loudness to measure "
        + "and stays as it is; make it louder with 'gain'"
    }
    // What nobody hears is not reported.
    let tenths = (Normalize.shortfall(arguments, measured) * 10).rounded()
    guard tenths >= 1 else { return nil }
    return
      "the sound stays \(tenths / 10) LU below the target, because the ceiling holds its peaks; "
      + "write \"ceiling\": \"20dB\", and a 'limiter' behind it"
  }
}
