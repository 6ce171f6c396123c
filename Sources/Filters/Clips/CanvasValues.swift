import Bytes
import Timeline
import Y4M

/// What lies behind the picture, as a timeline says it: a colour, or `"blur"`.
package enum Backdrop: ParameterValue, Hashable {
  case color(Color)
  case blurred

  package static var typeName: String { "background" }
  package static var phrase: String { "a colour or \"blur\"" }
  package static var spelling: String? { "a colour, or \"blur\" for the picture itself, blurred" }

  package static func decode(
    _ node: JSONNode, in context: inout DecodingContext
  ) -> Backdrop? {
    if node.string == "blur" { return .blurred }
    return Color.decode(node, in: &context).map { .color($0) }
  }

  package static func schema(
    _ limits: Limits?, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    let blur = JSONText.object([("const", .string("blur"))])
    return .anyOf(blur, Color.schema(nil, &definitions))
  }

  package var json: JSONText {
    switch self {
    case .color(let color): color.json
    case .blurred: .string("blur")
    }
  }
}

/// A turn of the input by quarters.
package enum QuarterTurn: Int, ParameterValue, CaseIterable, Sendable {
  case none = 0
  case right = 90
  case half = 180
  case left = 270

  package static var typeName: String { "quarter turn" }
  package static var phrase: String { "0, 90, 180 or 270" }
  package static var spelling: String? { phrase }

  package static func decode(
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

  package static func schema(
    _ limits: Limits?, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    .object([("enum", .array(allCases.map { .integer($0.rawValue) }))])
  }

  package var json: JSONText { .integer(rawValue) }
}

/// The word of a C tag, such as `420p10`: depth, subsampling and siting of a stream.
package struct FormatName: ParameterValue {
  package let colorspace: Colorspace

  package static var typeName: String { "word" }
  package static var phrase: String { "the word of a C tag, such as \"420p10\"" }
  package static var choices: [String] { Colorspace.all.map(\.name) }

  package static func decode(
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

  package static func schema(
    _ limits: Limits?, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    .oneOf(choices)
  }

  package var json: JSONText { .string(colorspace.name) }
}

/// Frames a second: a number, or a fraction as text.
package struct RateValue: ParameterValue {
  package let rate: FrameRate

  package static var typeName: String { "rate" }
  package static var phrase: String { "frames a second such as 25 or \"30000/1001\"" }
  package static var spelling: String? { phrase }

  package static func decode(
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

  package static func schema(
    _ limits: Limits?, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    .object([("type", .array([.string("number"), .string("string")]))])
  }

  package var json: JSONText {
    if rate.denominator == 1 { return .integer(rate.numerator) }
    return .string("\(rate.numerator)/\(rate.denominator)")
  }
}
