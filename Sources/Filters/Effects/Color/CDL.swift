import Grades
import Timeline

/// Grades by the numbers of an ASC CDL.
struct CDL: ColorEffect {
  static let slope = Parameter<ChannelTriple>(
    "slope", default: ChannelTriple(1), in: 0...100,
    "What each channel is multiplied by; 1 changes nothing.")
  static let offset = Parameter<ChannelTriple>(
    "offset", default: ChannelTriple(0), in: -10...10,
    "What is added to each channel; 1 is from black to white.")
  static let power = Parameter<ChannelTriple>(
    "power", default: ChannelTriple(1), in: 0.01...100,
    "The exponent of each channel after that: above 1 darkens, below 1 brightens.")
  static let saturation = Parameter<Double>(
    "saturation", default: 1, in: 0...100,
    "A factor on the distance of colours from their luma, after that: 0 is grey, 1 changes "
      + "nothing.")
  static let style = Setting<CDLStyle>(
    "style", default: .asc,
    "`asc` clips to black and white between the steps, as the specification of ASC CDL says; "
      + "`noclamp` does not, and leaves values below black out of the power.")
  static let source = Setting<Path>(
    "source", default: Path(""),
    "A `.cdl`, `.cc` or `.ccc` file with the numbers; those that are given here as well replace the "
      + "file's.")
  static let id = Setting<String?>(
    "id", default: nil, defaultText: "the file's only one",
    "Which correction of the file is taken, where it has several: its id, or `#2` for the second.")

  static let declaration = Declaration(
    name: "cdl",
    summary: "Grades by slope, offset, power and saturation, as an ASC colour decision list does.",
    discussion: """
      A channel of c becomes `(c * slope + offset)^power`, and then lies `saturation` times as far \
      from luma, which has the weights of BT.709 in every stream (ASC CDL 1.2). The numbers may come \
      from a file that a set or a grading program wrote.
      """,
    example: #"""
      { "type": "effect", "effect": "cdl", "slope": [1.1, 1, 0.95], "offset": -0.02, "saturation": 0.9 }
      """#,
    parameters: [slope, offset, power, saturation, style, source, id])

  static let names = EffectNames(
    synonyms: ["asccdl", "colordecisionlist"],
    elsewhere: ["OpenColorIO CDLTransform", "frei0r sopsat"])

  static let identity: Arguments? = Arguments().setting(slope, to: ChannelTriple(1))
    .setting(offset, to: ChannelTriple(0)).setting(power, to: ChannelTriple(1))
    .setting(saturation, to: 1)

  /// The numbers of the file, as far as none are given here.
  private let file:
    (
      slope: SIMD3<Double>?, offset: SIMD3<Double>?, power: SIMD3<Double>?, saturation: Double?
    )
  private let slope: Animated<ChannelTriple>
  private let offset: Animated<ChannelTriple>
  private let power: Animated<ChannelTriple>
  private let saturation: Animated<Double>
  private let style: ColorDecision.Style

  init(_ arguments: Arguments, _ setting: EffectSetting) throws(RenderError) {
    let found = try Self.decision(arguments, setting)
    func kept<Value>(_ value: Value?, _ isGiven: Bool) -> Value? { isGiven ? nil : value }
    file = (
      kept(found?.slope, arguments.isGiven(Self.slope)),
      kept(found?.offset, arguments.isGiven(Self.offset)),
      kept(found?.power, arguments.isGiven(Self.power)),
      kept(found?.saturation, arguments.isGiven(Self.saturation))
    )
    slope = arguments[Self.slope]
    offset = arguments[Self.offset]
    power = arguments[Self.power]
    saturation = arguments[Self.saturation]
    style = arguments[Self.style] == .asc ? .asc : .noClamp
  }

  /// The numbers of the file; nil without one.
  private static func decision(
    _ arguments: Arguments, _ setting: EffectSetting
  ) throws(RenderError) -> ColorDecision? {
    let path = arguments[source]
    guard !path.text.isEmpty else { return nil }
    let bytes = try setting.loader.data(path, at: path.place)
    do throws(GradeError) {
      return try ColorDecisionFile(bytes).correction(arguments[id])
    } catch {
      throw RenderError(.file(AssetFault(error, in: path)), at: path.place)
    }
  }

  func add(to run: inout ColorRun, at time: Time) {
    let decision = ColorDecision(
      slope: file.slope ?? slope.values(at: time, within: 0...100),
      offset: file.offset ?? offset.values(at: time, within: -10...10),
      power: file.power ?? power.values(at: time, within: 0.01...100),
      saturation: file.saturation ?? saturation.value(at: time, within: 0...100))
    if decision == ColorDecision() { return }
    run.append(DecisionChange(decision: decision, style: style))
  }
}

/// Whether a colour decision list cuts at black and white on the way.
enum CDLStyle: String, Choice {
  case asc
  case noClamp = "noclamp"
}

/// The change that a correction makes.
private struct DecisionChange: ColorChange, Hashable, Sendable {
  let decision: ColorDecision
  let style: ColorDecision.Style

  var cost: Int { 16 }

  func apply(to colors: RGBRow, scratch: Scratch) {
    decision.apply(
      red: colors.red, green: colors.green, blue: colors.blue, count: colors.count, style)
  }
}
