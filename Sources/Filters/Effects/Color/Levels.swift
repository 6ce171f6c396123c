import Timeline

/// Sets which levels are black and white, and how bright what is between them.
struct Levels: ColorEffect {
  static let inBlack = Parameter<Double>(
    "inBlack", default: 0, in: -1...2,
    "The level that becomes black: 0 is the stream's black, 1 its white.")
  static let inWhite = Parameter<Double>(
    "inWhite", default: 1, in: -1...2,
    "The level that becomes white.")
  static let gamma = Parameter<Double>(
    "gamma", default: 1, in: 0.1...10,
    "Above 1 brightens the levels between, below 1 darkens them; 1 changes nothing.")
  static let outBlack = Parameter<Double>(
    "outBlack", default: 0, in: -1...2, "The level that black is then given.")
  static let outWhite = Parameter<Double>(
    "outWhite", default: 1, in: -1...2, "The level that white is then given.")
  static let channel = Setting<LevelChannel>(
    "channel", default: .rgb, "What is changed: all channels alike, one of them, or luma.")

  static let declaration = Declaration(
    name: "levels",
    summary: "Sets which levels are black and white, and how bright what is between them.",
    discussion: """
      A channel of c becomes `outBlack + (outWhite - outBlack) * x^(1/gamma)`, where x is `(c - \
      inBlack) / (inWhite - inBlack)`, cut to 0 to 1. With `luma`, luma becomes that, and all \
      channels change by as much.
      """,
    example: #"""
      { "type": "effect", "effect": "levels", "inBlack": 0.05, "inWhite": 0.9, "gamma": 1.1 }
      """#,
    parameters: [inBlack, inWhite, gamma, outBlack, outWhite, channel])

  static let names = EffectNames(
    synonyms: ["colorlevels", "blackpoint", "whitepoint"],
    elsewhere: ["ffmpeg colorlevels", "frei0r levels", "After Effects Levels"])

  static let identity: Arguments? = Arguments().setting(inBlack, to: 0)
    .setting(inWhite, to: 1).setting(gamma, to: 1).setting(outBlack, to: 0).setting(outWhite, to: 1)

  private let input: (black: Animated<Double>, white: Animated<Double>)
  private let output: (black: Animated<Double>, white: Animated<Double>)
  private let gamma: Animated<Double>
  private let channel: LevelChannel
  private let weights: LumaWeights

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    input = (arguments[Self.inBlack], arguments[Self.inWhite])
    output = (arguments[Self.outBlack], arguments[Self.outWhite])
    gamma = arguments[Self.gamma]
    channel = arguments[Self.channel]
    weights = LumaWeights(setting.coding.matrix)
  }

  func add(to run: inout ColorRun, at time: Time) {
    let limits = -1.0...2.0
    let (black, white) = (
      input.black.value(at: time, within: limits), input.white.value(at: time, within: limits)
    )
    let (low, high) = (
      output.black.value(at: time, within: limits), output.white.value(at: time, within: limits)
    )
    let gamma = gamma.value(at: time, within: 0.1...10)
    if black == 0, white == 1, low == 0, high == 1, gamma == 1 { return }
    // Levels that meet are a step.
    let width = white >= black ? max(white - black, 1e-4) : min(white - black, -1e-4)
    var curve = ColorCurve.power(1 / gamma)
    curve.isCut = true
    curve.input = .init(scale: 1 / width, offset: -black / width)
    curve.output = .init(scale: high - low, offset: low)
    let identity = ColorCurve.identity
    switch channel {
    case .rgb: run.append(curve: curve)
    case .red: run.append(curves: ColorCurves(curve, identity, identity))
    case .green: run.append(curves: ColorCurves(identity, curve, identity))
    case .blue: run.append(curves: ColorCurves(identity, identity, curve))
    case .luma: run.append(luma: LumaCurve(curve: curve, weights: weights))
    }
  }
}

/// What levels are set of.
enum LevelChannel: String, Choice {
  case rgb
  case red
  case green
  case blue
  case luma
}
