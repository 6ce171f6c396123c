import Timeline

/// Takes away what is of one brightness.
struct LumaKey: KeyEffect {
  static let level = Parameter<Double>(
    "level", default: 0, in: 0...1, "The brightness that is taken away: 0 is black, 1 is white.")
  static let tolerance = Parameter<Double>(
    "tolerance", default: 0.1, in: 0...1,
    "How far from it a brightness may lie and still be taken away completely; from black to white "
      + "is 1.")
  static let softness = Parameter<Double>(
    "softness", default: 0.1, in: 0...1,
    "How much further away brightnesses lie that stay completely; in between they are partly "
      + "taken away.")
  static let invert = Setting<Bool>(
    "invert", default: false, "Whether that brightness stays, and all else is taken away.")

  static let declaration = Declaration(
    name: "luma-key",
    summary: "Keys out one brightness, such as the black around a flame.",
    discussion: """
      Brightness is luma, weighed as the stream's matrix does. Keyed parts show a clip's \
      background, or what lies below a layer; in an effect layer over everything they are black.
      """,
    example: #"""
      { "type": "video", "source": "flames.mp4",
        "effects": [ { "effect": "luma-key", "tolerance": 0.05, "softness": 0.3 } ] }
      """#,
    parameters: [level, tolerance, softness, invert, view])

  static let names = EffectNames(
    synonyms: ["lumakey", "brightnesskey"],
    elsewhere: ["ffmpeg lumakey", "OBS Luma Key", "After Effects Extract"])

  private let level: Animated<Double>
  private let tolerance: Animated<Double>
  private let softness: Animated<Double>
  private let isInverted: Bool
  private let view: KeyView

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    level = arguments[Self.level]
    tolerance = arguments[Self.tolerance]
    softness = arguments[Self.softness]
    isInverted = arguments[Self.invert]
    view = arguments[Self.view]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? { 8 }

  func apply(_ job: EffectJob, at time: Time) {
    if view == .source { return }
    let levels = KeyLevels(
      tolerance: tolerance.value(at: time), softness: softness.value(at: time))
    let matrix = job.coding.matrix
    let rule = BrightnessRule(
      level: Float(min(max(level.value(at: time), 0), 1)), levels: levels, isInverted: isInverted,
      luma: (Float(matrix.red), Float(matrix.blue)))
    Keying(job: job, rule: rule, showsAlpha: view == .alpha).run()
  }
}

/// The rule: the difference in luma.
private struct BrightnessRule: KeyRule {
  let level: Float
  let levels: KeyLevels
  let isInverted: Bool
  /// The weights of red and of blue for luma.
  let luma: (red: Float, blue: Float)

  func key(
    _ colors: RGBRow, shares: UnsafeMutablePointer<Float>, at place: KeyedPlace, scratch: Scratch
  ) {
    let (red, blue) = luma
    let green = 1 - red - blue
    for x in 0..<colors.count {
      let brightness = colors.red[x] * red + colors.green[x] * green + colors.blue[x] * blue
      shares[x] = abs(brightness - level)
    }
    levels.apply(shares, count: colors.count)
    guard isInverted else { return }
    for x in 0..<colors.count { shares[x] = 1 - shares[x] }
  }
}
