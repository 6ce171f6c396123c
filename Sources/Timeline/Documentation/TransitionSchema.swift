/// Describes transitions for a JSON Schema.
enum TransitionSchema {
  /// A reference to the definition of any transition; its `type` chooses what else it takes.
  static func reference(
    _ transitions: [Declaration], _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    definitions.reference("transition") { definitions in
      let cases = transitions.map { declaration in
        // Of what is no object, one message is enough.
        let condition = JSONText.object([
          ("type", .string("object")),
          ("properties", .object([("type", .object([("const", .string(declaration.name))]))])),
          ("required", .array([.string("type")])),
        ])
        let then = definitions.reference("\(declaration.name)-transition") {
          closed(declaration, &$0)
        }
        return JSONText.object([("if", condition), ("then", then)])
      }
      return .object([
        ("type", .string("object")),
        ("properties", .object([("type", JSONSchema.word("How it goes over.", transitions))])),
        ("required", .array([.string("type")])),
        ("allOf", .array(cases)),
      ])
    }
  }

  private static func closed(
    _ declaration: Declaration, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    let parameters = ParameterList(TransitionParameter.common + declaration.parameters).parameters
    let properties = parameters.map { parameter in
      parameter.name == "type"
        ? (key: "type", value: JSONText.word(declaration.name, declaration.summary))
        : (key: parameter.name, value: parameter.schema(&definitions))
    }
    let needed = parameters.filter(\.isRequired).map { JSONText.string($0.name) }
    return .object([
      ("description", .string(declaration.summary)), ("type", .string("object")),
      ("properties", .object(properties)), ("additionalProperties", .bool(false)),
      ("required", .array(needed)),
    ])
  }
}
