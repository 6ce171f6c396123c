import Timeline

/// Fades the picture as a print does: blacks are lifted, whites and colours held back.
struct MatteLook: ColorEffect {
  static let amount = Parameter<Double>(
    "amount", default: 1, in: 0...1,
    "How much of this is mixed in: 0 changes nothing, 1 is all of it.")
  static let black = Parameter<Double>(
    "black", default: 0.1, in: 0...0.5, "The level that black is lifted to: 0 is black, 1 white.")
  static let white = Parameter<Double>(
    "white", default: 0.96, in: 0.5...1, "The level that white is lowered to.")
  static let saturation = Parameter<Double>(
    "saturation", default: 0.85, in: 0...2,
    "A factor on the distance of colours from grey: 0 is grey, 1 changes nothing.")

  static let declaration = Declaration(
    name: "matte-look",
    summary: "Fades the picture as a print does: blacks are lifted, whites and colours held back.",
    discussion: """
      A channel of c becomes `black + (white - black) * c`, and colours `saturation` times as far \
      from grey. What else a fade needs, such as a curve or a tint, is put above it.
      """,
    example: #"""
      { "type": "effect", "effect": "matte-look", "black": 0.12 }
      """#,
    parameters: [amount, black, white, saturation])

  static let names = EffectNames(
    synonyms: ["fade", "faded", "film"], elsewhere: ["Core Image CIPhotoEffectFade", "VSCO fade"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let amount: Animated<Double>
  private let black: Animated<Double>
  private let white: Animated<Double>
  private let saturation: Animated<Double>
  private let matrix: Matrix

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    amount = arguments[Self.amount]
    black = arguments[Self.black]
    white = arguments[Self.white]
    saturation = arguments[Self.saturation]
    matrix = setting.coding.matrix
  }

  func add(to run: inout ColorRun, at time: Time) {
    let black = black.value(at: time, within: 0...0.5)
    let white = white.value(at: time, within: 0.5...1)
    let fade = ColorMatrix.scaled(
      SIMD3(repeating: white - black), adding: SIMD3(repeating: black))
    let pale = ColorMatrix.saturation(saturation.value(at: time, within: 0...2), matrix)
    run.append(pale.after(fade).mixed(amount.value(at: time, within: 0...1)))
  }
}
