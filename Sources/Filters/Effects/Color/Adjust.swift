import Timeline

/// Changes brightness, contrast, saturation and gamma.
struct Adjust: ColorEffect {
  static let brightness = Parameter<Double>(
    "brightness", default: 0, in: -1...1,
    "What is added to every channel; 1 is from black to white.")
  static let contrast = Parameter<Double>(
    "contrast", default: 1, in: 0...4,
    "A factor on the distance of each channel from `pivot`; 1 changes nothing.")
  static let saturation = Parameter<Double>(
    "saturation", default: 1, in: 0...4,
    "A factor on the distance of colours from grey: 0 is grey, 1 changes nothing.")
  static let gamma = Parameter<Double>(
    "gamma", default: 1, in: 0.1...10,
    "Above 1 brightens the tones between black and white, below 1 darkens them; 1 changes nothing.")
  static let pivot = Parameter<Double>(
    "pivot", default: 0.5, in: 0...1,
    "The level that contrast leaves as it is: 0 is black, 1 white.")

  static let declaration = Declaration(
    name: "adjust",
    summary: "Changes brightness, contrast, saturation and gamma.",
    discussion: """
      In this order, for a channel of c, from 0 for black to 1 for white: `c^(1/gamma)`, \
      `(c - pivot) * contrast + pivot`, `c + brightness`, and with the luma Y of that \
      `Y + (c - Y) * saturation`.
      """,
    example: #"""
      { "type": "effect", "effect": "adjust", "contrast": 1.15, "saturation": 0.9 }
      """#,
    parameters: [brightness, contrast, saturation, gamma, pivot])

  static let names = EffectNames(
    synonyms: [
      "brightness", "contrast", "eq", "colorcontrols", "saturation", "brightnesscontrast",
    ],
    elsewhere: [
      "Core Image CIColorControls", "ffmpeg eq", "MLT brightness", "OBS color correction",
    ])

  static let identity: Arguments? = Arguments().setting(brightness, to: 0)
    .setting(contrast, to: 1).setting(saturation, to: 1).setting(gamma, to: 1)

  private let brightness: Animated<Double>
  private let contrast: Animated<Double>
  private let saturation: Animated<Double>
  private let gamma: Animated<Double>
  private let pivot: Animated<Double>
  private let matrix: Matrix

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    brightness = arguments[Self.brightness]
    contrast = arguments[Self.contrast]
    saturation = arguments[Self.saturation]
    gamma = arguments[Self.gamma]
    pivot = arguments[Self.pivot]
    matrix = setting.coding.matrix
  }

  func add(to run: inout ColorRun, at time: Time) {
    let contrast = contrast.value(at: time, within: 0...4)
    let pivot = pivot.value(at: time, within: 0...1)
    let brightness = brightness.value(at: time, within: -1...1)
    run.append(curve: .power(1 / gamma.value(at: time, within: 0.1...10)))
    run.append(
      .scaled(
        SIMD3(repeating: contrast),
        adding: SIMD3(repeating: contrast == 1 ? brightness : pivot * (1 - contrast) + brightness)))
    run.append(.saturation(saturation.value(at: time, within: 0...4), matrix))
  }
}
