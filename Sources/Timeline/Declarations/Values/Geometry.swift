import Bytes

/// Reads what is a number or a string, as most values with units are.
private func scalar<Value>(
  _ node: JSONNode, in context: inout DecodingContext, expected: String,
  number: (String) throws(ValueError) -> Value, string: (String) throws(ValueError) -> Value
) -> Value? {
  do throws(ValueError) {
    switch node.kind {
    case .number(let text): return try number(text)
    case .string(let text): return try string(text)
    default:
      context.mismatch(node, expected: expected)
      return nil
    }
  } catch {
    context.report(error, at: node)
    return nil
  }
}

/// Reads an array of two; both are read even if the first is faulty.
private func pair<Part>(
  _ elements: [JSONNode], _ node: JSONNode, in context: inout DecodingContext, expected: String,
  part: (JSONNode, inout DecodingContext) -> Part?
) -> (Part, Part)? {
  guard elements.count == 2 else {
    context.error(
      "\(context.parameter.quoted) takes \(expected), not \(counted(elements.count, "value"))",
      at: node.range)
    return nil
  }
  let first = elements[0].isInvalid ? nil : part(elements[0], &context)
  let second = elements[1].isInvalid ? nil : part(elements[1], &context)
  guard let first, let second else { return nil }
  return (first, second)
}

/// The schema of an array of two.
private func pairSchema(_ part: JSONText) -> JSONText {
  .object([
    ("type", .string("array")), ("items", part), ("minItems", .integer(2)),
    ("maxItems", .integer(2)),
  ])
}

private let stringSchema = JSONText.object([("type", .string("string"))])

extension Length: ParameterValue {
  package static var typeName: String { "length" }
  package static var spelling: String? {
    #"pixels, or "50%" of the canvas side, or "5vmin", or "100% - 20px""#
  }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Length? {
    guard let viewport = context.viewport(for: node) else { return nil }
    return scalar(
      node, in: &context, expected: "a length such as 20 or \"50%\"",
      number: { text throws(ValueError) in try Length(number: text) },
      string: { text throws(ValueError) in try Length(parsing: text, on: viewport) })
  }

  package static func schema(_ limits: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText
  {
    .anyOf(Double.schema(limits, &definitions), stringSchema)
  }

  /// The pixels and the share: limits such as "0 or more" hold for both, but for what is taken away
  /// from the other, as in "100% - 20px".
  package var measures: [Double] {
    pixels * fraction < 0 ? [max(pixels, 0), max(fraction, 0)] : [pixels, fraction]
  }

  package var json: JSONText {
    if fraction == 0 { return .number(pixels) }
    let share = JSONText.percentage(fraction)
    let sign = pixels < 0 ? "-" : "+"
    return .string(pixels == 0 ? share : "\(share) \(sign) \(JSONText.spelling(abs(pixels)))px")
  }
}

extension Point: ParameterValue {
  package static var typeName: String { "point" }
  package static var phrase: String { "a point [x, y]" }
  package static var spelling: String? { #"[x, y], each pixels or "50%" of the canvas side"# }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Point? {
    guard let elements = node.elements else {
      context.mismatch(node, expected: phrase, hint: node.string.flatMap(hint))
      return nil
    }
    let words = elements.compactMap(\.string)
    if elements.count == 2, words.count == 2, let hint = hint(for: words.joined(separator: " ")) {
      context.error(
        "\(context.parameter.quoted) takes \(phrase), not words", at: node.range, hint: hint)
      return nil
    }
    return pair(elements, node, in: &context, expected: phrase, part: Length.decode).map {
      Point(x: $0, y: $1)
    }
  }

  /// What to write for a point named as anchors are: "center", "bottom right", "center top".
  private static func hint(for text: String) -> String? {
    let words = text.split { $0 == " " || $0 == "-" }
    guard !words.isEmpty else { return nil }
    let sides = words.filter { !["center", "centre", "middle"].contains($0) }
    let name = sides.isEmpty ? "center" : sides.joined(separator: "-")
    let turned = sides.reversed().joined(separator: "-")
    guard let anchor = (try? Anchor(parsing: name)) ?? (try? Anchor(parsing: turned))
    else { return nil }
    let shares = [anchor.x, anchor.y].map { "\"\(JSONText.percentage($0))\"" }
    return "write [\(shares.joined(separator: ", "))]"
  }

  package static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    pairSchema(Length.schema(nil, &definitions))
  }

  package var measures: [Double] { x.measures + y.measures }
  package var json: JSONText { .array([x.json, y.json]) }
}

extension Extent: ParameterValue {
  package static var typeName: String { "size" }
  package static var phrase: String { "a size [width, height]" }
  package static var spelling: String? { #"[width, height], each pixels, "50%" or "auto""# }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Extent? {
    if node.string == "auto" { return .auto }
    guard let elements = node.elements else {
      context.mismatch(node, expected: phrase, hint: #"such as [200, "auto"]"#)
      return nil
    }
    return pair(elements, node, in: &context, expected: phrase, part: side).map {
      Extent(width: $0.length, height: $1.length)
    }
  }

  private struct Side { let length: Length? }

  private static func side(_ node: JSONNode, in context: inout DecodingContext) -> Side? {
    guard let viewport = context.viewport(for: node) else { return nil }
    let side = scalar(
      node, in: &context, expected: "sides such as 200, \"50%\" or \"auto\"",
      number: { text throws(ValueError) in Side(length: try Length(number: text)) },
      string: { text throws(ValueError) in
        Side(length: try Extent.side(parsing: text, on: viewport))
      })
    if let length = side?.length, length.measures.contains(where: { $0 < 0 }) {
      context.error("\(context.parameter.quoted) cannot be negative", at: node.range)
      return nil
    }
    return side
  }

  package static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    .anyOf(
      pairSchema(Length.schema(.atLeast(0), &definitions)),
      .object([("const", .string("auto"))]))
  }

  package var measures: [Double] { (width?.measures ?? []) + (height?.measures ?? []) }

  package var json: JSONText {
    if self == .auto { return .string("auto") }
    return .array([width?.json ?? .string("auto"), height?.json ?? .string("auto")])
  }
}

extension Anchor: ParameterValue {
  package static var typeName: String { "anchor" }
  package static var phrase: String { "a name such as \"center\" or [fx, fy]" }
  package static var spelling: String? {
    "a name or [fx, fy], from [0, 0] at the top left to [1, 1] at the bottom right"
  }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Anchor? {
    if let elements = node.elements {
      return pair(elements, node, in: &context, expected: phrase, part: share).map {
        Anchor(x: $0, y: $1)
      }
    }
    guard let text = node.string else {
      context.mismatch(node, expected: phrase)
      return nil
    }
    do throws(ValueError) {
      return try Anchor(parsing: text)
    } catch {
      context.report(error, at: node)
      return nil
    }
  }

  /// One side of an anchor: a share, or a percentage.
  private static func share(_ node: JSONNode, in context: inout DecodingContext) -> Double? {
    Double.decode(node.share ?? node, in: &context)
  }

  package static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    .anyOf(
      .oneOf(allNames),
      pairSchema(Double.schema(nil, isShare: true, &definitions)))
  }

  package var measures: [Double] { [x, y] }

  package var json: JSONText {
    let name = Anchor.allNames.first { (try? Anchor(parsing: $0)) == self }
    return name.map { .string($0) } ?? .array([.number(x), .number(y)])
  }
}

extension Scale: ParameterValue {
  package static var typeName: String { "scale" }
  package static var phrase: String { "a factor or [x, y]" }
  package static var spelling: String? { #"a factor, "150%", or [x, y]; negative ones mirror"# }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Scale? {
    guard let elements = node.elements else {
      return factor(node, in: &context).map { Scale($0) }
    }
    return pair(elements, node, in: &context, expected: phrase, part: factor).map {
      Scale(x: $0, y: $1)
    }
  }

  private static func factor(_ node: JSONNode, in context: inout DecodingContext) -> Double? {
    if case .number = node.kind { return Double.decode(node, in: &context) }
    return scalar(
      node, in: &context, expected: phrase,
      number: { text throws(ValueError) in try Scale.factor(parsing: text) },
      string: { text throws(ValueError) in try Scale.factor(parsing: text) })
  }

  package static func schema(_ limits: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText
  {
    let factor = JSONText.anyOf(Double.schema(limits, &definitions), stringSchema)
    return .anyOf(factor, pairSchema(factor))
  }

  package var measures: [Double] { [x, y] }
  package var json: JSONText { x == y ? .number(x) : .array([.number(x), .number(y)]) }
}

extension Angle: ParameterValue {
  package static var typeName: String { "angle" }
  package static var spelling: String? { #"degrees clockwise, or "0.5turn", "1rad""# }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Angle? {
    scalar(
      node, in: &context, expected: "an angle in degrees",
      number: { text throws(ValueError) in try Angle(number: text) },
      string: { text throws(ValueError) in try Angle(parsing: text) })
  }

  package static func schema(_ limits: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText
  {
    .anyOf(Double.schema(limits, &definitions), stringSchema)
  }

  package var measures: [Double] { [degrees] }
  package var json: JSONText { .number(degrees) }
}
