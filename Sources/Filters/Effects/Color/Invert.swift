import Timeline

/// Turns every colour into its opposite, as a negative does.
struct Invert: ColorEffect {
  static let amount = Parameter<Double>(
    "amount", default: 1, in: 0...1, "How far towards the opposite: 0 changes nothing.")
  static let channels = Setting<ColorChannels>(
    "channels", default: .all, "Which channels are inverted.")

  static let declaration = Declaration(
    name: "invert",
    summary: "Turns every colour into its opposite, as a negative does.",
    discussion: """
      A channel of c, from 0 for black to 1 for white, becomes 1 - c. An `amount` of 0.5 makes \
      everything grey.
      """,
    example: #"""
      { "type": "effect", "effect": "invert", "start": 2, "duration": 0.2 }
      """#,
    parameters: [amount, channels])

  static let names = EffectNames(
    synonyms: ["negate", "negative"],
    elsewhere: ["Core Image CIColorInvert", "ffmpeg negate", "MLT invert"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let amount: Animated<Double>
  private let channels: ColorChannels

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    amount = arguments[Self.amount]
    channels = arguments[Self.channels]
  }

  func add(to run: inout ColorRun, at time: Time) {
    // An easing may overshoot.
    let amount = min(max(amount.value(at: time), 0), 1)
    let shares = channels.mask * amount
    run.append(.scaled(1 - 2 * shares, adding: shares))
  }
}

/// The channels that an effect changes.
enum ColorChannels: String, Choice {
  case all
  case red
  case green
  case blue

  /// 1 for a channel that is meant, 0 for others.
  var mask: SIMD3<Double> {
    switch self {
    case .all: SIMD3(1, 1, 1)
    case .red: SIMD3(1, 0, 0)
    case .green: SIMD3(0, 1, 0)
    case .blue: SIMD3(0, 0, 1)
    }
  }
}
