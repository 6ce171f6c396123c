import Bytes
import Timeline

/// Turns hues, and makes colours stronger, weaker, lighter or darker.
struct HueSaturation: ColorEffect {
  static let hue = Parameter<Double>(
    "hue", default: 0, unit: "degrees", "How far hues turn: 120 makes red green.")
  static let saturation = Parameter<Double>(
    "saturation", default: 1, in: 0...4,
    "A factor on the distance of colours from grey: 0 is grey, 1 changes nothing.")
  static let lightness = Parameter<Double>(
    "lightness", default: 0, in: -1...1, "How far colours go towards white, or below 0 black.")

  static let declaration = Declaration(
    name: "hue-saturation",
    summary: "Turns hues, and makes colours stronger, weaker, lighter or darker.",
    discussion: """
      Hue and saturation turn and stretch the chroma of colours, Cb and Cr, and luma stays; then \
      `lightness` mixes them with white or black. For hues one by one there is `hsl`.
      """,
    example: #"""
      { "type": "effect", "effect": "hue-saturation", "hue": { "from": 0, "to": 360 }, "duration": 4 }
      """#,
    parameters: [hue, saturation, lightness])

  static let names = EffectNames(
    synonyms: ["hue", "huerotate", "hueadjust"],
    elsewhere: ["Core Image CIHueAdjust", "ffmpeg hue", "After Effects Hue/Saturation"])

  static let identity: Arguments? = Arguments().setting(hue, to: 0)
    .setting(saturation, to: 1).setting(lightness, to: 0)

  private let hue: Animated<Double>
  private let saturation: Animated<Double>
  private let lightness: Animated<Double>
  private let matrix: Matrix

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    hue = arguments[Self.hue]
    saturation = arguments[Self.saturation]
    lightness = arguments[Self.lightness]
    matrix = setting.coding.matrix
  }

  func add(to run: inout ColorRun, at time: Time) {
    let angle = Angle(degrees: hue.value(at: time))
    let saturation = saturation.value(at: time, within: 0...4)
    let (sine, cosine) = (angle.sine, angle.cosine)
    if sine == 0, cosine == 1 {
      run.append(.saturation(saturation, matrix))
    } else {
      run.append(.chroma(turning: (cosine * saturation, sine * saturation), matrix))
    }
    let lightness = lightness.value(at: time, within: -1...1)
    run.append(
      .scaled(
        SIMD3(repeating: 1 - lightness.magnitude), adding: SIMD3(repeating: max(lightness, 0))))
  }
}
