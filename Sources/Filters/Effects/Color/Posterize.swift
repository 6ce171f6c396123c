import Timeline

/// Reduces each channel to a few levels.
struct Posterize: ColorEffect {
  static let levels = Parameter<Double>(
    "levels", default: 6, in: 2...256,
    "How many levels each channel keeps, black and white included.")

  static let declaration = Declaration(
    name: "posterize",
    summary: "Reduces each channel to a few levels.",
    discussion: """
      A channel of c becomes `round(c * (n - 1)) / (n - 1)` with n levels; an animated `levels` \
      goes by whole levels.
      """,
    example: #"""
      { "type": "effect", "effect": "posterize", "levels": 5, "start": 1, "duration": 2 }
      """#,
    parameters: [levels])

  static let names = EffectNames(
    synonyms: ["quantize", "posterise"],
    elsewhere: ["Core Image CIColorPosterize", "frei0r posterize", "After Effects Posterize"])

  private let levels: Animated<Double>

  init(_ arguments: Arguments, _ setting: EffectSetting) { levels = arguments[Self.levels] }

  func add(to run: inout ColorRun, at time: Time) {
    let steps = levels.value(at: time, within: 2...256).rounded() - 1
    run.append(PosterizeChange(steps: Float(steps)))
  }
}

/// Moves each channel to one of a few levels.
private struct PosterizeChange: ColorFormula, Hashable, Sendable {
  let steps: Float

  var isSmooth: Bool { false }
  var cost: Int { 2 }

  @inline(__always)
  func callAsFunction(_ red: Float, _ green: Float, _ blue: Float) -> (Float, Float, Float) {
    // A level may lie half way between two samples, and should be the same one everywhere: luma and
    // both differences of colour get some 10^-6 more than rounding takes.
    (level(red) + 2e-6, level(green), level(blue) + 4e-6)
  }

  @inline(__always)
  private func level(_ value: Float) -> Float {
    // Adding 1.5 * 2^23 leaves the nearest whole number, of negative ones too.
    ((min(1, max(0, value)) * steps + 12_582_912) - 12_582_912) / steps
  }
}
