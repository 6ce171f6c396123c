import Timeline

/// Gives the picture the brown of old prints.
struct Sepia: ColorEffect {
  static let amount = Parameter<Double>(
    "amount", default: 1, in: 0...1,
    "How much of this is mixed in: 0 changes nothing, 1 is all of it.")

  static let declaration = Declaration(
    name: "sepia",
    summary: "Gives the picture the brown of old prints.",
    discussion: "The colours are those of CSS's `sepia()` (Filter Effects 1).",
    example: #"""
      { "type": "effect", "effect": "sepia", "amount": 0.8 }
      """#,
    parameters: [amount])

  static let names = EffectNames(
    synonyms: ["sepiatone", "oldphoto"],
    elsewhere: ["Core Image CISepiaTone", "CSS sepia()", "MLT sepia"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  /// Filter Effects Module Level 1, 9.1.7.
  private static let brown = ColorMatrix(
    red: SIMD4(0.393, 0.769, 0.189, 0), green: SIMD4(0.349, 0.686, 0.168, 0),
    blue: SIMD4(0.272, 0.534, 0.131, 0))

  private let amount: Animated<Double>

  init(_ arguments: Arguments, _ setting: EffectSetting) { amount = arguments[Self.amount] }

  func add(to run: inout ColorRun, at time: Time) {
    run.append(Self.brown.mixed(amount.value(at: time, within: 0...1)))
  }
}
