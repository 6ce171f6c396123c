extension Color: ParameterValue {
  package static var typeName: String { "colour" }
  package static var spelling: String? { ##""#rrggbb", "rgb(…)", "hsl(…)" or a CSS name"## }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Color? {
    guard let text = node.string else {
      context.mismatch(node, expected: phrase, hint: ##"such as "#ff8000" or "orange""##)
      return nil
    }
    do throws(ValueError) {
      return try Color(parsing: text)
    } catch {
      context.report(error, at: node)
      return nil
    }
  }

  package static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    definitions.reference("colour") { _ in
      // The first names are for completion; a schema has no pattern that takes letters of either
      // case.
      let names = allNames.map { name in
        name.map { "[\($0.uppercased())\($0)]" }.joined()
      }
      return .oneOf(
        allNames, orMatching: #"^#|^\s*([A-Za-z]+\(|(\#(names.joined(separator: "|")))\s*$)"#)
    }
  }

  package var json: JSONText {
    let text = description
    return .string(text.count == 9 && text.hasSuffix("ff") ? String(text.dropLast(2)) : text)
  }
}

/// The colours of a gradient with their places along it.
package struct GradientStops: ParameterValue {
  /// A colour and its place.
  package struct Stop: Hashable, Sendable {
    /// From 0 at the gradient's start to 1 at its end.
    package let position: Double
    /// The colour that is reached there.
    package let color: Color

    /// Puts `color` at `position`, 0 to 1.
    package init(position: Double, color: Color) {
      self.position = position
      self.color = color
    }
  }

  /// At least two, in the order of their positions.
  package let stops: [Stop]

  /// Takes stops that are at least two and in order.
  package init(_ stops: [Stop]) { self.stops = stops }

  /// Spreads colours evenly from 0 to 1.
  package init(even colors: [Color]) {
    let last = Double(max(1, colors.count - 1))
    stops = colors.enumerated().map { Stop(position: Double($0.offset) / last, color: $0.element) }
  }

  package static var typeName: String { "stops" }
  package static var phrase: String { "an array of colours" }
  package static var spelling: String? {
    #"["red", "blue"], or [[0, "red"], [0.3, "white"], [1, "blue"]]"#
  }

  package static func decode(
    _ node: JSONNode, in context: inout DecodingContext
  ) -> GradientStops? {
    guard let elements = node.elements else {
      context.mismatch(node, expected: phrase, hint: #"such as ["red", "blue"]"#)
      return nil
    }
    guard elements.count >= 2 else {
      context.error("\(context.parameter.quoted) needs at least two colours", at: node.range)
      return nil
    }
    let parts = elements.map { decodeStop($0, in: &context) }
    var stops: [Stop] = []
    for (index, part) in parts.enumerated() {
      guard let part else { return nil }
      let even = Double(index) / Double(parts.count - 1)
      let position = part.position ?? even
      if let last = stops.last, position < last.position {
        context.error(
          "the stop's position is before that of the previous stop", at: elements[index].range,
          hint: "stops must be in the order of their positions")
        return nil
      }
      stops.append(Stop(position: position, color: part.color))
    }
    return GradientStops(stops)
  }

  /// A stop: a colour alone, `[position, colour]`, or an object.
  private static func decodeStop(
    _ node: JSONNode, in context: inout DecodingContext
  ) -> (position: Double?, color: Color)? {
    if let elements = node.elements, elements.count == 2 {
      let position = decodePosition(elements[0], in: &context)
      let color = context.value(Color.self, from: elements[1])
      guard let position, let color else { return nil }
      return (position, color)
    }
    guard let members = node.members else {
      return context.value(Color.self, from: node).map { (nil, $0) }
    }
    let outer = context.subject
    context.subject = "a stop"
    defer { context.subject = outer }
    let names = ["position", "offset", "color"]
    let unknown = members.filter { !names.contains($0.key) }
    let meant = unknown.map { UnknownKey.report($0, names: names, in: &context) }
    let place = node.member("position") ?? node.member("offset")
    guard let color = node.member("color") else {
      if !meant.contains("color") { context.error("a stop needs 'color'", at: node.range) }
      return nil
    }
    let value = context.with(parameter: "color") { $0.value(Color.self, from: color.value) }
    guard let place else { return value.map { (nil, $0) } }
    guard let position = decodePosition(place.value, in: &context), let value else { return nil }
    return (position, value)
  }

  /// A place along the gradient: 0 to 1, or a percentage.
  private static func decodePosition(
    _ node: JSONNode, in context: inout DecodingContext
  ) -> Double? {
    context.with(parameter: "position") { context in
      guard let text = node.string else {
        return context.value(Double.self, from: node, limits: Limits(0...1))
      }
      guard case .share(let share) = try? TimeExpression(parsing: text),
        (0...1).contains(share.double)
      else {
        context.error("'position' must be from 0 to 1 or from 0% to 100%", at: node.range)
        return nil
      }
      return share.double
    }
  }

  package static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    let color = Color.schema(nil, &definitions)
    let position = JSONText.object([
      ("type", .array([.string("number"), .string("string")])), ("minimum", .integer(0)),
      ("maximum", .integer(1)),
    ])
    let array = JSONText.object([
      ("type", .string("array")), ("prefixItems", .array([position, color])),
      ("items", .bool(false)), ("minItems", .integer(2)),
    ])
    let object = JSONText.object([
      ("type", .string("object")),
      (
        "properties",
        .object([
          ("position", position.described("Where it stands, from 0 to 1. Default: evenly spread.")),
          ("offset", position.described("Another name of position. Default: none.")),
          ("color", color.described("The colour there.")),
        ])
      ),
      ("required", .array([.string("color")])), ("additionalProperties", .bool(false)),
    ])
    return .object([
      ("type", .string("array")), ("minItems", .integer(2)),
      ("items", .anyOf(color, array, object)),
    ])
  }

  package var json: JSONText {
    let colors = stops.map(\.color)
    if self == GradientStops(even: colors) { return .array(colors.map(\.json)) }
    return .array(stops.map { .array([.number($0.position), $0.color.json]) })
  }
}
