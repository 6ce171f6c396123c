import Timeline

/// Changes hues, saturation and luma by curves over the hue, and saturation by one over luma.
struct HueCurves: ColorEffect {
  static let hue = Setting<CurvePoints>(
    "hue", default: .none, "Points [hue, how many degrees it is turned]; both in degrees.")
  static let saturation = Setting<CurvePoints>(
    "saturation", default: .none, "Points [hue in degrees, factor on the saturation].")
  static let luma = Setting<CurvePoints>(
    "luma", default: .none,
    "Points [hue in degrees, what is added to luma in the strongest colours].")
  static let lumaSaturation = Setting<CurvePoints>(
    "lumaSaturation", default: .none, "Points [luma from 0 to 1, factor on the saturation].")
  static let amount = Parameter<Double>(
    "amount", default: 1, in: 0...1,
    "How much of these changes is mixed in: 0 changes nothing, 1 is all of them.")

  static let declaration = Declaration(
    name: "hue-curves",
    summary: "Changes hues, saturation and luma by curves over the hue, and saturation by luma.",
    discussion: """
      Hues are those of HSL: 0 is red, 120 green, 240 blue. Curves over them are closed: what lies \
      beyond the last point comes to the first one again. They are monotone between points. Chroma is \
      turned and stretched with luma kept; what is added to luma is multiplied by the difference of \
      the greatest and the least channel, so that grey stays.
      """,
    example: #"""
      { "type": "effect", "effect": "hue-curves", "saturation": [[100, 1], [130, 0.4], [160, 1]],
        "hue": [[20, 0], [35, -8], [50, 0]] }
      """#,
    parameters: [hue, saturation, luma, lumaSaturation, amount])

  static let names = EffectNames(
    synonyms: ["huevshue", "huevssat", "secondary"],
    elsewhere: ["Resolve Hue Vs Hue, Hue Vs Sat, Lum Vs Sat"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let hue: CurveSpline?
  private let saturation: CurveSpline?
  private let luma: CurveSpline?
  private let lumaSaturation: CurveSpline?
  private let amount: Animated<Double>
  private let matrix: Matrix

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    func closed(_ points: CurvePoints) -> CurveSpline? {
      points.points.isEmpty ? nil : CurveSpline(closing: points.points, every: 360)
    }
    hue = closed(arguments[Self.hue])
    saturation = closed(arguments[Self.saturation])
    luma = closed(arguments[Self.luma])
    let curve = arguments[Self.lumaSaturation].points
    lumaSaturation = curve.isEmpty ? nil : CurveSpline(curve, .monotone)
    amount = arguments[Self.amount]
    matrix = setting.coding.matrix
  }

  /// A step of the lattice is some four degrees of the strongest colours.
  private var isSmooth: Bool {
    [hue, saturation, luma].allSatisfy { ($0?.leastStep ?? 360) >= 8 }
      && (lumaSaturation?.leastStep ?? 1) >= 1.0 / 24
  }

  func add(to run: inout ColorRun, at time: Time) {
    let amount = amount.value(at: time, within: 0...1)
    if amount == 0 { return }
    if hue == nil, saturation == nil, luma == nil, lumaSaturation == nil { return }
    run.append(
      HueTable(matrix, isSmooth: isSmooth) { degrees in
        HueTable.Entry(
          turn: amount * (hue?.value(at: degrees) ?? 0),
          stretch: 1 + amount * (max(saturation?.value(at: degrees) ?? 1, 0) - 1),
          lift: amount * (luma?.value(at: degrees) ?? 0))
      } byLuma: { luma in
        // Beyond black and white it stays as it is there.
        1 + amount * (max(lumaSaturation?.value(at: min(max(luma, 0), 1)) ?? 1, 0) - 1)
      })
  }
}
