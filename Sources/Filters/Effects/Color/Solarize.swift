import Timeline

/// Turns what is bright into its opposite, as film does that sees light again while it is
/// developed.
struct Solarize: ColorEffect {
  static let level = Parameter<Double>(
    "level", default: 0.5, in: 0...1,
    "The value from which on a channel is inverted: 0 is black, 1 white.")

  static let declaration = Declaration(
    name: "solarize",
    summary: "Turns what is bright into its opposite, as light does in a darkroom.",
    discussion: "A channel of c that is at least `level` becomes `1 - c`.",
    example: #"""
      { "type": "effect", "effect": "solarize", "level": 0.6, "start": 1, "duration": 1 }
      """#,
    parameters: [level])

  static let names = EffectNames(
    synonyms: ["solarise"],
    elsewhere: ["ffmpeg solarize", "GPUImage Solarize", "After Effects Solarize"])

  private let level: Animated<Double>

  init(_ arguments: Arguments, _ setting: EffectSetting) { level = arguments[Self.level] }

  func add(to run: inout ColorRun, at time: Time) {
    run.append(SolarizeChange(level: Float(level.value(at: time, within: 0...1))))
  }
}

/// Turns each channel from a level on into its opposite.
private struct SolarizeChange: ColorFormula, Hashable, Sendable {
  let level: Float

  // At one half it is a bend, and elsewhere a step.
  var isSmooth: Bool { level == 0.5 }
  var cost: Int { 2 }

  @inline(__always)
  func callAsFunction(_ red: Float, _ green: Float, _ blue: Float) -> (Float, Float, Float) {
    (turned(red), turned(green), turned(blue))
  }

  @inline(__always)
  private func turned(_ value: Float) -> Float { value >= level ? 1 - value : value }
}
