import Bytes
import Shapes
import Timeline

/// A figure that a shape is.
enum ShapeKind: String, Choice {
  case rectangle
  case ellipse
  case arc
  case pie
  case ring
  case polygon
  case star
  case line
  case arrow
  case path

  /// Whether it is a line alone, which bounds nothing.
  var isOpen: Bool { self == .line || self == .arc }

  /// Whether it fills its box, and does not only stand in it.
  var fillsBox: Bool { self != .line && self != .arrow && self != .path }
}

/// What counts as the inside of a path that crosses itself.
enum ShapeFillRule: String, Choice {
  case nonzero
  case evenodd
}

/// Path data, as SVG has it.
///
/// Movements of it go by ``KeyedValues``: its numbers are too many to be mixed as others are.
struct PathText: ParameterValue, Interpolatable {
  /// As it is written.
  let text: String
  let data: PathData

  /// No data, which draws nothing.
  static let none = PathText(text: "", data: PathData())

  private init(text: String, data: PathData) {
    self.text = text
    self.data = data
  }

  static var typeName: String { "path data" }
  static var phrase: String { "path data" }
  static var spelling: String? { #"the `d` of an SVG path, such as "M0 0 H80 L40 60 Z""# }

  static func decode(_ node: JSONNode, in context: inout DecodingContext) -> PathText? {
    guard let text = node.string else {
      context.mismatch(node, expected: phrase, hint: #"such as "M0 0 H80 L40 60 Z""#)
      return nil
    }
    do throws(PathDataError) {
      return PathText(text: text, data: try PathData(parsing: text))
    } catch {
      context.error(error.message, at: place(of: error.range, in: node, text))
      // It is given, and nothing more is to be said of it.
      return PathText(text: text, data: PathData())
    }
  }

  /// The bytes of the timeline that some bytes of a string are; all of the string where escapes
  /// make that hard to tell.
  private static func place(
    of range: Range<Int>, in node: JSONNode, _ text: String
  ) -> Range<Int> {
    guard node.range.count == text.utf8.count + 2 else { return node.range }
    let start = node.range.lowerBound + 1 + range.lowerBound
    return start..<start + max(range.count, 1)
  }

  static func schema(_: Limits?, _: inout SchemaDefinitions) -> JSONText {
    .object([("type", .string("string"))])
  }

  var json: JSONText { .string(text) }

  var components: SIMD4<Double> { SIMD4(repeating: 0) }
  init(components: SIMD4<Double>) { self = .none }
}

/// The lengths of dashes and gaps in turn.
///
/// Movements of it go by ``KeyedValues``.
struct DashLengths: ParameterValue, Interpolatable {
  let lengths: [Double]

  init(_ lengths: [Double]) { self.lengths = lengths }

  /// More lengths than anybody lists.
  private static let most = 1000

  static var typeName: String { "lengths" }
  static var phrase: String { "an array of lengths" }
  static var spelling: String? { "[20, 10]: a dash, a gap, and so on; an odd list counts twice" }

  static func decode(_ node: JSONNode, in context: inout DecodingContext) -> DashLengths? {
    guard let elements = node.elements, elements.count <= most else {
      context.mismatch(node, expected: phrase, hint: "such as [20, 10]")
      return nil
    }
    let lengths = elements.map { context.value(Double.self, from: $0, limits: limits) }
    let sound = lengths.compactMap(\.self)
    return sound.count == lengths.count ? DashLengths(sound) : nil
  }

  private static let limits = Limits(0...100_000)

  static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    .object([
      ("type", .string("array")), ("items", Double.schema(limits, &definitions)),
      ("maxItems", .integer(most)),
    ])
  }

  var json: JSONText { .array(lengths.map { .number($0) }) }

  var components: SIMD4<Double> { SIMD4(repeating: 0) }
  init(components: SIMD4<Double>) { self.init([]) }
}

/// The radii of a figure's corners.
struct CornerRadii: ParameterValue, Interpolatable {
  /// From the top left corner, clockwise.
  let components: SIMD4<Double>

  init(components: SIMD4<Double>) { self.components = components }

  /// One radius for all corners.
  init(_ all: Double) { components = SIMD4(repeating: all) }

  static var typeName: String { "radii" }
  static var phrase: String { "a number or four" }
  static var spelling: String? {
    "one number for all, or [top left, top right, bottom right, bottom left]"
  }

  static func decode(_ node: JSONNode, in context: inout DecodingContext) -> CornerRadii? {
    guard let elements = node.elements else {
      return context.value(Double.self, from: node).map { CornerRadii($0) }
    }
    return numbers(elements, count: 4, node, phrase, in: &context).map {
      CornerRadii(components: SIMD4($0))
    }
  }

  static func schema(_ limits: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    let number = Double.schema(limits, &definitions)
    return .anyOf(number, numbersSchema(number, count: 4))
  }

  var measures: [Double] { (0..<4).map { components[$0] } }

  var json: JSONText {
    components == SIMD4(repeating: components.x)
      ? .number(components.x) : .array(measures.map { .number($0) })
  }
}

/// Two numbers that belong together.
struct NumberPair: ParameterValue, Interpolatable {
  let first: Double
  let second: Double

  init(_ first: Double, _ second: Double) { (self.first, self.second) = (first, second) }

  static var typeName: String { "two numbers" }
  static var phrase: String { "two numbers" }

  static func decode(_ node: JSONNode, in context: inout DecodingContext) -> NumberPair? {
    guard let elements = node.elements else {
      context.mismatch(node, expected: phrase, hint: "such as [0, 0.5]")
      return nil
    }
    return numbers(elements, count: 2, node, phrase, in: &context).map {
      NumberPair($0[0], $0[1])
    }
  }

  static func schema(_ limits: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    numbersSchema(Double.schema(limits, &definitions), count: 2)
  }

  var measures: [Double] { [first, second] }
  var json: JSONText { .array([.number(first), .number(second)]) }

  var components: SIMD4<Double> { SIMD4(first, second, 0, 0) }
  init(components: SIMD4<Double>) { self.init(components.x, components.y) }
}

/// Reads so many numbers; all are read even if one is faulty.
private func numbers(
  _ elements: [JSONNode], count: Int, _ node: JSONNode, _ phrase: String,
  in context: inout DecodingContext
) -> [Double]? {
  guard elements.count == count else {
    context.error(
      "\(context.parameter.quoted) takes \(phrase), not \(counted(elements.count, "value"))",
      at: node.range)
    return nil
  }
  let values = elements.map { context.value(Double.self, from: $0) }
  let sound = values.compactMap(\.self)
  return sound.count == count ? sound : nil
}

private func numbersSchema(_ number: JSONText, count: Int) -> JSONText {
  .object([
    ("type", .string("array")), ("items", number), ("minItems", .integer(count)),
    ("maxItems", .integer(count)),
  ])
}
