import Bytes

/// A text that is shown, and where it stands in the timeline.
package struct ShownText: ParameterValue {
  /// What is shown, with its escapes resolved.
  package let text: String
  /// The bytes of the string in the timeline, quotes included.
  package let place: Range<Int>

  /// A text; one that is not from a timeline has no place.
  package init(_ text: String, place: Range<Int> = 0..<0) {
    self.text = text
    self.place = place
  }

  package static var typeName: String { String.typeName }
  package static var phrase: String { String.phrase }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> ShownText? {
    String.decode(node, in: &context).map { ShownText($0, place: node.range) }
  }

  package static func schema(_ limits: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText
  {
    String.schema(limits, &definitions)
  }

  package var json: JSONText { .string(text) }
}

/// The distance from one line to the next.
package enum LineHeight: ParameterValue {
  /// What the fonts of the line want.
  case normal
  /// So many times the letters' size.
  case multiple(Double)
  /// Pixels.
  case pixels(Double)

  package static var typeName: String { "line height" }
  package static var phrase: String { "a line height such as 1.2 or \"60px\"" }
  package static var spelling: String? {
    #"times the letters' size, or "120%", "60px"; "normal" is as the font wants"#
  }

  private static let most = 10_000.0

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> LineHeight? {
    switch node.kind {
    case .number:
      return context.value(Double.self, from: node, limits: Limits(0...100)).map { .multiple($0) }
    case .string("normal"): return .normal
    case .string(let text):
      guard let (number, unit) = TextScanner.quantity(text), let value = number.double,
        value >= 0, value <= most, unit == "px" || unit == "%"
      else {
        context.error(
          "\(context.parameter.quoted) cannot be \(text.quoted)", at: node.range,
          hint: "it is a factor, or text such as \"120%\" or \"60px\"")
        return nil
      }
      return unit == "px" ? .pixels(value) : .multiple(value / 100)
    default:
      context.mismatch(node, expected: phrase)
      return nil
    }
  }

  package static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    .anyOf(
      Double.schema(Limits(0...100), &definitions),
      .string(matching: #"^(normal|\s*[0-9.]+\s*(px|%)\s*)$"#))
  }

  package var json: JSONText {
    switch self {
    case .normal: .string("normal")
    case .multiple(let factor): .number(factor)
    case .pixels(let pixels): .string(JSONText.spelling(pixels) + "px")
    }
  }
}

/// Distances at the four sides of a box.
package struct Sides: ParameterValue {
  /// The distance at the upper side.
  package let top: Double
  /// The distance at the right side.
  package let right: Double
  /// The distance at the lower side.
  package let bottom: Double
  /// The distance at the left side.
  package let left: Double

  /// Four distances, in CSS's order.
  package init(top: Double, right: Double, bottom: Double, left: Double) {
    (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
  }

  /// One distance for all sides.
  package init(_ all: Double) { self.init(top: all, right: all, bottom: all, left: all) }

  package static var typeName: String { "sides" }
  package static var phrase: String { "a number, [y, x] or [top, right, bottom, left]" }
  package static var spelling: String? {
    "one number for all, [y, x], or [top, right, bottom, left]"
  }

  private static let limits = Limits(0...10_000)

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Sides? {
    guard let elements = node.elements else {
      return context.value(Double.self, from: node, limits: limits).map { Sides($0) }
    }
    let parts = elements.prefix(4).map { context.value(Double.self, from: $0, limits: limits) }
    let values = parts.compactMap(\.self)
    guard values.count == parts.count else { return nil }
    switch elements.count {
    case 2: return Sides(top: values[0], right: values[1], bottom: values[0], left: values[1])
    case 4: return Sides(top: values[0], right: values[1], bottom: values[2], left: values[3])
    default:
      context.error(
        "\(context.parameter.quoted) takes \(phrase), not \(counted(elements.count, "value"))",
        at: node.range)
      return nil
    }
  }

  package static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    let side = Double.schema(limits, &definitions)
    func array(_ count: Int) -> JSONText {
      .object([
        ("type", .string("array")), ("items", side), ("minItems", .integer(count)),
        ("maxItems", .integer(count)),
      ])
    }
    return .anyOf(side, array(2), array(4))
  }

  package var json: JSONText {
    if top == bottom, left == right {
      return top == right ? .number(top) : .array([.number(top), .number(right)])
    }
    return .array([top, right, bottom, left].map { .number($0) })
  }
}
