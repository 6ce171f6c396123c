import Timeline
import Y4M

/// How fast a tape runs: the slower, the less it holds.
enum TapeSpeed: String, Choice {
  case sp
  case lp
  case ep

  /// Up to where luma and chroma are kept, in MHz.
  var bands: (luma: Double, chroma: Double) {
    switch self {
    case .sp: (3, 0.4)
    case .lp: (2.4, 0.37)
    case .ep: (1.9, 0.34)
    }
  }

  /// How much later chroma comes than luma, in microseconds.
  var delay: Double {
    switch self {
    case .sp: 0.25
    case .lp: 0.35
    case .ep: 0.45
    }
  }
}

/// Shows the picture as a video tape does.
///
/// The picture is read as 480 lines of 52.6 microseconds. Luma and chroma of each go through three
/// equal RC filters, that together lose 3 dB where the tape ends: at 3, 2.4 or 1.9 MHz, and at 0.4,
/// 0.37 or 0.34 MHz, chroma later than luma. The order of faults is that of a recorder: what the
/// tape does to places, what it leaves of frequencies, then noise.
struct VHS: Effect {
  static let tape = Setting<TapeSpeed>(
    "tape", default: .sp, "The speed of the tape: `sp` is best, `lp` and `ep` hold less.")
  static let noise = Parameter<Double>(
    "noise", default: 0.3, in: 0...1, "How much noise there is, and how many white dropouts.")
  static let tracking = Parameter<Double>(
    "tracking", default: 0.2, in: 0...1, "How badly the heads miss the track, in a band that rises."
  )
  static let smear = Parameter<Double>(
    "smear", default: 0.5, in: 0...1, "How far brightness drags to the right.")
  static let headSwitch = Parameter<Double>(
    "headSwitch", default: 8, in: 0...120,
    "How many of the 480 lines lie below the point at which heads change.")
  static let edgeWave = Parameter<Double>(
    "edgeWave", default: 0.5, in: 0...4, "How far lines sway.")
  static let chromaLoss = Parameter<Double>(
    "chromaLoss", default: 0.001, in: 0...1, "Which part of the lines has no colour.")
  static let ringing = Parameter<Double>(
    "ringing", default: 0.3, in: 0...2, "How much edges overshoot.")
  static let rate = Parameter<Double>(
    "rate", default: 30, in: 0...240,
    "How often a second noise and faults change; an animated rate is integrated over time.")
  static let seed = Setting<Int>("seed", default: 1, "Another number gives other faults.")

  static let declaration = Declaration(
    name: "vhs",
    summary: "Shows the picture as a video tape does.",
    discussion: """
      The picture becomes 480 lines, each without what the tape cannot hold: luma ends at 3 MHz \
      (`sp`), 2.4 (`lp`) or 1.9 (`ep`), of a line of 52.6 microseconds, and chroma at 0.4, 0.37 or \
      0.34 MHz and a little further right. Then there are noise, lines that sway, a band that the \
      heads miss, and the point at the bottom where heads change. What it costs grows with the \
      size of the canvas.
      """,
    example: #"""
      { "type": "effect", "effect": "vhs", "tape": "ep", "noise": 0.5, "tracking": 0.4 }
      """#,
    parameters: [
      tape, noise, tracking, smear, headSwitch, edgeWave, chromaLoss, ringing, rate, seed,
    ])

  static let names = EffectNames(
    synonyms: ["video-tape", "tape", "ntsc", "analog", "camcorder"],
    elsewhere: ["ntsc-rs", "frei0r ntsc", "CapCut VHS", "Final Cut Bad TV"])

  private let tape: TapeSpeed
  private let noise: Animated<Double>
  private let tracking: Animated<Double>
  private let smear: Animated<Double>
  private let headSwitch: Animated<Double>
  private let edgeWave: Animated<Double>
  private let chromaLoss: Animated<Double>
  private let ringing: Animated<Double>
  private let rate: Animated<Double>
  private let hash: NoiseHash
  private let store: GrainStore

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    tape = arguments[Self.tape]
    noise = arguments[Self.noise]
    tracking = arguments[Self.tracking]
    smear = arguments[Self.smear]
    headSwitch = arguments[Self.headSwitch]
    edgeWave = arguments[Self.edgeWave]
    chromaLoss = arguments[Self.chromaLoss]
    ringing = arguments[Self.ringing]
    rate = arguments[Self.rate]
    hash = NoiseHash(seed: arguments[Self.seed])
    store = GrainStore(seed: arguments[Self.seed])
  }

  func apply(_ job: EffectJob, at time: Time) {
    let faults = TapeFaults(
      hash: hash, step: rate.step(at: time), time: min(max(time.seconds, 0), 1e6),
      lines: min(job.height, 480), width: Double(job.width),
      noise: noise.value(at: time, within: 0...1),
      tracking: tracking.value(at: time, within: 0...1),
      headSwitch: headSwitch.value(at: time, within: 0...120),
      edgeWave: edgeWave.value(at: time, within: 0...4),
      chromaLoss: chromaLoss.value(at: time, within: 0...1))
    let kernel = TapeKernel(
      faults: faults, tape: tape, smear: smear.value(at: time, within: 0...1),
      ringing: ringing.value(at: time, within: 0...2), height: job.height,
      coding: RGBCoding(job.coding, depth: job.source.format.depth), store: store)
    job.run(kernel)
  }

  func release() { store.forget() }
}
