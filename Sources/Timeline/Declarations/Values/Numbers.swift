extension Double: ParameterValue {
  package static var typeName: String { "number" }
  package static var spelling: String? { #"0.5, or "50%" where 1 is the whole"# }
  package static var takesPercentages: Bool { true }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Double? {
    guard case .number(let text) = node.kind else {
      var hint: String?
      if let text = node.string, Double(text)?.isFinite == true {
        hint = "write \(text.printable) without quotes"
      }
      context.mismatch(node, expected: phrase, hint: hint)
      return nil
    }
    guard let number = Double(text), number.isFinite else {
      context.error("\(text.quoted) is too large for \(context.parameter.quoted)", at: node.range)
      return nil
    }
    return number
  }

  package static func schema(_ limits: Limits?, _: inout SchemaDefinitions) -> JSONText {
    let number = JSONText.object([("type", .string("number"))] + (limits?.schema ?? []))
    return limits?.areShares == true ? .anyOf(number, percentageSchema) : number
  }

  /// A percentage in a JSON Schema.
  static let percentageSchema = JSONText.string(matching: #"^\s*[+-]?[0-9.]+\s*%\s*$"#)

  package var measures: [Double] { [self] }
  package var json: JSONText { .number(self) }
}

extension Int: ParameterValue {
  package static var typeName: String { "whole number" }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Int? {
    guard case .number(let text) = node.kind else {
      context.mismatch(node, expected: phrase)
      return nil
    }
    // 2^53 bounds the whole numbers that JSON carries exactly (RFC 8259 section 6).
    guard let number = Double(text), number.magnitude <= 9_007_199_254_740_992,
      let whole = Int(exactly: number)
    else {
      context.error(
        "\(context.parameter.quoted) takes a whole number, not \(text.prefix(40))", at: node.range)
      return nil
    }
    return whole
  }

  package static func schema(_ limits: Limits?, _: inout SchemaDefinitions) -> JSONText {
    .object([("type", .string("integer"))] + (limits?.schema ?? []))
  }

  package var measures: [Double] { [Double(self)] }
  package var json: JSONText { .integer(self) }
}

extension Bool: ParameterValue {
  package static var typeName: String { "true or false" }
  package static var phrase: String { typeName }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Bool? {
    if case .bool(let value) = node.kind { return value }
    let word = node.string.flatMap { ["true", "false"].contains($0) ? $0 : nil }
    context.mismatch(node, expected: phrase, hint: word.map { "write \($0) without quotes" })
    return nil
  }

  package static func schema(_: Limits?, _: inout SchemaDefinitions) -> JSONText {
    .object([("type", .string("boolean"))])
  }

  package var json: JSONText { .bool(self) }
}

extension Repetition: ParameterValue {
  package static var typeName: String { "count" }
  package static var phrase: String { "a count or \"forever\"" }
  package static var spelling: String? { phrase }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Repetition? {
    switch node.kind {
    case .string("forever"): return .forever
    case .string(let word):
      let count = try? Repetition(number: word)
      context.mismatch(
        node, expected: phrase,
        hint: count.map { _ in "write \(word.printable) without quotes" }
          ?? context.suggestion(for: word, in: ["forever"]))
      return nil
    case .number(let text):
      do throws(ValueError) {
        return try Repetition(number: text)
      } catch {
        context.report(error, at: node)
        return nil
      }
    default:
      context.mismatch(node, expected: phrase)
      return nil
    }
  }

  package static func schema(_: Limits?, _: inout SchemaDefinitions) -> JSONText {
    .anyOf(
      .object([("const", .string("forever"))]),
      .object([
        ("type", .string("number")), ("minimum", .integer(0)), ("maximum", .integer(1_000_000_000)),
      ]))
  }

  package var json: JSONText {
    switch self {
    case .forever: .string("forever")
    case .count(let count): .number(count.double)
    }
  }
}
