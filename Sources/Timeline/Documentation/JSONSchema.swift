/// Writes the JSON Schema (draft 2020-12) with which editors check and complete timelines.
///
/// A layer's schema is chosen by its `type`, and an effect's by its `effect`, so that an editor
/// offers just the keys that the layer takes.
package enum JSONSchema {
  /// The schema of all that `vocabulary` can say, with a newline at its end.
  package static func text(of vocabulary: Vocabulary) -> String {
    var definitions = SchemaDefinitions()
    let properties = BuiltInKey.document(vocabulary).map { $0.property(&definitions) }
    _ = definitions.reference("layer") { layer(vocabulary, &$0) }
    _ = definitions.reference("clip") { clip(vocabulary, &$0) }
    _ = definitions.reference(NestedTimeline.definition) { inner(vocabulary, &$0) }
    let schema = JSONText.object([
      ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      ("title", .string("Timeline")),
      ("description", .string("What happens to the pictures and the sound of a film, and when.")),
      // What the editors built on vscode-json-languageservice ask for beyond the draft.
      ("allowComments", .bool(true)), ("allowTrailingCommas", .bool(true)),
      ("type", .string("object")), ("properties", .object(properties)),
      ("required", .array([.string("version")])), ("additionalProperties", .bool(false)),
      ("$defs", .object(definitions.sorted)),
    ])
    return schema.takingVariables().pretty() + "\n"
  }

  /// Any layer: its kind chooses the rest.
  private static func layer(
    _ vocabulary: Vocabulary, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    var cases = vocabulary.layers.map { declaration in
      choice("type", declaration.name, "\(declaration.name)-layer", &definitions) {
        kind(declaration, vocabulary, &$0)
      }
    }
    cases.append(
      choice("type", "effect", "effect-layer", &definitions) { effect(vocabulary, &$0) })
    let kinds = vocabulary.layers + [effectDeclaration]
    return object(
      [("type", word("What the layer is.", kinds))], required: ["type"], cases: cases)
  }

  /// A timeline that stands in another one, which says the version.
  private static func inner(
    _ vocabulary: Vocabulary, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    .object([
      ("description", .string("A timeline in the place of a file.")), ("type", .string("object")),
      (
        "properties",
        .object(BuiltInKey.document(vocabulary).map { $0.property(&definitions) })
      ),
      ("additionalProperties", .bool(false)),
    ])
  }

  /// A clip, complete and closed.
  private static func clip(
    _ vocabulary: Vocabulary, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    let page = vocabulary.clipPage
    let needed = page.parameters.filter(\.isRequired).map { JSONText.string($0.name) }
    return .object([
      ("description", .string(page.summary)), ("type", .string("object")),
      ("properties", .object(page.parameters.map { ($0.name, $0.schema(&definitions)) })),
      ("additionalProperties", .bool(false)), ("required", .array(needed)),
    ])
  }

  private static let effectDeclaration = Declaration(
    name: "effect", summary: "Changes everything below it.", parameters: [])

  /// One kind of layer, complete and closed.
  private static func kind(
    _ declaration: Declaration, _ vocabulary: Vocabulary, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    var properties = [(key: "type", value: JSONText.word(declaration.name, declaration.summary))]
    let isGroup = declaration.name == "group"
    if isGroup { properties.append(BuiltInKey.children.property(&definitions)) }
    let own = vocabulary.page(ofLayer: declaration).parameters
    let parameters = ParameterList(own + vocabulary.pictureKeys).parameters
    return closed(
      declaration, properties, parameters, vocabulary, required: isGroup ? ["layers"] : [],
      &definitions)
  }

  /// An effect layer: its effect chooses the rest.
  private static func effect(
    _ vocabulary: Vocabulary, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    let cases = vocabulary.effects.map { declaration in
      choice("effect", declaration.name, "\(declaration.name)-effect", &definitions) {
        let properties: [(key: String, value: JSONText)] = [
          ("type", .word("effect", effectDeclaration.summary)),
          ("effect", .word(declaration.name, declaration.summary)),
        ]
        let parameters =
          ParameterList(declaration.parameters + vocabulary.effectCommon).parameters
        return closed(declaration, properties, parameters, vocabulary, required: [], &$0)
      }
    }
    let name = word("What it does.", Array(vocabulary.effects))
    return object([("effect", name)], required: ["effect"], cases: cases)
  }

  /// An object with these parameters, the built-in keys and nothing else.
  private static func closed(
    _ declaration: Declaration, _ properties: [(key: String, value: JSONText)],
    _ parameters: [any ParameterDescription], _ vocabulary: Vocabulary, required: [String],
    _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    var all = properties
    all += parameters.map { (key: $0.name, value: $0.schema(&definitions)) }
    let builtIn: [any ParameterDescription] = BuiltInKey.layer + vocabulary.layerChanges
    for key in builtIn where !all.contains(where: { $0.key == key.name }) {
      all.append((key.name, key.schema(&definitions)))
    }
    let needed = required + parameters.filter(\.isRequired).map(\.name)
    let both = JSONText.object([("required", .array([.string("end"), .string("duration")]))])
    var members: [(key: String, value: JSONText)] = [
      ("description", .string(declaration.summary)), ("type", .string("object")),
      ("properties", .object(all)), ("additionalProperties", .bool(false)), ("not", both),
    ]
    if !needed.isEmpty { members.append(("required", .array(needed.map { .string($0) }))) }
    return .object(members)
  }

  /// If `key` is `word`, then the definition `name` holds.
  private static func choice(
    _ key: String, _ word: String, _ name: String, _ definitions: inout SchemaDefinitions,
    _ make: (inout SchemaDefinitions) -> JSONText
  ) -> JSONText {
    let condition = JSONText.object([
      ("properties", .object([(key, .object([("const", .string(word))]))])),
      ("required", .array([.string(key)])),
    ])
    return .object([("if", condition), ("then", definitions.reference(name, make))])
  }

  private static func object(
    _ properties: [(key: String, value: JSONText)], required: [String], cases: [JSONText]
  ) -> JSONText {
    .object([
      ("type", .string("object")), ("properties", .object(properties)),
      ("required", .array(required.map { .string($0) })), ("allOf", .array(cases)),
    ])
  }

  /// A word that names one of `declarations`, each with its summary where editors show it.
  static func word(_ help: String, _ declarations: [Declaration]) -> JSONText {
    .object([
      ("description", .string(help)),
      ("enum", .array(declarations.map { .string($0.name) })),
      ("enumDescriptions", .array(declarations.map { .string($0.summary) })),
    ])
  }
}
