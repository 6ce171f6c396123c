extension Time: ParameterValue {
  package static var typeName: String { "time" }
  package static var spelling: String? {
    #"seconds, or "90f", "1:02.5", "250ms", "50%", "100% - 1s""#
  }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Time? {
    context.time(node)
  }

  package static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    definitions.reference("time") { _ in
      .object([
        ("type", .array([.string("number"), .string("string")])),
        (
          "examples",
          .array([
            .number(2.5), .string("90f"), .string("1:02.5"), .string("50%"), .string("100% - 1s"),
          ])
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

/// A time that is no share of another one: there is none, or it is not known yet.
struct PlainTime: ParameterValue {
  let time: Time

  /// The start.
  static let zero = PlainTime(time: .zero)

  static var typeName: String { Time.typeName }
  static var spelling: String? { Time.spelling }

  static func decode(_ node: JSONNode, in context: inout DecodingContext) -> PlainTime? {
    context.absoluteTime(node).map { PlainTime(time: $0) }
  }

  static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    definitions.reference("plain-time") { _ in
      .object([
        ("type", .array([.string("number"), .string("string")])),
        ("pattern", .string("^[^%]*$")),
        ("examples", .array([.number(2.5), .string("90f"), .string("1:02.5")])),
      ])
    }
  }

  var measures: [Double] { time.measures }
  var json: JSONText { time.json }
}

/// Times in rising order.
package struct TimeList: ParameterValue {
  /// The times as they are listed, in rising order.
  package let times: [Time]

  /// Times that are in rising order already.
  package init(_ times: [Time] = []) { self.times = times }

  /// More times than anybody lists.
  private static let most = 100_000

  package static var typeName: String { "times" }
  package static var phrase: String { "an array of times" }
  package static var spelling: String? { "[0, 0.4, 1.1], in rising order" }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> TimeList? {
    guard let elements = node.elements, elements.count <= most else {
      context.mismatch(node, expected: phrase, hint: "such as [0, 0.4, 1.1]")
      return nil
    }
    var times: [Time] = []
    for element in elements {
      guard let time = context.time(element) else { return nil }
      if let last = times.last, time < last {
        context.error("the time is before the previous one", at: element.range)
        return nil
      }
      times.append(time)
    }
    return TimeList(times)
  }

  package static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    .object([("type", .string("array")), ("items", Time.schema(nil, &definitions))])
  }

  package var json: JSONText { .array(times.map(\.json)) }
}
