import Timeline

/// Gives the whole picture one hue.
struct Colorize: ColorEffect {
  static let hue = Parameter<Double>(
    "hue", default: 0, unit: "degrees", "The hue: 0 is red, 120 green, 240 blue.")
  static let saturation = Parameter<Double>(
    "saturation", default: 0.5, in: 0...1, "How strong the colour is.")
  static let lightness = Parameter<Double>(
    "lightness", default: 0.5, in: 0...1, "Above 0.5 lightens the picture, below it darkens.")
  static let amount = Parameter<Double>(
    "amount", default: 1, in: 0...1,
    "How much of this is mixed in: 0 changes nothing, 1 is all of it.")

  static let declaration = Declaration(
    name: "colorize",
    summary: "Gives the whole picture one hue.",
    discussion: """
      A colour of luma Y becomes the colour of HSL that has this `hue` and `saturation` and the \
      lightness Y. With a `lightness` l below one half its lightness is `2 l Y`, above one half `Y \
      + (2 l - 1) (1 - Y)`.
      """,
    example: #"""
      { "type": "effect", "effect": "colorize", "hue": 210, "saturation": 0.4 }
      """#,
    parameters: [hue, saturation, lightness, amount])

  static let names = EffectNames(
    synonyms: ["tint", "tinting"], elsewhere: ["ffmpeg colorize", "frei0r colorize"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let hue: Animated<Double>
  private let saturation: Animated<Double>
  private let lightness: Animated<Double>
  private let amount: Animated<Double>
  private let luma: LumaWeights

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    hue = arguments[Self.hue]
    saturation = arguments[Self.saturation]
    lightness = arguments[Self.lightness]
    amount = arguments[Self.amount]
    luma = LumaWeights(setting.coding.matrix)
  }

  func add(to run: inout ColorRun, at time: Time) {
    let amount = amount.value(at: time, within: 0...1)
    if amount == 0 { return }
    let light = lightness.value(at: time, within: 0...1)
    let pure = HueWheel.color(hue.value(at: time)) - 0.5
    let strength = saturation.value(at: time, within: 0...1)
    run.append(
      ColorizeChange(
        color: SIMD3<Float>(pure * strength),
        scale: Float(light < 0.5 ? 2 * light : 2 - 2 * light),
        offset: Float(max(2 * light - 1, 0)), amount: Float(amount), luma: luma))
  }
}

/// Gives a colour one hue, as bright as its luma is.
private struct ColorizeChange: ColorFormula, Hashable, Sendable {
  /// The strongest chroma there is: that at middle grey.
  let color: SIMD3<Float>
  let scale: Float
  let offset: Float
  let amount: Float
  let luma: LumaWeights

  @inline(__always)
  func callAsFunction(_ red: Float, _ green: Float, _ blue: Float) -> (Float, Float, Float) {
    let bright = luma(red, green, blue) * scale + offset
    let chroma = max(0, 1 - (2 * bright - 1).magnitude)
    return (
      red + amount * (bright + chroma * color.x - red),
      green + amount * (bright + chroma * color.y - green),
      blue + amount * (bright + chroma * color.z - blue)
    )
  }
}
