import Timeline

/// Takes the colour away, with a share of each channel that is to be chosen, and tints what is
/// left.
struct BlackAndWhite: ColorEffect {
  static let red = Parameter<Double>(
    "red", default: 0.2126, in: -2...3, defaultText: "that of luma",
    "The weight of red in the grey.")
  static let green = Parameter<Double>(
    "green", default: 0.7152, in: -2...3, defaultText: "that of luma",
    "The weight of green in the grey."
  )
  static let blue = Parameter<Double>(
    "blue", default: 0.0722, in: -2...3, defaultText: "that of luma",
    "The weight of blue in the grey.")
  static let tint = Parameter<Color>(
    "tint", default: .transparent, defaultText: "none",
    "A colour that is laid over the grey, as strongly as its alpha says.")
  static let amount = Parameter<Double>(
    "amount", default: 1, in: 0...1,
    "How much of this is mixed in: 0 changes nothing, 1 is all of it.")

  static let declaration = Declaration(
    name: "black-and-white",
    summary: "Takes the colour away, and tints what is left.",
    discussion: """
      The grey is `red * r + green * g + blue * b`; without these it is luma. Where the three add \
      up to 1, white stays white. A `tint` is blended as `overlay`: black and white stay, and \
      middle grey becomes the tint.
      """,
    example: #"""
      { "type": "effect", "effect": "black-and-white", "red": 0.5, "green": 0.4, "blue": 0.1 }
      """#,
    parameters: [red, green, blue, tint, amount])

  static let names = EffectNames(
    synonyms: ["bw", "grayscale", "greyscale", "monochrome", "desaturate", "mono", "gray", "grey"],
    elsewhere: [
      "Core Image CIPhotoEffectMono, CIColorMonochrome", "ffmpeg monochrome", "GPUImage Luminance",
    ])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let shares: (Animated<Double>, Animated<Double>, Animated<Double>)
  private let tint: Animated<Color>
  private let amount: Animated<Double>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    let matrix = setting.coding.matrix
    func share(_ parameter: Parameter<Double>, _ luma: Double) -> Animated<Double> {
      arguments.isGiven(parameter) ? arguments[parameter] : .constant(luma)
    }
    shares = (
      share(Self.red, matrix.red), share(Self.green, 1 - matrix.red - matrix.blue),
      share(Self.blue, matrix.blue)
    )
    tint = arguments[Self.tint]
    amount = arguments[Self.amount]
  }

  func add(to run: inout ColorRun, at time: Time) {
    let limits = -2.0...3.0
    let row = SIMD4(
      shares.0.value(at: time, within: limits), shares.1.value(at: time, within: limits),
      shares.2.value(at: time, within: limits), 0)
    let tint = tint.value(at: time)
    var grey = ColorRun()
    grey.append(ColorMatrix(red: row, green: row, blue: row))
    if tint.alpha > 0 { grey.append(OverlaidTint(tint)) }
    run.append(grey, amount: amount.value(at: time, within: 0...1))
  }
}

/// Lays a colour over greys, as the blend mode `overlay` does.
private struct OverlaidTint: ColorFormula, Hashable, Sendable {
  private let red: Float
  private let green: Float
  private let blue: Float
  private let alpha: Float

  init(_ color: Color) {
    (red, green, blue) = (Float(color.red), Float(color.green), Float(color.blue))
    alpha = Float(color.alpha)
  }

  @inline(__always)
  func callAsFunction(_ red: Float, _ green: Float, _ blue: Float) -> (Float, Float, Float) {
    (overlay(red, self.red), overlay(green, self.green), overlay(blue, self.blue))
  }

  /// Beyond black and white it goes on with the slopes that it ends with.
  @inline(__always)
  private func overlay(_ grey: Float, _ tint: Float) -> Float {
    let laid = grey < 0.5 ? 2 * grey * tint : 1 - 2 * (1 - grey) * (1 - tint)
    return grey + alpha * (laid - grey)
  }
}
