import Timeline
import Y4M

/// Breaks the picture into displaced bands and blocks, and draws its colours apart.
struct GlitchEffect: Effect, EdgeChoosing {
  static let amount = Parameter<Double>(
    "amount", default: 0.5, in: 0...1, "How much of the picture breaks; 0 changes nothing.")
  static let blocks = Parameter<Double>(
    "blocks", default: 12, in: 1...256, "Into how many bands it breaks.")
  static let shift = Parameter<Length>(
    "shift", default: Length(fraction: 0.1), in: 0...16384, unit: "px",
    "How far bands are displaced at most; a percentage is of the canvas's shorter side.")
  static let split = Parameter<Length>(
    "split", default: Length(pixels: 4), in: 0...512, unit: "px",
    "How far red and blue lie from green; a percentage is of the canvas's shorter side.")
  static let rate = Parameter<Double>(
    "rate", default: 8, in: 0...240,
    "How often a second it breaks anew; 0 is once. An animated rate is integrated over time.")
  static let seed = Setting<Int>("seed", default: 1, "Another number gives other pieces.")

  static let declaration = Declaration(
    name: "glitch",
    summary: "Breaks the picture into displaced bands and blocks, and draws its colours apart.",
    discussion: """
      The picture breaks anew `rate` times a second, at some times more than at others. About \
      `amount` of its bands are displaced to a side, and blocks within them come from elsewhere; \
      rows whose ends leave the picture come in again at the other side. Red and blue lie `split` \
      from green, twice as far in some bands; for them alone, `edge` says what is beyond the \
      picture. The same `seed` always gives the same pieces.
      """,
    example: #"""
      { "type": "effect", "effect": "glitch", "amount": 0.7, "start": 1, "duration": 0.8 }
      """#,
    parameters: [amount, blocks, shift, split, rate, seed] + EffectEdges.parameters)

  static let names = EffectNames(
    synonyms: ["digital-glitch", "datamosh", "corruption", "distortion"],
    elsewhere: ["frei0r glitch0r", "Shotcut Glitch", "CapCut glitch", "After Effects Bad TV"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let amount: Animated<Double>
  private let blocks: Animated<Double>
  private let shift: Animated<Length>
  private let split: Animated<Length>
  private let rate: Animated<Double>
  private let hash: NoiseHash

  let edges: EffectEdges

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    edges = EffectEdges(arguments)
    amount = arguments[Self.amount]
    blocks = arguments[Self.blocks]
    shift = arguments[Self.shift]
    split = arguments[Self.split]
    rate = arguments[Self.rate]
    hash = NoiseHash(seed: arguments[Self.seed])
  }

  func apply(_ job: EffectJob, at time: Time) {
    let amount = amount.value(at: time, within: 0...1)
    guard amount > 0 else { return }
    let side = min(job.width, job.height)
    let bands = GlitchBands(
      hash, step: rate.step(at: time), amount: amount,
      blocks: Int(blocks.value(at: time, within: 1...256).rounded()),
      shift: shift.value(at: time, of: side, within: 0...16384),
      split: split.value(at: time, of: side, within: 0...512), width: job.width,
      height: job.height, job.scratch)
    let kernel = GlitchKernel(bands: bands)
    guard bands.mostSplit > 0 else { return job.run(kernel) }
    let margin = Int(bands.mostSplit.rounded(.up)) + 16
    let whole = Box(x: 0, y: 0, width: job.width, height: job.height)
    job.workspace.withFrame(job.source.format) { broken in
      job.source.run(
        kernel, to: broken,
        box: edges.isPlain ? job.box.grown(by: margin).intersection(whole) : whole,
        includesAlpha: job.includesAlpha, job.workspace)
      let split = EffectJob(
        source: broken, target: job.target, box: job.box, includesAlpha: job.includesAlpha,
        coding: job.coding, workspace: job.workspace)
      edges.draw(split, at: time, reading: margin) {
        $0.split(MovedShift(shift: bands, border: Double($0.border)), margin: margin)
      }
    }
  }
}
