import Timeline

/// Grades shadows, midtones and highlights: lift, gamma, gain and offset.
struct Wheels: ColorEffect {
  static let lift = Parameter<ChannelTriple>(
    "lift", default: ChannelTriple(0), in: -1...1, "What black is raised by; white stays.")
  static let gamma = Parameter<ChannelTriple>(
    "gamma", default: ChannelTriple(1), in: 0.1...10,
    "Above 1 brightens the tones between black and white, below 1 darkens them; 1 changes nothing.")
  static let gain = Parameter<ChannelTriple>(
    "gain", default: ChannelTriple(1), in: 0...4, "What white is multiplied by; black stays.")
  static let offset = Parameter<ChannelTriple>(
    "offset", default: ChannelTriple(0), in: -1...1,
    "What is added to every level; 1 is from black to white.")

  static let declaration = Declaration(
    name: "wheels",
    summary: "Grades shadows, midtones and highlights: lift, gamma, gain and offset.",
    discussion: """
      A channel of c becomes `(gain * (c + lift * (1 - c)) + offset)^(1/gamma)`. Each takes a number \
      for all channels or one for each, as the wheels of a grading desk do.
      """,
    example: #"""
      { "type": "effect", "effect": "wheels", "lift": [0, 0.01, 0.03], "gain": [1.08, 1, 0.92] }
      """#,
    parameters: [lift, gamma, gain, offset])

  static let names = EffectNames(
    synonyms: ["liftgammagain", "lgg", "primaries", "grade"],
    elsewhere: ["Resolve primary wheels", "MLT lift_gamma_gain", "Blender Color Balance"])

  static let identity: Arguments? = Arguments().setting(lift, to: ChannelTriple(0))
    .setting(gamma, to: ChannelTriple(1)).setting(gain, to: ChannelTriple(1))
    .setting(offset, to: ChannelTriple(0))

  private let lift: Animated<ChannelTriple>
  private let gamma: Animated<ChannelTriple>
  private let gain: Animated<ChannelTriple>
  private let offset: Animated<ChannelTriple>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    lift = arguments[Self.lift]
    gamma = arguments[Self.gamma]
    gain = arguments[Self.gain]
    offset = arguments[Self.offset]
  }

  func add(to run: inout ColorRun, at time: Time) {
    let lift = lift.values(at: time, within: -1...1)
    let gain = gain.values(at: time, within: 0...4)
    let offset = offset.values(at: time, within: -1...1)
    let gamma = gamma.values(at: time, within: 0.1...10)
    run.append(.scaled(gain * (1 - lift), adding: gain * lift + offset))
    run.append(
      curves: ColorCurves(.power(1 / gamma.x), .power(1 / gamma.y), .power(1 / gamma.z)))
  }
}
