import Bytes
import Colors
import Timeline

/// Shows the picture as if it had been lit by light of another colour.
struct WhiteBalance: ColorEffect {
  static let temperature = Parameter<Double>(
    "temperature", default: 6500, in: 1500...25000, unit: "kelvins",
    "The colour of the light that the picture is to have: low is orange, high blue.")
  static let tint = Parameter<Double>(
    "tint", default: 0, in: -150...150,
    "How far towards magenta, or below 0 towards green: a unit is a 3000th of the uv diagram.")
  static let from = Parameter<Double>(
    "from", default: 6500, in: 1500...25000, unit: "kelvins",
    "The colour of the light that the picture has.")
  static let neutral = Parameter<Color>(
    "neutral", default: .white, defaultText: "none",
    "A colour of the picture that is to become grey, in place of `from`.")

  static let declaration = Declaration(
    name: "white-balance",
    summary: "Shows the picture as if it had been lit by light of another colour.",
    discussion: """
      In linear light (the 2.4th power of ITU-R BT.1886) the white of `from`, or `neutral`, becomes \
      that of `temperature` and `tint`, by the Bradford transform. A film that was shot too blue is \
      made warmer by a lower `temperature`, or by a higher `from`. Whites are those of a black body \
      up to 3000 K (Krystek), of daylight from 4000 K on (CIE D), and between them in between.
      """,
    example: #"""
      { "type": "effect", "effect": "white-balance", "temperature": 5200, "tint": 5 }
      """#,
    parameters: [temperature, tint, from, neutral])

  static let names = EffectNames(
    synonyms: ["temperature", "kelvin", "colortemperature", "tint", "warmth"],
    elsewhere: [
      "Core Image CITemperatureAndTint", "ffmpeg colortemperature", "GPUImage WhiteBalance",
    ])

  static let identity: Arguments? = Arguments().setting(temperature, to: 6500)
    .setting(tint, to: 0).setting(from, to: 6500)

  /// The exponent that leads from a colour to light.
  private static let gamma = 2.4

  private let temperature: Animated<Double>
  private let tint: Animated<Double>
  private let from: Animated<Double>
  private let neutral: Animated<Color>?
  private let gamut: ColorGamut

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    temperature = arguments[Self.temperature]
    tint = arguments[Self.tint]
    from = arguments[Self.from]
    neutral = arguments.isGiven(Self.neutral) ? arguments[Self.neutral] : nil
    gamut = setting.coding.matrix == .bt2020 ? .bt2020 : .bt709
  }

  func add(to run: inout ColorRun, at time: Time) {
    let limits = 1500.0...25000.0
    let kelvins = temperature.value(at: time, within: limits)
    let tint = tint.value(at: time, within: -150...150)
    let first = from.value(at: time, within: limits)
    let source: Chromaticity
    if let neutral = neutral?.value(at: time) {
      let channels = SIMD3(neutral.red, neutral.green, neutral.blue)
      let light = channels.mapped { Maths.pow(max($0, 0), Self.gamma) }
      // As far from the picture's white as the colour is; black is as white.
      source = gamut.chromaticity(of: light)
    } else {
      if first == kelvins, tint == 0 { return }
      source = .white(temperature: first)
    }
    // With a neutral colour, the film's own white is what stands for no change.
    let target =
      neutral != nil && kelvins == 6500 && tint == 0
      ? gamut.white : .white(temperature: kelvins, duv: -tint / 3000)
    run.append(curve: .power(Self.gamma))
    run.append(ColorMatrix(gamut.whiteBalance(from: source, to: target, .bradford)))
    run.append(curve: .power(1 / Self.gamma))
  }
}

extension SIMD3<Double> {
  fileprivate func mapped(_ change: (Double) -> Double) -> SIMD3<Double> {
    SIMD3(change(x), change(y), change(z))
  }
}
