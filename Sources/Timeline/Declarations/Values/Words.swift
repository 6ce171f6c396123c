extension String: ParameterValue {
  package static var typeName: String { "text" }
  package static var phrase: String { "a string" }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> String? {
    if let text = node.string { return text }
    context.mismatch(node, expected: phrase)
    return nil
  }

  package static func schema(_: Limits?, _: inout SchemaDefinitions) -> JSONText {
    .object([("type", .string("string"))])
  }

  package var json: JSONText { .string(self) }
}

/// The path of a file, relative to the timeline's folder unless it starts with a slash.
package struct Path: ParameterValue {
  /// The path as it is written, not yet joined to the folder.
  package let text: String
  /// The bytes of the string in the timeline, quotes included; it does not count for equality.
  package let place: Range<Int>

  /// A path as a timeline writes it, at its place.
  package init(_ text: String, place: Range<Int> = 0..<0) {
    self.text = text
    self.place = place
  }

  /// Whether both name the same file; their places do not count.
  package static func == (left: Path, right: Path) -> Bool { left.text == right.text }

  /// Hashes the text, and not its place.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  package static var typeName: String { "path" }
  package static var spelling: String? { "a file, relative to the timeline's folder" }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Path? {
    guard let text = node.string else {
      context.mismatch(node, expected: "the path of a file")
      return nil
    }
    if text.isEmpty {
      context.error("\(context.parameter.quoted) names no file", at: node.range)
      return nil
    }
    if text.isAddress {
      context.error(
        "\(context.parameter.quoted) cannot be \(text.quoted)", at: node.range,
        hint: "only files are read")
      return nil
    }
    // The system ends a path at its first NUL.
    if text.utf8.contains(0) {
      context.error("a path cannot hold the character U+0000", at: node.range)
      return nil
    }
    let path = context.folders.path(text, writtenAt: node.origin)
    return context.checkAccess(path, at: node.range) ? Path(path, place: node.range) : nil
  }

  package static func schema(_: Limits?, _: inout SchemaDefinitions) -> JSONText {
    .object([("type", .string("string")), ("minLength", .integer(1))])
  }

  package var json: JSONText { .string(text) }
}

/// A type whose values are words of a fixed list.
///
///     package enum Fit: String, Choice { case contain, cover, scaleDown = "scale-down" }
package protocol Choice: ParameterValue, CaseIterable, RawRepresentable where RawValue == String {}

extension Choice {
  package static var typeName: String { "word" }
  package static var choices: [String] { allCases.map(\.rawValue) }
  package static var phrase: String { "one of " + choices.map(\.quoted).listed() }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Self? {
    guard let word = node.string else {
      context.mismatch(node, expected: phrase)
      return nil
    }
    if let value = Self(rawValue: word) { return value }
    context.unknown(word, at: node, names: choices)
    return nil
  }

  package static func schema(_: Limits?, _: inout SchemaDefinitions) -> JSONText {
    .oneOf(choices)
  }

  package var json: JSONText { .string(rawValue) }
}

extension Interpolation: Choice {}

/// How often an animated picture plays.
package enum Loop: ParameterValue {
  case forever
  /// As often as the file itself says.
  case file
  /// So many times, at least once.
  case count(Int)

  package static var typeName: String { "loop" }
  package static var phrase: String { "\"forever\", \"file\" or a count" }
  package static var spelling: String? { phrase }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Loop? {
    switch node.kind {
    case .string("forever"): return .forever
    case .string("file"): return .file
    case .string(let word):
      context.unknown(word, at: node, names: ["forever", "file"])
      return nil
    case .number:
      return context.value(Int.self, from: node, limits: .atLeast(1)).map { .count($0) }
    default:
      context.mismatch(node, expected: phrase)
      return nil
    }
  }

  package static func schema(_: Limits?, _: inout SchemaDefinitions) -> JSONText {
    .anyOf(
      .oneOf(["forever", "file"]),
      .object([("type", .string("integer")), ("minimum", .integer(1))]))
  }

  package var json: JSONText {
    switch self {
    case .forever: .string("forever")
    case .file: .string("file")
    case .count(let count): .integer(count)
    }
  }
}

extension Optional: ParameterValue where Wrapped: ParameterValue {
  package static var typeName: String { Wrapped.typeName }
  package static var phrase: String { Wrapped.phrase }
  package static var spelling: String? { Wrapped.spelling }
  package static var choices: [String] { Wrapped.choices }
  package static var takesPercentages: Bool { Wrapped.takesPercentages }

  /// Reads a value; `null` is none.
  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Self? {
    if case .null = node.kind { return .some(.none) }
    return Wrapped.decode(node, in: &context).map { .some($0) }
  }

  package static func schema(_ limits: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText
  {
    .anyOf(Wrapped.schema(limits, &definitions), .object([("type", .string("null"))]))
  }

  package var measures: [Double] { self?.measures ?? [] }
  package var json: JSONText { self?.json ?? .null }
}
