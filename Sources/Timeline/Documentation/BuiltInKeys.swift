/// A key that the format itself defines, for the schema and the reference.
struct BuiltInKey: Sendable {
  let name: String
  let typeName: String
  let defaultText: String?
  let help: String
  let schema: @Sendable (inout SchemaDefinitions) -> JSONText

  init(
    _ name: String, _ typeName: String, default defaultText: String? = nil, _ help: String,
    schema: @escaping @Sendable (inout SchemaDefinitions) -> JSONText
  ) {
    self.name = name
    self.typeName = typeName
    self.defaultText = defaultText
    self.help = help
    self.schema = schema
  }

  /// The key as a property of a schema.
  func property(_ definitions: inout SchemaDefinitions) -> (key: String, value: JSONText) {
    let text = defaultText.map { "\(help) Default: \($0)." } ?? help
    guard case .object(let members) = schema(&definitions) else { return (name, .bool(true)) }
    return (name, .object([("description", .string(text))] + members))
  }

  /// The keys of the timeline itself.
  static func document(_ canvas: Declaration) -> [BuiltInKey] {
    [
      BuiltInKey("version", "1", "The version of the format. Required.") { _ in
        .object([("const", .integer(Document.version))])
      },
      BuiltInKey("name", "text", "What messages call the timeline.") { String.schema(nil, &$0) },
      BuiltInKey("canvas", "object", canvas.summary) { definitions in
        let parameters = canvas.parameters.map { ($0.name, $0.schema(&definitions)) }
        let common = [name, enabled].map { $0.property(&definitions) }
        return .object([
          ("type", .string("object")), ("properties", .object(parameters + common)),
          ("additionalProperties", .bool(false)),
        ])
      },
      BuiltInKey("vars", "object", "Texts by name, for templates.") { _ in
        .object([
          ("type", .string("object")),
          ("additionalProperties", .object([("type", .string("string"))])),
        ])
      },
      BuiltInKey("layers", "array", "The layers, bottom to top.") { _ in layerList },
      BuiltInKey("audio", "object", "The sound; pictures leave it alone.") { _ in
        .object([("type", .string("object"))])
      },
      BuiltInKey("$schema", "text", "Where an editor finds the schema of this format.") {
        String.schema(nil, &$0)
      },
    ]
  }

  /// The keys of every layer beside its `type`.
  static let layer = [
    name, enabled,
    BuiltInKey(
      "start", "time", default: "0",
      "When the layer comes on; in a group, from the group's start.",
      schema: { Time.schema(nil, &$0) }),
    BuiltInKey(
      "end", "time", default: "the end of the stream, or of the group",
      "When the layer goes off; the frame at this time is without it.",
      schema: { Time.schema(nil, &$0) }),
    BuiltInKey(
      "duration", "time", "How long the layer is on; in place of `end`.",
      schema: { Time.schema(nil, &$0) }),
  ]

  /// The key of a group's layers.
  static let children = BuiltInKey(
    "layers", "array", "The group's layers, bottom to top. Required."
  ) { _ in layerList }

  private static let name = BuiltInKey(
    "name", "text", "What messages and charts call it.", schema: { String.schema(nil, &$0) })

  private static let enabled = BuiltInKey(
    "enabled", "true or false", default: "true", "Whether it is used at all.",
    schema: { Bool.schema(nil, &$0) })

  private static let layerList = JSONText.object([
    ("type", .string("array")), ("items", .object([("$ref", .string("#/$defs/layer"))])),
  ])

  /// The keys of an animation with their meanings, for the reference.
  static let animation: [(name: String, typeName: String, defaultText: String, help: String)] = [
    ("from", "value", "the parameter's default", "The value at the start."),
    ("to", "value", "the parameter's default", "The value at the end."),
    ("delay", "time", "0", "The time from the layer's start to the movement's."),
    ("duration", "time", "the rest of the layer's range", "How long the movement takes."),
    (
      "keys", "array", "",
      "In place of the four above: `[time, value]` or `[time, value, ease]`, "
        + "in the order of time. Times count from the layer's start; `\"50%\"` is half its range."
    ),
    (
      "ease", "easing", "`linear`",
      "The shape of the movement; with `keys`, of every segment whose key names none."
    ),
    ("repeat", "count or `\"forever\"`", "1", "How often the movement plays."),
    ("autoreverse", "true or false", "false", "Whether every other pass plays backwards."),
    (
      "interpolation", "`linear`, `discrete` or `smooth`", "`linear`",
      "What lies between two keys: a straight line, the earlier key's value, or a curve through "
        + "all keys that never overshoots."
    ),
  ]
}
