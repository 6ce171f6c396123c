import Timeline

/// Gives each brightness a colour of its own.
struct GradientMap: ColorEffect {
  static let stops = Setting<GradientStops>(
    "stops", default: GradientStops(even: [.black, .white]), defaultText: "those of `preset`",
    "The colours from black to white.")
  static let preset = Setting<MapPreset>("preset", default: .none, "A map by name.")
  static let amount = Parameter<Double>(
    "amount", default: 1, in: 0...1,
    "How much of this is mixed in: 0 changes nothing, 1 is all of it.")

  static let declaration = Declaration(
    name: "gradient-map",
    summary: "Gives each brightness a colour of its own.",
    discussion: """
      Luma, 0 to 1, is looked up along the `stops`; between two of them channels are mixed. Two \
      stops make a duotone, three a tritone. Where stops are transparent, the picture stays.
      """,
    example: #"""
      { "type": "effect", "effect": "gradient-map", "stops": ["#1b1464", "#f7931e", "#fff8e1"] }
      """#,
    parameters: [stops, preset, amount])

  static let names = EffectNames(
    synonyms: ["duotone", "tritone", "thermal", "heatmap", "nightvision", "pseudocolor", "xray"],
    elsewhere: [
      "Core Image CIFalseColor, CIColorMap, CIThermal", "ffmpeg pseudocolor", "MLT gradientmap",
      "After Effects Tint, Tritone",
    ])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let map: LumaMap
  private let amount: Animated<Double>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    let preset = arguments[Self.preset].stops
    let stops = arguments.isGiven(Self.stops) ? arguments[Self.stops] : preset
    map = LumaMap((stops ?? arguments[Self.stops]).stops, LumaWeights(setting.coding.matrix))
    amount = arguments[Self.amount]
  }

  func add(to run: inout ColorRun, at time: Time) {
    let amount = amount.value(at: time, within: 0...1)
    if amount == 0 { return }
    var map = map
    map.amount = Float(amount)
    run.append(map)
  }
}

/// Maps of brightness by name.
enum MapPreset: String, Choice {
  case none
  case duotone
  case thermal
  case nightVision = "night-vision"
  case xRay = "x-ray"

  /// The colours; nil for none.
  var stops: GradientStops? {
    switch self {
    case .none: nil
    case .duotone: Self.even([0x2419_54FF, 0xF6A6_50FF])
    case .thermal:
      Self.even([0x0000_14FF, 0x3A0C_8CFF, 0xB717_84FF, 0xF254_22FF, 0xFDC3_28FF, 0xFFFF_F0FF])
    case .nightVision: Self.even([0x0008_02FF, 0x0F6B_22FF, 0x5BF5_6BFF, 0xE8FF_E4FF])
    case .xRay: Self.even([0xF4FB_FFFF, 0x7FA3_BCFF, 0x1D34_4CFF, 0x0005_0AFF])
    }
  }

  private static func even(_ colors: [UInt32]) -> GradientStops {
    GradientStops(even: colors.map { Color(packed: $0) })
  }
}
