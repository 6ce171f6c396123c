import Bytes

/// Whether what moves is blurred, and how long the shutter is open for that.
///
/// Its words are After Effects's: a shutter of 360 degrees is open for all of a frame's time, and
/// the phase says when it opens, counted from the frame's own time.
package struct MotionBlur: ParameterValue {
  /// How many times of the open shutter are drawn.
  package enum Samples: Hashable, Sendable {
    /// As many as the longest way of a corner needs, 128 at most.
    case auto
    case count(Int)
  }

  /// How long the shutter is open where nothing is said, in degrees.
  static let usualShutter = 180.0
  /// When it opens where nothing is said, in degrees: as long before the frame's time as after it.
  static let usualPhase = -90.0

  /// Whether anything is blurred at all.
  package let isOn: Bool
  private let ownShutter: Double?
  private let ownPhase: Double?
  private let ownSamples: Samples?

  private init(isOn: Bool, shutter: Double?, phase: Double?, samples: Samples?) {
    self.isOn = isOn
    (ownShutter, ownPhase, ownSamples) = (shutter, phase, samples)
  }

  /// How long the shutter is open, in degrees of which a frame has 360.
  package var shutter: Double { ownShutter ?? Self.usualShutter }
  /// When it opens, in degrees after the frame's time.
  package var phase: Double { ownPhase ?? Self.usualPhase }
  /// How many times are drawn.
  package var samples: Samples { ownSamples ?? .auto }
  /// The shutter that the timeline states itself; nil where it states none.
  var givenShutter: Double? { isOn ? ownShutter : nil }
  /// The phase that the timeline states itself; nil where it states none.
  var givenPhase: Double? { isOn ? ownPhase : nil }

  /// The same with what is not stated taken from what holds around it.
  package func completed(by outer: MotionBlur?) -> MotionBlur {
    MotionBlur(
      isOn: isOn, shutter: ownShutter ?? outer?.ownShutter, phase: ownPhase ?? outer?.ownPhase,
      samples: ownSamples ?? outer?.ownSamples)
  }

  /// The canvas's, which holds where nothing else is said.
  package static let onCanvas = Setting<MotionBlur?>(
    "motionBlur", default: nil, defaultText: "false",
    "Whether layers, clips and the view of a camera get motion blur as they move, unless they or "
      + "their groups set their own, and how long the shutter is open.")

  // MARK: Reading

  private static let shutterKey = Setting<Double>(
    "shutter", default: usualShutter, in: 0...720, defaultText: outer("180"),
    "How long the shutter is open, of the 360 degrees that a frame has.")
  private static let phaseKey = Setting<Double>(
    "phase", default: usualPhase, in: -360...360, defaultText: outer("-90"),
    "When the shutter opens, after the frame's time.")
  private static let samplesKey = Setting<Samples>(
    "samples", default: .auto, in: 2...128, defaultText: outer("\"auto\""),
    "How many moments are drawn, or \"auto\" for as many as the way is long.")
  private static let keys: [any ParameterDescription] = [shutterKey, phaseKey, samplesKey]

  private static func outer(_ value: String) -> String {
    "the group's or the canvas's, or else \(value)"
  }

  package static var typeName: String { "motion blur" }
  package static var phrase: String { "true, false or an object" }
  package static var spelling: String? {
    #"true, false, or an object such as { "shutter": 180, "phase": -90, "samples": "auto" }: "#
      + "degrees of 0 to 720 and of -360 to 360, of which a frame has 360, and a number of 2 to 128"
  }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> MotionBlur? {
    if case .bool(let isOn) = node.kind {
      return MotionBlur(isOn: isOn, shutter: nil, phase: nil, samples: nil)
    }
    guard let members = node.members else {
      context.mismatch(
        node, expected: phrase,
        hint: "its keys are \(keys.map(\.name).listed(joinedBy: "and"))")
      return nil
    }
    let outer = context.subject
    context.subject = context.parameter.quoted
    defer { context.subject = outer }
    let given = ParameterList(keys).decode(
      members, at: node.range.lowerBound..<node.range.lowerBound + 1, in: &context)
    func value<Value>(_ key: Setting<Value>) -> Value? { given.isGiven(key) ? given[key] : nil }
    return MotionBlur(
      isOn: true, shutter: value(shutterKey), phase: value(phaseKey), samples: value(samplesKey))
  }

  package static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    definitions.reference("motion-blur") { definitions in
      .anyOf(
        .object([("type", .string("boolean"))]),
        .object([
          ("type", .string("object")),
          (
            "properties",
            .object(keys.map { (key: $0.name, value: $0.schema(&definitions)) })
          ),
          ("additionalProperties", .bool(false)),
        ]))
    }
  }

  package var json: JSONText {
    guard isOn else { return .bool(false) }
    var members: [(key: String, value: JSONText)] = []
    if let ownShutter { members.append(("shutter", ownShutter.json)) }
    if let ownPhase { members.append(("phase", ownPhase.json)) }
    if let ownSamples { members.append(("samples", ownSamples.json)) }
    return members.isEmpty ? .bool(true) : .object(members)
  }
}

extension MotionBlur.Samples: ParameterValue {
  package static var typeName: String { "count" }
  package static var phrase: String { "a count or \"auto\"" }
  package static var spelling: String? { phrase }

  package static func decode(
    _ node: JSONNode, in context: inout DecodingContext
  ) -> MotionBlur.Samples? {
    switch node.kind {
    case .string("auto"): return .auto
    case .string(let word):
      context.unknown(word, at: node, names: ["auto"])
      return nil
    case .number: return Int.decode(node, in: &context).map { .count($0) }
    default:
      context.mismatch(node, expected: phrase)
      return nil
    }
  }

  package static func schema(
    _ limits: Limits?, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    .anyOf(.object([("const", .string("auto"))]), Int.schema(limits, &definitions))
  }

  package var measures: [Double] {
    if case .count(let count) = self { [Double(count)] } else { [] }
  }

  package var json: JSONText {
    switch self {
    case .auto: .string("auto")
    case .count(let count): .integer(count)
    }
  }
}
