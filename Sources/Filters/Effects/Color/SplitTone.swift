import Timeline

/// Tints shadows and highlights with a colour each; luma stays.
struct SplitTone: ColorEffect {
  static let shadows = Parameter<Color>(
    "shadows", default: Color(packed: 0x1F4E_79FF), "The colour of shadows.")
  static let highlights = Parameter<Color>(
    "highlights", default: Color(packed: 0xE8A8_4CFF), "The colour of highlights.")
  static let balance = Parameter<Double>(
    "balance", default: 0, in: -1...1,
    "Above 0 more tones get the tint of highlights, below 0 more get that of shadows.")
  static let amount = Parameter<Double>(
    "amount", default: 0.3, in: 0...1, "How strong the tint is: 0 changes nothing.")

  static let declaration = Declaration(
    name: "split-tone",
    summary: "Tints shadows and highlights with a colour each; luma stays.",
    discussion: """
      A colour goes a part of the way to the tint of its own luma Y: `amount` times w for that of \
      highlights, and `amount` times 1 - w for that of shadows. w is `Y / ((1/a - 2) (1 - Y) + 1)` \
      with `a = 0.5 + 0.495 * balance`: Y itself at a balance of 0.
      """,
    example: #"""
      { "type": "effect", "effect": "split-tone", "shadows": "teal", "highlights": "orange" }
      """#,
    parameters: [shadows, highlights, balance, amount])

  static let names = EffectNames(
    synonyms: ["splittoning", "toning"],
    elsewhere: ["Lightroom Color Grading", "GPUImage HighlightShadowTint"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let shadows: Animated<Color>
  private let highlights: Animated<Color>
  private let balance: Animated<Double>
  private let amount: Animated<Double>
  private let luma: LumaWeights

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    shadows = arguments[Self.shadows]
    highlights = arguments[Self.highlights]
    balance = arguments[Self.balance]
    amount = arguments[Self.amount]
    luma = LumaWeights(setting.coding.matrix)
  }

  func add(to run: inout ColorRun, at time: Time) {
    let amount = amount.value(at: time, within: 0...1)
    if amount == 0 { return }
    let middle = 0.5 + 0.495 * balance.value(at: time, within: -1...1)
    run.append(
      SplitToneChange(
        shadows: chroma(shadows.value(at: time)), highlights: chroma(highlights.value(at: time)),
        bend: Float(1 / middle - 2), amount: Float(amount), luma: luma))
  }

  /// How far a colour's channels lie from its luma.
  private func chroma(_ color: Color) -> SIMD3<Float> {
    let channels = SIMD3(Float(color.red), Float(color.green), Float(color.blue))
    return channels - luma(channels.x, channels.y, channels.z)
  }
}

/// Tints a colour as shadows or as highlights, by its luma.
private struct SplitToneChange: ColorFormula, Hashable, Sendable {
  let shadows: SIMD3<Float>
  let highlights: SIMD3<Float>
  let bend: Float
  let amount: Float
  let luma: LumaWeights

  @inline(__always)
  func callAsFunction(_ red: Float, _ green: Float, _ blue: Float) -> (Float, Float, Float) {
    let bright = luma(red, green, blue)
    let share = min(1, max(0, bright))
    let high = share / (bend * (1 - share) + 1)
    let (lower, upper) = (amount * (1 - high), amount * high)
    return (
      red + lower * (shadows.x + bright - red) + upper * (highlights.x + bright - red),
      green + lower * (shadows.y + bright - green) + upper * (highlights.y + bright - green),
      blue + lower * (shadows.z + bright - blue) + upper * (highlights.z + bright - blue)
    )
  }
}
