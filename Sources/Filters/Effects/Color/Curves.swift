import Grades
import Timeline

/// Changes channels and luma by curves through points.
struct Curves: ColorEffect {
  static let master = Setting<CurvePoints>(
    "master", default: .none, "The curve of all three channels, after their own curves.")
  static let red = Setting<CurvePoints>("red", default: .none, "The curve of red.")
  static let green = Setting<CurvePoints>("green", default: .none, "The curve of green.")
  static let blue = Setting<CurvePoints>("blue", default: .none, "The curve of blue.")
  static let luma = Setting<CurvePoints>(
    "luma", default: .none, "The curve of luma, applied last; chroma stays.")
  static let preset = Setting<CurvePreset>(
    "preset", default: .none,
    "Curves to start from; a curve that is given as well replaces the preset's.")
  static let source = Setting<Path>(
    "source", default: Path(""),
    "A Photoshop `.acv` file with curves of all and of each channel; those that are given here as "
      + "well replace the file's.")
  static let interpolation = Setting<CurveInterpolation>(
    "interpolation", default: .monotone,
    "How curves run between points: `monotone` never beyond them, `natural` smoother.")
  static let amount = Parameter<Double>(
    "amount", default: 1, in: 0...1,
    "How much of the curves is mixed in: 0 changes nothing, 1 is all of it.")

  static let declaration = Declaration(
    name: "curves",
    summary: "Changes channels and luma by curves through points.",
    discussion: """
      A point `[x, y]` maps x to y, from 0 for black to 1 for white. Before the first point and \
      beyond the last a curve keeps their heights; where these lie at 0 and 1, what is blacker \
      than black and whiter than white goes on as the curve ended. `monotone` is PCHIP. Curves \
      from a file are natural splines, as Photoshop draws them, whatever `interpolation` says.
      """,
    example: #"""
      { "type": "effect", "effect": "curves", "master": [[0, 0], [0.25, 0.2], [0.75, 0.8], [1, 1]] }
      """#,
    parameters: [master, red, green, blue, luma, preset, source, interpolation, amount])

  static let names = EffectNames(
    synonyms: ["curve", "tonecurve", "tonecurves"],
    elsewhere: ["Core Image CIToneCurve", "ffmpeg curves", "After Effects Curves"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let channels: ColorCurves
  private let master: ColorCurve
  private let luma: ColorCurve
  private let weights: LumaWeights
  private let amount: Animated<Double>

  init(_ arguments: Arguments, _ setting: EffectSetting) throws(RenderError) {
    let kind: CurveSpline.Kind =
      arguments[Self.interpolation] == .monotone ? .monotone : .natural
    let preset = arguments[Self.preset].points
    let file = try Self.file(arguments, setting)
    func curve(
      _ given: CurvePoints, _ stored: [CurvePoint]?, _ standing: [(Double, Double)]?
    ) -> ColorCurve {
      let spline =
        if given.points.isEmpty, let stored {
          CurveSpline(stored, .natural)
        } else {
          CurveSpline(
            given.points.isEmpty ? CurvePoints(standing ?? []).points : given.points, kind)
        }
      return spline.points.isEmpty || spline.isIdentity
        ? .identity : ColorCurve(shape: .spline(spline))
    }
    channels = ColorCurves(
      curve(arguments[Self.red], file?.red, preset.red),
      curve(arguments[Self.green], file?.green, preset.green),
      curve(arguments[Self.blue], file?.blue, preset.blue))
    master = curve(arguments[Self.master], file?.master, preset.master)
    luma = curve(arguments[Self.luma], nil, nil)
    weights = LumaWeights(setting.coding.matrix)
    amount = arguments[Self.amount]
  }

  /// The curves of the file; nil without one.
  private static func file(
    _ arguments: Arguments, _ setting: EffectSetting
  ) throws(RenderError) -> PhotoshopCurves? {
    let path = arguments[source]
    guard !path.text.isEmpty else { return nil }
    let bytes = try setting.loader.data(path, at: path.place)
    do throws(GradeError) {
      return try PhotoshopCurves(bytes)
    } catch {
      throw RenderError(.file(AssetFault(error, in: path)), at: path.place)
    }
  }

  func add(to run: inout ColorRun, at time: Time) {
    let amount = amount.value(at: time, within: 0...1)
    if amount == 0 { return }
    var curves = ColorRun()
    curves.append(curves: channels)
    curves.append(curve: master)
    curves.append(luma: LumaCurve(curve: luma, weights: weights))
    run.append(curves, amount: amount)
  }
}

/// How curves run between their points.
enum CurveInterpolation: String, Choice {
  case monotone
  case natural
}

/// Curves by name.
enum CurvePreset: String, Choice {
  case none
  case contrast
  case strongContrast = "strong-contrast"
  case lighter
  case darker
  case negative
  case crossProcess = "cross-process"
  case vintage

  typealias Points = [(Double, Double)]

  /// The points of each channel and of all; nil where there are none.
  var points: (red: Points?, green: Points?, blue: Points?, master: Points?) {
    switch self {
    case .none: (nil, nil, nil, nil)
    case .contrast: (nil, nil, nil, [(0, 0), (0.25, 0.2), (0.75, 0.8), (1, 1)])
    case .strongContrast: (nil, nil, nil, [(0, 0), (0.25, 0.12), (0.75, 0.88), (1, 1)])
    case .lighter: (nil, nil, nil, [(0, 0), (0.4, 0.52), (1, 1)])
    case .darker: (nil, nil, nil, [(0, 0), (0.5, 0.38), (1, 1)])
    case .negative: (nil, nil, nil, [(0, 1), (1, 0)])
    case .crossProcess:
      (
        [(0, 0), (0.25, 0.16), (0.7, 0.78), (1, 1)], [(0, 0), (0.3, 0.28), (0.7, 0.78), (1, 1)],
        [(0, 0.13), (0.5, 0.48), (1, 0.86)], nil
      )
    case .vintage:
      (
        [(0, 0.11), (0.42, 0.51), (1, 0.95)], [(0, 0), (0.5, 0.48), (1, 1)],
        [(0, 0.22), (0.49, 0.44), (1, 0.8)], nil
      )
    }
  }
}
