import Timeline

/// Shifts the colours of shadows, midtones and highlights.
struct ColorBalance: ColorEffect {
  static let shadows = Parameter<ChannelTriple>(
    "shadows", default: ChannelTriple(0), in: -1...1,
    "How much the channels are raised in shadows, or lowered below 0.")
  static let midtones = Parameter<ChannelTriple>(
    "midtones", default: ChannelTriple(0), in: -1...1,
    "How much the channels are raised in midtones, or lowered below 0.")
  static let highlights = Parameter<ChannelTriple>(
    "highlights", default: ChannelTriple(0), in: -1...1,
    "How much the channels are raised in highlights, or lowered below 0.")
  static let preserveLightness = Setting<Bool>(
    "preserveLightness", default: true, "Whether luma stays as it is.")

  static let declaration = Declaration(
    name: "color-balance",
    summary: "Shifts the colours of shadows, midtones and highlights.",
    discussion: """
      With the lightness l, half of the sum of the greatest and the least channel, shadows have \
      the weight `0.7 * cut((1/3 - l) * 4 + 0.5)`, highlights `0.7 * cut((l - 2/3) * 4 + 0.5)`, \
      and midtones `0.7 * cut((l - 1/3) * 4 + 0.5) * cut((2/3 - l) * 4 + 0.5)`, where cut limits \
      to 0 to 1. ffmpeg's `colorbalance` takes twice that lightness, so that its shadows and \
      midtones end at half the height of these.
      """,
    example: #"""
      { "type": "effect", "effect": "color-balance", "shadows": [-0.05, 0, 0.1],
        "highlights": [0.1, 0.02, -0.08] }
      """#,
    parameters: [shadows, midtones, highlights, preserveLightness])

  static let names = EffectNames(
    synonyms: ["balance"], elsewhere: ["ffmpeg colorbalance", "Photoshop Color Balance"])

  static let identity: Arguments? = Arguments().setting(shadows, to: ChannelTriple(0))
    .setting(midtones, to: ChannelTriple(0)).setting(highlights, to: ChannelTriple(0))

  private let shadows: Animated<ChannelTriple>
  private let midtones: Animated<ChannelTriple>
  private let highlights: Animated<ChannelTriple>
  private let luma: LumaWeights?

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    shadows = arguments[Self.shadows]
    midtones = arguments[Self.midtones]
    highlights = arguments[Self.highlights]
    luma = arguments[Self.preserveLightness] ? LumaWeights(setting.coding.matrix) : nil
  }

  func add(to run: inout ColorRun, at time: Time) {
    let (low, middle, high) = (
      shadows.values(at: time, within: -1...1), midtones.values(at: time, within: -1...1),
      highlights.values(at: time, within: -1...1)
    )
    if low == .zero, middle == .zero, high == .zero { return }
    run.append(
      BalanceChange(
        shadows: shifts(low), midtones: shifts(middle), highlights: shifts(high)))
  }

  /// Shifts as they are added: where luma is to stay, without what they add to it.
  private func shifts(_ values: SIMD3<Double>) -> SIMD3<Float> {
    let shift = SIMD3<Float>(values) * 0.7
    guard let luma else { return shift }
    return shift - luma(shift.x, shift.y, shift.z)
  }
}

/// Adds what shadows, midtones and highlights are given, each as far as the colour belongs to them.
private struct BalanceChange: ColorFormula, Hashable, Sendable {
  let shadows: SIMD3<Float>
  let midtones: SIMD3<Float>
  let highlights: SIMD3<Float>

  var cost: Int { 5 }

  @inline(__always)
  func callAsFunction(_ red: Float, _ green: Float, _ blue: Float) -> (Float, Float, Float) {
    let light = (max(red, max(green, blue)) + min(red, min(green, blue))) * 0.5
    let third: Float = 1.0 / 3
    let low = cut((third - light) * 4 + 0.5)
    let high = cut((light - 2 * third) * 4 + 0.5)
    let middle = cut((light - third) * 4 + 0.5) * cut((2 * third - light) * 4 + 0.5)
    return (
      red + low * shadows.x + middle * midtones.x + high * highlights.x,
      green + low * shadows.y + middle * midtones.y + high * highlights.y,
      blue + low * shadows.z + middle * midtones.z + high * highlights.z
    )
  }

  @inline(__always)
  private func cut(_ value: Float) -> Float { min(1, max(0, value)) }
}
