import Bytes
import Timeline
import WAV

/// Raises or lowers the pitch and keeps the tempo.
struct PitchEffect: AudioEffect {
  static let semitones = Parameter<Double>(
    "semitones", default: 0, in: -24...24,
    "How much higher, in semitones of equal temperament; 12 are an octave.")
  static let cents = Parameter<Double>(
    "cents", default: 0, in: -100...100, "How much higher in addition, in hundredths of a semitone."
  )

  static let declaration = Declaration(
    name: "pitch",
    summary: "Raises or lowers the pitch and keeps the tempo.",
    discussion: """
      The sound is stretched in time where it repeats itself, and the result is played faster by \
      as much. Onsets stay where they are. Formants move with the pitch. Frequencies that would \
      rise beyond half the sample rate are filtered out.
      """,
    example: #"""
      { "effect": "pitch", "start": 2, "duration": 4, "semitones": -5 }
      """#,
    parameters: [semitones, cents])

  static let names = EffectNames(
    synonyms: ["pitchshift", "pitchshifter", "rubberband"],
    elsewhere: ["ffmpeg rubberband", "sox pitch", "Audacity Change Pitch"])

  let latency: Int
  private var semitones: Envelope
  private var cents: Envelope
  /// Nil when nothing is to be shifted.
  private let shifter: PitchShifter?

  /// How many samples share one value of a ratio that moves.
  private static let step = 16

  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
    let rate = setting.format.rate
    semitones = Envelope(arguments[Self.semitones], rate: rate, in: -24...24)
    cents = Envelope(arguments[Self.cents], rate: rate, in: -100...100)
    if let semitones = semitones.constant, let cents = cents.constant {
      let ratio = Self.ratio(semitones, cents)
      shifter = ratio == 1 ? nil : PitchShifter(format: setting.format, ratios: ratio...ratio)
    } else {
      let ratios = Self.ratio(-24, -100)...Self.ratio(24, 100)
      shifter = PitchShifter(format: setting.format, ratios: ratios)
    }
    latency = shifter?.latency ?? 0
  }

  private static func ratio(_ semitones: Double, _ cents: Double) -> Double {
    Maths.exp2((semitones + cents / 100) / 12)
  }

  mutating func process(_ block: AudioBlock, at start: Int) {
    guard let shifter else { return }
    if let semitones = semitones.constant, let cents = cents.constant {
      let ratio = Self.ratio(semitones, cents)
      return shifter.process(block, at: start) { _ in ratio }
    }
    var last: (cell: Int, ratio: Double)?
    shifter.process(block, at: start) { sample in
      let cell = sample & ~(Self.step - 1)
      if let last, last.cell == cell { return last.ratio }
      let ratio = Self.ratio(semitones.value(at: cell), cents.value(at: cell))
      last = (cell, ratio)
      return ratio
    }
  }
}
