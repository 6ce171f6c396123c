import Timeline

/// Makes what is bright white and what is dark black.
struct Threshold: ColorEffect {
  static let level = Parameter<Double>(
    "level", default: 0.5, in: 0...1, "The luma from which on colours are white.")
  static let softness = Parameter<Double>(
    "softness", default: 0, in: 0...1, "The range of luma around `level` that is grey.")

  static let declaration = Declaration(
    name: "threshold",
    summary: "Makes what is bright white and what is dark black.",
    discussion: """
      Without `softness` luma of at least `level` is white. With it, grey rises as a smoothstep from \
      `level - softness / 2` to `level + softness / 2`.
      """,
    example: #"""
      { "type": "effect", "effect": "threshold", "level": { "from": 0, "to": 1 }, "duration": 3 }
      """#,
    parameters: [level, softness])

  static let names = EffectNames(
    synonyms: ["binarize", "bilevel"],
    elsewhere: ["Core Image CIColorThreshold", "ffmpeg threshold", "After Effects Threshold"])

  private let level: Animated<Double>
  private let softness: Animated<Double>
  private let luma: LumaWeights

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    level = arguments[Self.level]
    softness = arguments[Self.softness]
    luma = LumaWeights(setting.coding.matrix)
  }

  func add(to run: inout ColorRun, at time: Time) {
    let level = level.value(at: time, within: 0...1)
    let softness = softness.value(at: time, within: 0...1)
    // A sample of 16 bits is some 2^-16 high: what lies on the level by rounding alone is white.
    let width = max(softness, 1e-6)
    let low = softness > 0 ? level - softness / 2 : level - 2e-6
    run.append(
      ThresholdChange(
        low: Float(low), scale: Float(1 / width), isSoft: softness >= 1.0 / 16, luma: luma))
  }
}

/// Makes a colour black or white by its luma, with a ramp between.
private struct ThresholdChange: ColorFormula, Hashable, Sendable {
  let low: Float
  let scale: Float
  let isSoft: Bool
  let luma: LumaWeights

  var isSmooth: Bool { isSoft }
  var cost: Int { 2 }

  @inline(__always)
  func callAsFunction(_ red: Float, _ green: Float, _ blue: Float) -> (Float, Float, Float) {
    let share = min(1, max(0, (luma(red, green, blue) - low) * scale))
    let grey = share * share * (3 - 2 * share)
    return (grey, grey, grey)
  }
}
