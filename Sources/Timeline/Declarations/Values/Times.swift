extension Time: ParameterValue {
  package static var typeName: String { "time" }
  package static var spelling: String? { #"seconds, or "90f", "1:02.5", "250ms", "50%""# }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Time? {
    context.time(node)
  }

  package static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    definitions.reference("time") { _ in
      .object([
        ("type", .array([.string("number"), .string("string")])),
        (
          "examples",
          .array([.number(2.5), .string("90f"), .string("1:02.5"), .string("50%")])
        ),
      ])
    }
  }

  package var measures: [Double] { [seconds] }

  package var json: JSONText {
    let nanoseconds = value.numerator.multipliedReportingOverflow(by: 1_000_000_000)
    guard !nanoseconds.overflow, nanoseconds.partialValue % value.denominator == 0 else {
      return .string("\(value.numerator)/\(value.denominator)")
    }
    return .number(seconds)
  }
}
