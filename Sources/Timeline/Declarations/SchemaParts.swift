/// Parts of which a JSON Schema is made.
extension JSONText {
  /// What any of `schemas` takes.
  package static func anyOf(_ schemas: JSONText...) -> JSONText { anyOf(schemas) }

  /// What any of `schemas` takes.
  package static func anyOf(_ schemas: [JSONText]) -> JSONText {
    .object([("anyOf", .array(schemas))])
  }

  /// One of `words`.
  package static func oneOf(_ words: [String]) -> JSONText {
    .object([("enum", .array(words.map { .string($0) }))])
  }

  /// A word that chooses the schema, with what it means.
  static func word(_ word: String, _ meaning: String) -> JSONText {
    JSONText.object([("const", .string(word))]).described(meaning)
  }

  /// The same schema with a description, which editors show.
  func described(_ text: String) -> JSONText {
    guard case .object(let members) = self else { return self }
    return .object([("description", .string(text))] + members)
  }

  /// A string that matches `pattern`.
  static func string(matching pattern: String) -> JSONText {
    .object([("type", .string("string")), ("pattern", .string(pattern))])
  }

  /// One of `names`, as long as there are any, or a string that matches `pattern`.
  static func oneOf(_ names: [String], orMatching pattern: String) -> JSONText {
    let other = string(matching: pattern)
    return anyOf(names.isEmpty ? [other] : [oneOf(names), other])
  }
}
