import Timeline

/// Takes away what is near one colour.
struct ColorKey: KeyEffect {
  static let color = Parameter<Color>(
    "color", default: .black, "The colour that is taken away.")
  static let tolerance = Parameter<Double>(
    "tolerance", default: 0.1, in: 0...1,
    "How far from it a colour may lie and still be taken away completely: from black to white is "
      + "1.")
  static let softness = Parameter<Double>(
    "softness", default: 0.1, in: 0...1,
    "How much further away colours lie that stay completely; in between they are partly taken "
      + "away.")

  static let declaration = Declaration(
    name: "color-key",
    summary: "Keys out what is near one colour, in brightness as well as in hue.",
    discussion: """
      Colours lie `sqrt((dr^2 + dg^2 + db^2) / 3)` apart. Keyed parts show a clip's background, or \
      what lies below a layer; in an effect layer over everything they are black. For a green or \
      blue screen, `chroma-key` is better.
      """,
    example: #"""
      { "type": "image", "source": "logo.png",
        "effects": [ { "effect": "color-key", "color": "white", "tolerance": 0.05 } ] }
      """#,
    parameters: [color, tolerance, softness, view])

  static let names = EffectNames(
    synonyms: ["colourkey"],
    elsewhere: ["ffmpeg colorkey", "OBS Color Key", "After Effects Color Key"])

  private let color: Animated<Color>
  private let tolerance: Animated<Double>
  private let softness: Animated<Double>
  private let view: KeyView

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    color = arguments[Self.color]
    tolerance = arguments[Self.tolerance]
    softness = arguments[Self.softness]
    view = arguments[Self.view]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? { 8 }

  func apply(_ job: EffectJob, at time: Time) {
    if view == .source { return }
    let levels = KeyLevels(
      tolerance: tolerance.value(at: time), softness: softness.value(at: time))
    let color = color.value(at: time)
    let rule = NearnessRule(
      color: SIMD3(Float(color.red), Float(color.green), Float(color.blue)), levels: levels)
    Keying(job: job, rule: rule, showsAlpha: view == .alpha).run()
  }
}

/// The rule: the distance in R'G'B'.
private struct NearnessRule: KeyRule {
  let color: SIMD3<Float>
  let levels: KeyLevels

  func key(
    _ colors: RGBRow, shares: UnsafeMutablePointer<Float>, at place: KeyedPlace, scratch: Scratch
  ) {
    let (red, green, blue) = (color.x, color.y, color.z)
    for x in 0..<colors.count {
      let (r, g, b) = (colors.red[x] - red, colors.green[x] - green, colors.blue[x] - blue)
      shares[x] = ((r * r + g * g + b * b) * (1.0 / 3)).squareRoot()
    }
    levels.apply(shares, count: colors.count)
  }
}
