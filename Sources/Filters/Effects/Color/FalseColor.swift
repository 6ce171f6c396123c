import Timeline

/// Shows how bright each place is by colours, as a camera's exposure aid does.
struct FalseColor: ColorEffect {
  static let amount = Parameter<Double>(
    "amount", default: 1, in: 0...1,
    "How much of this is mixed in: 0 changes nothing, 1 is all of it.")

  static let declaration = Declaration(
    name: "false-color",
    summary: "Shows how bright each place is by colours, as a camera's exposure aid does.",
    discussion: """
      Luma in percent: below 2.5 is purple (lost in black), to 4 blue, 38 to 42 green (middle grey), \
      52 to 56 pink (light skin), 97 to 99 yellow, above that red (lost in white). All else is grey.
      """,
    example: #"""
      { "type": "effect", "effect": "false-color", "start": 0, "duration": 5 }
      """#,
    parameters: [amount])

  static let names = EffectNames(
    synonyms: ["falsecolour", "exposurecolors"],
    elsewhere: ["ffmpeg pseudocolor", "ARRI and RED false colour"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  /// Where zones begin, in luma, and their colours; nil is grey.
  private static let zones: [(start: Double, color: UInt32?)] = [
    (0, 0x7A2A_A8FF), (0.025, 0x2A62_E0FF), (0.04, nil), (0.38, 0x3FA8_3FFF), (0.42, nil),
    (0.52, 0xF09A_A8FF), (0.56, nil), (0.97, 0xF2E2_3CFF), (0.99, 0xE0_2A_20FF),
  ]

  private let map: LumaMap
  private let weights: SIMD4<Double>
  private let amount: Animated<Double>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    var stops: [GradientStops.Stop] = []
    for (index, zone) in Self.zones.enumerated() {
      let end = index + 1 < Self.zones.count ? Self.zones[index + 1].start : 2
      let color = zone.color.map { Color(packed: $0) } ?? .transparent
      stops += [
        GradientStops.Stop(position: zone.start, color: color),
        GradientStops.Stop(position: end, color: color),
      ]
    }
    let matrix = setting.coding.matrix
    map = LumaMap(stops, LumaWeights(matrix))
    weights = SIMD4(matrix.red, 1 - matrix.red - matrix.blue, matrix.blue, 0)
    amount = arguments[Self.amount]
  }

  func add(to run: inout ColorRun, at time: Time) {
    // Zones lie over a grey picture.
    var zones = ColorRun()
    zones.append(ColorMatrix(red: weights, green: weights, blue: weights))
    zones.append(map)
    run.append(zones, amount: amount.value(at: time, within: 0...1))
  }
}
