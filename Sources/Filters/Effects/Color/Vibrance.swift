import Timeline

/// Makes pale colours stronger, and strong ones less so.
struct Vibrance: ColorEffect {
  static let amount = Parameter<Double>(
    "amount", default: 0.3, in: -1...1, "How much stronger; below 0 weaker.")

  static let declaration = Declaration(
    name: "vibrance",
    summary: "Makes pale colours stronger, and strong ones less so.",
    discussion: """
      A colour's distance from its luma grows by `1 + amount * (1 - s)`, where s is the difference \
      between its greatest and its least channel; below 0 by `1 + amount * (1 + s)`.
      """,
    example: #"""
      { "type": "effect", "effect": "vibrance", "amount": 0.5 }
      """#,
    parameters: [amount])

  static let names = EffectNames(
    synonyms: ["vibrancy"], elsewhere: ["Core Image CIVibrance", "ffmpeg vibrance"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let amount: Animated<Double>
  private let luma: LumaWeights

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    amount = arguments[Self.amount]
    luma = LumaWeights(setting.coding.matrix)
  }

  func add(to run: inout ColorRun, at time: Time) {
    let amount = amount.value(at: time, within: -1...1)
    if amount == 0 { return }
    run.append(VibranceChange(amount: Float(amount), slope: Float(amount.magnitude), luma: luma))
  }
}

/// Moves a colour away from its grey, the less the stronger it is already.
private struct VibranceChange: ColorFormula, Hashable, Sendable {
  let amount: Float
  /// What is taken of the factor for each part of saturation.
  let slope: Float
  let luma: LumaWeights

  @inline(__always)
  func callAsFunction(_ red: Float, _ green: Float, _ blue: Float) -> (Float, Float, Float) {
    let spread = max(red, max(green, blue)) - min(red, min(green, blue))
    let factor = 1 + amount - slope * spread
    let grey = luma(red, green, blue)
    return (
      grey + (red - grey) * factor, grey + (green - grey) * factor, grey + (blue - grey) * factor
    )
  }
}
