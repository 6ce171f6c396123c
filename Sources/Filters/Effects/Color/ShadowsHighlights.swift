import Timeline

/// Brings out what lies in shadows and in highlights.
struct ShadowsHighlights: ColorEffect {
  static let shadows = Parameter<Double>(
    "shadows", default: 0, in: -1...1, "How much lighter shadows get; below 0 darker.")
  static let highlights = Parameter<Double>(
    "highlights", default: 0, in: -1...1, "How much lighter highlights get; below 0 darker.")

  static let declaration = Declaration(
    name: "shadows-highlights",
    summary: "Brings out what lies in shadows and in highlights.",
    discussion: """
      Luma Y becomes `Y^e`, and the channels are multiplied with it. e is 2 to the power of \
      `-(shadows * s + highlights * h)`, where s falls as a smoothstep from 1 at black to 0 at \
      middle grey, and h rises from there to 1 at white. Black and white stay where they are.
      """,
    example: #"""
      { "type": "effect", "effect": "shadows-highlights", "shadows": 0.4, "highlights": -0.3 }
      """#,
    parameters: [shadows, highlights])

  static let names = EffectNames(
    synonyms: ["shadows", "highlights", "highlightshadow", "fillright"],
    elsewhere: ["Core Image CIHighlightShadowAdjust", "After Effects Shadow/Highlight"])

  static let identity: Arguments? = Arguments().setting(shadows, to: 0)
    .setting(highlights, to: 0)

  private let shadows: Animated<Double>
  private let highlights: Animated<Double>
  private let luma: LumaWeights

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    shadows = arguments[Self.shadows]
    highlights = arguments[Self.highlights]
    luma = LumaWeights(setting.coding.matrix)
  }

  func add(to run: inout ColorRun, at time: Time) {
    let shadows = shadows.value(at: time, within: -1...1)
    let highlights = highlights.value(at: time, within: -1...1)
    if shadows == 0, highlights == 0 { return }
    let curve = ColorCurve(
      shape: .balance(ToneBalance(shadows: shadows, highlights: highlights)))
    run.append(luma: LumaCurve(curve: curve, weights: luma, following: .ratio))
  }
}
