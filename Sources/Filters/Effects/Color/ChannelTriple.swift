import Bytes
import Timeline

/// A number for each of red, green and blue: one for all of them, or three.
struct ChannelTriple: ParameterValue, Interpolatable {
  var values: SIMD3<Double>

  /// One number for all channels.
  init(_ all: Double) { values = SIMD3(repeating: all) }

  init(_ red: Double, _ green: Double, _ blue: Double) { values = SIMD3(red, green, blue) }

  static var typeName: String { "channels" }
  static var phrase: String { "a number or [red, green, blue]" }
  static var spelling: String? { "a number for all channels, or [red, green, blue]" }

  static func decode(_ node: JSONNode, in context: inout DecodingContext) -> ChannelTriple? {
    guard let elements = node.elements else {
      guard case .number = node.kind else {
        context.mismatch(node, expected: phrase)
        return nil
      }
      return context.value(Double.self, from: node).map { ChannelTriple($0) }
    }
    guard elements.count == 3 else {
      context.error(
        "\(context.parameter.quoted) takes \(phrase), not \(counted(elements.count, "value"))",
        at: node.range)
      return nil
    }
    let numbers = elements.compactMap { context.value(Double.self, from: $0) }
    return numbers.count == 3 ? ChannelTriple(numbers[0], numbers[1], numbers[2]) : nil
  }

  static func schema(_ limits: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    let number = Double.schema(limits, &definitions)
    return .anyOf(
      number,
      .object([
        ("type", .string("array")), ("items", number), ("minItems", .integer(3)),
        ("maxItems", .integer(3)),
      ]))
  }

  var measures: [Double] { [values.x, values.y, values.z] }

  var json: JSONText {
    if values.x == values.y, values.y == values.z { return .number(values.x) }
    return .array([.number(values.x), .number(values.y), .number(values.z)])
  }

  var components: SIMD4<Double> { SIMD4(values, 0) }
  init(components: SIMD4<Double>) { values = SIMD3(components.x, components.y, components.z) }
}

extension Animated<ChannelTriple> {
  /// The numbers at a time, held within limits that an easing may overshoot.
  func values(at time: Time, within limits: ClosedRange<Double>) -> SIMD3<Double> {
    value(at: time).values.clamped(
      lowerBound: SIMD3(repeating: limits.lowerBound),
      upperBound: SIMD3(repeating: limits.upperBound))
  }
}
