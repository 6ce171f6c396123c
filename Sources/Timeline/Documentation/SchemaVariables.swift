/// Lets a schema take a variable wherever it takes a value.
extension JSONText {
  /// The name of the definition of what stands for a variable's value.
  private static let variable = "variable"

  /// An object that stands for the value of a variable.
  private static let variableSchema = JSONText.object([
    ("description", .string("The value of a variable of `vars`.")), ("type", .string("object")),
    (
      "properties",
      .object([
        (
          "var",
          .object([("description", .string("The variable's name.")), ("type", .string("string"))])
        )
      ])
    ),
    ("required", .array([.string("var")])), ("additionalProperties", .bool(false)),
  ])

  /// The schema of a timeline, with variables for all values but those of the timeline's own
  /// `vars`, `template` and `version`.
  func takingVariables() -> JSONText {
    guard case .object(let members) = self else { return self }
    return .object(
      members.map { key, value in
        switch key {
        case "properties": (key, value.mapMembers { Self.fixed.contains($0) ? $1 : $1.orVariable })
        case "$defs": (key, value.withVariablesInside.adding(Self.variable, Self.variableSchema))
        default: (key, value)
        }
      })
  }

  /// Keys of the timeline that are read before there are variables.
  private static let fixed = ["version", "vars", "template", "$schema"]

  /// The same schema, with variables where it has values.
  private var withVariablesInside: JSONText {
    switch self {
    case .object(let members):
      return .object(
        members.map { key, value in
          switch key {
          case "properties": (key, value.mapMembers { $1.orVariable })
          case "items": (key, value.orVariable)
          case "prefixItems": (key, value.mapElements(\.orVariable))
          case "if", "not", "enum", "const", "default": (key, value)
          default: (key, value.withVariablesInside)
          }
        })
    case .array: return mapElements(\.withVariablesInside)
    case .null, .bool, .integer, .number, .string: return self
    }
  }

  /// What the schema takes, or a variable; a word that chooses the schema stays itself.
  private var orVariable: JSONText {
    guard case .object(let members) = self, !members.contains(where: { $0.key == "const" }) else {
      return self
    }
    let told = members.filter { ["description", "default"].contains($0.key) }
    let rest = members.filter { !["description", "default"].contains($0.key) }
    let reference = JSONText.object([("$ref", .string("#/$defs/\(Self.variable)"))])
    guard !rest.isEmpty else { return self }
    let inside = JSONText.object(rest).withVariablesInside
    if case .object(let only) = inside, only.count == 1, only[0].key == "anyOf",
      case .array(let choices) = only[0].value
    {
      return .object(told + [("anyOf", .array(choices + [reference]))])
    }
    return .object(told + [("anyOf", .array([inside, reference]))])
  }

  private func mapMembers(_ body: (String, JSONText) -> JSONText) -> JSONText {
    guard case .object(let members) = self else { return self }
    return .object(members.map { ($0.key, body($0.key, $0.value)) })
  }

  private func mapElements(_ body: (JSONText) -> JSONText) -> JSONText {
    guard case .array(let elements) = self else { return self }
    return .array(elements.map(body))
  }

  private func adding(_ key: String, _ value: JSONText) -> JSONText {
    guard case .object(let members) = self else { return self }
    return .object(members + [(key, value)])
  }
}
