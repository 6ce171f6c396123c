import Bytes
import Timeline

/// What a channel takes of red, green and blue, and what is added.
struct MixerRow: ParameterValue, Interpolatable {
  var parts: SIMD4<Double>

  init(_ red: Double, _ green: Double, _ blue: Double, adding offset: Double = 0) {
    parts = SIMD4(red, green, blue, offset)
  }

  static var typeName: String { "row" }
  static var phrase: String { "a row [red, green, blue] or [red, green, blue, offset]" }
  static var spelling: String? { "[red, green, blue] or [red, green, blue, offset]" }

  static func decode(_ node: JSONNode, in context: inout DecodingContext) -> MixerRow? {
    guard let elements = node.elements else {
      context.mismatch(node, expected: phrase)
      return nil
    }
    guard elements.count == 3 || elements.count == 4 else {
      context.error(
        "\(context.parameter.quoted) takes \(phrase), not \(counted(elements.count, "value"))",
        at: node.range)
      return nil
    }
    let numbers = elements.compactMap { context.value(Double.self, from: $0) }
    guard numbers.count == elements.count else { return nil }
    return MixerRow(
      numbers[0], numbers[1], numbers[2], adding: numbers.count == 4 ? numbers[3] : 0)
  }

  static func schema(_ limits: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    .object([
      ("type", .string("array")), ("items", Double.schema(limits, &definitions)),
      ("minItems", .integer(3)), ("maxItems", .integer(4)),
    ])
  }

  var measures: [Double] { [parts.x, parts.y, parts.z, parts.w] }

  var json: JSONText {
    let numbers = parts.w == 0 ? [parts.x, parts.y, parts.z] : measures
    return .array(numbers.map { .number($0) })
  }

  var components: SIMD4<Double> { parts }
  init(components: SIMD4<Double>) { parts = components }
}
