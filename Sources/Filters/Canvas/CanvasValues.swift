import Bytes
import Timeline
import Y4M

/// What lies behind the picture, as a timeline says it: a colour, or `"blur"`.
enum Backdrop: ParameterValue, Hashable {
  case color(Color)
  case blurred

  static var typeName: String { "background" }
  static var phrase: String { "a colour or \"blur\"" }
  static var spelling: String? { "a colour, or \"blur\" for the picture itself, blurred" }

  static func decode(
    _ node: JSONNode, in context: inout DecodingContext
  ) -> Backdrop? {
    if node.string == "blur" { return .blurred }
    return Color.decode(node, in: &context).map { .color($0) }
  }

  static func schema(
    _ limits: Limits?, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    let blur = JSONText.object([("const", .string("blur"))])
    return .anyOf(blur, Color.schema(nil, &definitions))
  }

  var json: JSONText {
    switch self {
    case .color(let color): color.json
    case .blurred: .string("blur")
    }
  }
}

/// What is mixed where pictures are seen through one another.
enum CanvasBlending: String, Choice {
  case gamma
  case linear

  /// How much light samples stand for, where light is mixed: what a display shows of a stream.
  func mixing(_ light: StreamLight) -> LightCurve? {
    self == .linear ? LightCurve(light.transfer.curve) : nil
  }
}

/// A turn of the input by quarters.
enum QuarterTurn: Int, ParameterValue, CaseIterable, Sendable {
  case none = 0
  case right = 90
  case half = 180
  case left = 270

  /// Whether rows become columns.
  var isTransposing: Bool { self == .right || self == .left }

  static var typeName: String { "quarter turn" }
  static var phrase: String { "0, 90, 180 or 270" }
  static var spelling: String? { phrase }

  static func decode(
    _ node: JSONNode, in context: inout DecodingContext
  ) -> QuarterTurn? {
    guard let degrees = Int.decode(node, in: &context) else { return nil }
    let turn = (degrees % 360 + 360) % 360
    guard let value = QuarterTurn(rawValue: turn) else {
      context.error("\(context.parameter.quoted) takes \(phrase), not \(degrees)", at: node.range)
      return nil
    }
    return value
  }

  static func schema(
    _ limits: Limits?, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    // Turns beyond a whole one, and to the left, are the same as one of these.
    let whole = JSONText.object([("type", .string("integer")), ("multipleOf", .integer(90))])
    return .anyOf(
      .object([("enum", .array(allCases.map { .integer($0.rawValue) }))]), whole)
  }

  var json: JSONText { .integer(rawValue) }
}

/// The word of a C tag, such as `420p10`: depth, subsampling and siting of a stream.
struct FormatName: ParameterValue {
  let colorspace: Colorspace

  static var typeName: String { "word" }
  static var phrase: String { "the value of a C tag, such as \"420p10\"" }
  static var choices: [String] { Colorspace.all.map(\.name) }

  static func decode(
    _ node: JSONNode, in context: inout DecodingContext
  ) -> FormatName? {
    guard let word = node.string else {
      context.mismatch(node, expected: phrase)
      return nil
    }
    if let colorspace = Colorspace.named(word) { return FormatName(colorspace: colorspace) }
    context.unknown(word, at: node, names: choices)
    return nil
  }

  static func schema(
    _ limits: Limits?, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    .oneOf(choices)
  }

  var json: JSONText { .string(colorspace.name) }
}

/// Frames a second: a number, or a fraction as text.
struct RateValue: ParameterValue {
  let rate: FrameRate

  static var typeName: String { "rate" }
  static var phrase: String { "frames a second such as 25 or \"30000/1001\"" }
  static var spelling: String? { phrase }

  static func decode(
    _ node: JSONNode, in context: inout DecodingContext
  ) -> RateValue? {
    let text: String
    switch node.kind {
    case .number(let number): text = number
    case .string(let string): text = string
    default:
      context.mismatch(node, expected: phrase)
      return nil
    }
    // A rate is spelt as a number of seconds is, exact in both spellings.
    let expression =
      node.string == nil ? try? TimeExpression(number: text) : try? TimeExpression(parsing: text)
    guard case .seconds(let value) = expression,
      let numerator = Int(exactly: value.value.numerator),
      let denominator = Int(exactly: value.value.denominator),
      let rate = FrameRate(numerator, denominator)
    else {
      context.error("\(context.parameter.quoted) takes \(phrase)", at: node.range)
      return nil
    }
    return RateValue(rate: rate)
  }

  static func schema(
    _ limits: Limits?, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    .object([("type", .array([.string("number"), .string("string")]))])
  }

  var json: JSONText {
    if rate.denominator == 1 { return .integer(rate.numerator) }
    return .string("\(rate.numerator)/\(rate.denominator)")
  }
}
