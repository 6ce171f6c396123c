/// Two frequencies, the lower one first.
package struct FrequencyRange: ParameterValue {
  /// In Hz.
  package let low: Double
  /// In Hz, more than ``low``.
  package let high: Double

  /// What lies between two frequencies in Hz, in order.
  package init(_ low: Double, _ high: Double) { (self.low, self.high) = (low, high) }

  package static var typeName: String { "two frequencies" }
  package static var phrase: String { "two frequencies in Hz" }
  package static var spelling: String? {
    "the lowest and the highest frequency in Hz, such as [20, 200]"
  }

  private static let limits = Limits(0...384_000)

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> FrequencyRange?
  {
    guard let ends = node.elements else {
      context.mismatch(node, expected: phrase, hint: "such as [20, 200]")
      return nil
    }
    guard ends.count == 2 else {
      context.error(
        "\(context.parameter.quoted) has two frequencies, not \(ends.count)", at: node.range,
        hint: "such as [20, 200]")
      return nil
    }
    let numbers = ends.compactMap {
      context.value(Double.self, from: $0, limits: limits, unit: "Hz")
    }
    guard numbers.count == 2 else { return nil }
    guard numbers[0] < numbers[1] else {
      context.error("the first frequency must be below the second", at: node.range)
      return nil
    }
    return FrequencyRange(numbers[0], numbers[1])
  }

  package static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    .object([
      ("type", .string("array")), ("items", Double.schema(limits, &definitions)),
      ("minItems", .integer(2)), ("maxItems", .integer(2)),
    ])
  }

  package var json: JSONText { .array([.number(low), .number(high)]) }
}
