import Timeline
import Y4M

/// Brings out what lies in shadows and in highlights.
///
/// With a radius it looks at what is around a place, and is then no function of a colour alone.
struct ShadowsHighlights: ColorEffect {
  static let shadows = Parameter<Double>(
    "shadows", default: 0, in: -1...1, "How much lighter shadows get; below 0 darker.")
  static let highlights = Parameter<Double>(
    "highlights", default: 0, in: -1...1, "How much lighter highlights get; below 0 darker.")
  static let radius = Parameter<Length>(
    "radius", default: .zero, in: 0...LightBlur.largestSigma, unit: "px",
    "The standard deviation of the gaussian that says what is a shadow and what a highlight; at 0 each "
      + "pixel does. A percentage is of the canvas's shorter side.")

  static let declaration = Declaration(
    name: "shadows-highlights",
    summary: "Brings out what lies in shadows and in highlights.",
    discussion: """
      Luma Y becomes `Y^e`, and the channels are multiplied with it. e is 2 to the power of \
      `-(shadows * s + highlights * h)`, where s falls as a smoothstep from 1 at black to 0 at \
      middle grey, and h rises from there to 1 at white. Black and white stay where they are, and so \
      do channels below black, which count as none in Y. \
      With a `radius`, s and h are those of luma blurred: shadows and highlights as a whole become \
      lighter or darker, and what is in them keeps its contrast.
      """,
    example: #"""
      { "type": "effect", "effect": "shadows-highlights", "shadows": 0.4, "highlights": -0.3 }
      """#,
    parameters: [shadows, highlights, radius])

  static let names = EffectNames(
    synonyms: ["shadows", "highlights", "highlightshadow", "fillright"],
    elsewhere: ["Core Image CIHighlightShadowAdjust", "After Effects Shadow/Highlight"])

  static let identity: Arguments? = Arguments().setting(shadows, to: 0)
    .setting(highlights, to: 0)

  private let shadows: Animated<Double>
  private let highlights: Animated<Double>
  private let radius: Animated<Length>
  private let luma: LumaWeights

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    shadows = arguments[Self.shadows]
    highlights = arguments[Self.highlights]
    radius = arguments[Self.radius]
    luma = LumaWeights(setting.coding.matrix)
  }

  /// Nil where there may be a radius.
  var colors: (any ColorAdding)? { radius.constantValue == .zero ? self : nil }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    let sigma = radius.sigma(at: time, width, height)
    return sigma == 0 ? ColorRun.margin : LightBlur.margin(sigma, width, height)
  }

  func apply(_ job: EffectJob, at time: Time) {
    let sigma = radius.sigma(at: time, job.width, job.height)
    guard sigma > 0 else {
      var run = ColorRun()
      add(to: &run, at: time)
      return job.run(run)
    }
    guard let balance = balance(at: time) else { return }
    let grid = LightGrid(job, sigma: sigma, ToneSource(weights: luma))
    Lighting(job: job, rule: LocalTones(grid, balance, luma, job.scratch)).run()
  }

  func add(to run: inout ColorRun, at time: Time) {
    guard let balance = balance(at: time) else { return }
    let curve = ColorCurve(shape: .balance(balance))
    run.append(luma: LumaCurve(curve: curve, weights: luma, following: .ratio))
  }

  /// Nil where nothing changes.
  private func balance(at time: Time) -> ToneBalance? {
    let shadows = shadows.value(at: time, within: -1...1)
    let highlights = highlights.value(at: time, within: -1...1)
    if shadows == 0, highlights == 0 { return nil }
    return ToneBalance(shadows: shadows, highlights: highlights)
  }
}
