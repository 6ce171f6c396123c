import Timeline

/// Takes haze out of the picture, or puts some in.
struct Dehaze: ColorEffect {
  static let amount = Parameter<Double>(
    "amount", default: 0.4, in: -1...1, "How much haze is taken away; below 0 it is added.")
  static let color = Parameter<Color>("color", default: .white, "The colour of the haze.")

  static let declaration = Declaration(
    name: "dehaze",
    summary: "Takes haze out of the picture, or puts some in.",
    discussion: """
      Haze of the colour A leaves of each colour c the share t. It is guessed from the colour alone, \
      as `t = 1 - 0.9 * amount * m`, where m is the least of c / A, cut to 0 to 1: what is as pale as \
      the haze in every channel lies behind most of it. The colour behind is `(c - A) / t + A`; \
      strong colours and black stay. Below 0, c becomes `c + 0.9 * -amount * (A - c)`.
      """,
    example: #"""
      { "type": "effect", "effect": "dehaze", "amount": 0.5 }
      """#,
    parameters: [amount, color])

  static let names = EffectNames(
    synonyms: ["haze", "fog", "defog"], elsewhere: ["Lightroom Dehaze"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let amount: Animated<Double>
  private let color: Animated<Color>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    amount = arguments[Self.amount]
    color = arguments[Self.color]
  }

  func add(to run: inout ColorRun, at time: Time) {
    let amount = 0.9 * self.amount.value(at: time, within: -1...1)
    let color = color.value(at: time)
    let haze = SIMD3(color.red, color.green, color.blue)
    if amount < 0 {
      run.append(.scaled(SIMD3(repeating: 1 + amount), adding: haze * -amount))
    } else if amount > 0 {
      let light = SIMD3<Float>(haze).clamped(
        lowerBound: SIMD3(repeating: 1.0 / 64), upperBound: SIMD3(repeating: 1))
      run.append(DehazeChange(haze: light, inverse: 1 / light, amount: Float(amount)))
    }
  }
}

/// Takes so much haze out of a colour as its least channel has of it.
private struct DehazeChange: ColorFormula, Hashable, Sendable {
  let haze: SIMD3<Float>
  let inverse: SIMD3<Float>
  let amount: Float

  @inline(__always)
  func callAsFunction(_ red: Float, _ green: Float, _ blue: Float) -> (Float, Float, Float) {
    let least = min(red * inverse.x, min(green * inverse.y, blue * inverse.z))
    let scale = 1 / (1 - amount * min(1, max(0, least)))
    return (
      (red - haze.x) * scale + haze.x, (green - haze.y) * scale + haze.y,
      (blue - haze.z) * scale + haze.z
    )
  }
}
