import Timeline

/// Makes each channel a weighted sum of red, green and blue.
struct ChannelMixer: ColorEffect {
  static let red = Parameter<MixerRow>(
    "red", default: MixerRow(1, 0, 0), in: -4...4,
    "The new red: the weights of red, green and blue in it, and perhaps an offset.")
  static let green = Parameter<MixerRow>(
    "green", default: MixerRow(0, 1, 0), in: -4...4,
    "The new green: the weights of red, green and blue in it, and perhaps an offset.")
  static let blue = Parameter<MixerRow>(
    "blue", default: MixerRow(0, 0, 1), in: -4...4,
    "The new blue: the weights of red, green and blue in it, and perhaps an offset.")

  static let declaration = Declaration(
    name: "channel-mixer",
    summary: "Makes each channel a weighted sum of red, green and blue.",
    discussion: """
      A row `[a, b, c, d]` makes a channel `a * red + b * green + c * blue + d`, where 1 is white. \
      Grey stays grey where all three rows have the same sum.
      """,
    example: #"""
      { "type": "effect", "effect": "channel-mixer", "red": [0.8, 0.2, 0], "blue": [0, 0.3, 0.7] }
      """#,
    parameters: [red, green, blue])

  static let names = EffectNames(
    synonyms: ["colormatrix", "mixer", "colorchannelmixer", "channelswap"],
    elsewhere: ["Core Image CIColorMatrix", "ffmpeg colorchannelmixer", "SVG feColorMatrix"])

  static let identity: Arguments? = Arguments().setting(red, to: MixerRow(1, 0, 0))
    .setting(green, to: MixerRow(0, 1, 0)).setting(blue, to: MixerRow(0, 0, 1))

  private let red: Animated<MixerRow>
  private let green: Animated<MixerRow>
  private let blue: Animated<MixerRow>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    red = arguments[Self.red]
    green = arguments[Self.green]
    blue = arguments[Self.blue]
  }

  func add(to run: inout ColorRun, at time: Time) {
    // An easing may overshoot.
    func row(_ row: Animated<MixerRow>) -> SIMD4<Double> {
      row.value(at: time).parts.clamped(
        lowerBound: SIMD4(repeating: -4), upperBound: SIMD4(repeating: 4))
    }
    run.append(ColorMatrix(red: row(red), green: row(green), blue: row(blue)))
  }
}
