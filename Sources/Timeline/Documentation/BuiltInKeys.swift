/// A key that the format itself defines, for the schema and the reference; it is read elsewhere.
struct BuiltInKey: ParameterDescription {
  let name: String
  let typeName: String
  let defaultText: String?
  let help: String
  let isRequired: Bool
  private let value: @Sendable (inout SchemaDefinitions) -> JSONText

  var isAnimatable: Bool { false }

  init(
    _ name: String, _ typeName: String, default defaultText: String? = nil, required: Bool = false,
    _ help: String, schema: @escaping @Sendable (inout SchemaDefinitions) -> JSONText
  ) {
    self.name = name
    self.typeName = typeName
    self.defaultText = defaultText
    self.help = help
    isRequired = required
    value = schema
  }

  func decode(
    _ node: JSONNode, into arguments: inout Arguments, in context: inout DecodingContext
  ) {}

  func decodeAbsence(
    at place: Range<Int>, into arguments: inout Arguments, in context: inout DecodingContext
  ) {}

  func valueSchema(_ definitions: inout SchemaDefinitions) -> JSONText { value(&definitions) }

  /// The key as a property of a schema.
  func property(_ definitions: inout SchemaDefinitions) -> (key: String, value: JSONText) {
    (name, schema(&definitions))
  }

  /// The keys of the timeline itself.
  static func document(_ vocabulary: Vocabulary) -> [BuiltInKey] {
    let canvas = vocabulary.canvas
    return [
      BuiltInKey("version", "1", required: true, "The version of the format.") { _ in
        .object([("const", .integer(Document.version))])
      },
      BuiltInKey("name", "text", default: "none", "The name of the timeline in messages.") {
        String.schema(nil, &$0)
      },
      BuiltInKey("canvas", "object", default: "that of the input", canvas.summary) { definitions in
        let parameters = canvas.parameters.map { ($0.name, $0.schema(&definitions)) }
        let common = [name, enabled].map { $0.property(&definitions) }
        return .object([
          ("type", .string("object")), ("properties", .object(parameters + common)),
          ("additionalProperties", .bool(false)),
        ])
      },
      BuiltInKey(
        "vars", "object", default: "none",
        "Values by name, of any kind; `--set name=value` and `--vars FILE` replace them. Wherever a "
          + "value stands, `{ \"var\": \"name\" }` stands for one of them, and templates show texts as "
          + "`${name}`."
      ) { _ in .object([("type", .string("object"))]) },
      BuiltInKey(
        "template", "true or false", default: "false",
        "Whether `${name}` is filled in in every text of the timeline: paths and colours too.",
        schema: { Bool.schema(nil, &$0) }),
      BuiltInKey(
        "clips", "array", default: "all of standard input", "The main track: clips in their order."
      ) { _ in list("clip") },
      BuiltInKey("layers", "array", default: "none", "The layers, bottom to top.") { _ in
        list("layer")
      },
      BuiltInKey(
        "audio", "object", default: "the sound of the clips, or of standard input",
        "The sound; it has no effect on the picture."
      ) {
        SoundSchema.audio(vocabulary, &$0)
      },
      BuiltInKey(
        "$schema", "text", default: "none", "Where an editor finds the schema of this format."
      ) {
        String.schema(nil, &$0)
      },
    ]
  }

  /// The keys of every layer beside its `type`.
  static let layer = [
    name, enabled,
    BuiltInKey(
      "start", "time", default: "0",
      "When the layer starts; in a group, counted from the group's start.",
      schema: { Time.schema(nil, &$0) }),
    BuiltInKey(
      "end", "time", default: "the end of the stream, or of the group",
      "When the layer ends; the frame at this time no longer shows it.",
      schema: { Time.schema(nil, &$0) }),
    BuiltInKey(
      "duration", "time", default: "up to `end`", "How long the layer is on; instead of `end`.",
      schema: { Time.schema(nil, &$0) }),
  ]

  /// The key of a group's layers.
  static let children = BuiltInKey(
    "layers", "array", required: true, "The group's layers, bottom to top."
  ) { _ in list("layer") }

  /// The effects of a clip.
  static let clipEffects = BuiltInKey(
    "effects", "array", default: "none",
    "Effects on the clip alone, written as effect layers: their times count from its start, and "
      + "`type` may be left out."
  ) { _ in list("effect-layer") }

  /// The effects of a layer.
  static let layerEffects = BuiltInKey(
    "effects", "array", default: "none",
    "Effects on the layer alone, written as effect layers: their times count from its start, and "
      + "`type` may be left out."
  ) { _ in list("effect-layer") }

  /// The matte of a layer.
  static let matte = BuiltInKey(
    "matte", "name or matte", default: "none",
    "Another layer that cuts this one: its name, or an object with `layer` (a name or a layer), "
      + "`by` (\"alpha\", the default, or \"luma\"), `invert` and `show`. A layer that is a matte is "
      + "not drawn itself unless `show` is true."
  ) { definitions in
    let layer = JSONText.anyOf(
      String.schema(nil, &definitions), .object([("$ref", .string("#/$defs/layer"))]))
    return .anyOf(
      String.schema(nil, &definitions),
      .object([
        ("type", .string("object")),
        (
          "properties",
          .object([
            ("layer", layer.described("The layer that cuts: its name, or the layer itself.")),
            (
              "by",
              .oneOf(Matte.Measure.choices)
                .described("Whether its alpha or its brightness cuts. Default: alpha.")
            ),
            (
              "invert",
              Bool.schema(nil, &definitions)
                .described("Whether what it covers is cut away. Default: false.")
            ),
            (
              "show",
              Bool.schema(nil, &definitions)
                .described("Whether the matte is drawn itself, too. Default: false.")
            ),
          ])
        ),
        ("additionalProperties", .bool(false)), ("required", .array([.string("layer")])),
      ]))
  }

  /// `in` or `out` of a video layer: a time of its source, or a transition.
  static func mediaEdge(
    _ key: any ParameterDescription, word: String, _ transitions: [Declaration]
  ) -> BuiltInKey {
    let help = "\(key.help) A transition here says how the layer \(word)."
    return BuiltInKey(key.name, "time or transition", default: key.defaultText, help) {
      .anyOf(PlainTime.schema(nil, &$0), TransitionSchema.reference(transitions, &$0))
    }
  }

  static let name = BuiltInKey(
    "name", "text", default: "its kind and place", "The name in messages and charts.",
    schema: { String.schema(nil, &$0) })

  static let enabled = BuiltInKey(
    "enabled", "true or false", default: "true", "Whether it is used at all.",
    schema: { Bool.schema(nil, &$0) })

  /// ``name`` as it is read from objects that have no declaration of their own.
  static let nameSetting = Setting<String?>("name", default: nil, "The name in messages.")
  static let enabledSetting = Setting<Bool>("enabled", default: true, "Whether it is used at all.")

  /// An array of what a definition describes.
  private static func list(_ definition: String) -> JSONText {
    .object([
      ("type", .string("array")), ("items", .object([("$ref", .string("#/$defs/\(definition)"))])),
    ])
  }

  /// The keys of an animation with their meanings, for the reference.
  static let animation: [(name: String, typeName: String, defaultText: String, help: String)] = [
    ("from", "value", "the parameter's default", "The value at the start."),
    ("to", "value", "the parameter's default", "The value at the end."),
    ("delay", "time", "0", "The time from the start of the layer to the start of the movement."),
    ("duration", "time", "the rest of the layer's range", "How long the movement takes."),
    (
      "keys", "array", "",
      "Instead of the four above: `[time, value]` or `[time, value, ease]`, in the order of time. "
        + "Times count from the layer's start; `\"50%\"` is half its range."
    ),
    (
      "ease", "easing", "`linear`",
      "The easing of the movement; with `keys`, that of every segment whose key names none."
    ),
    ("repeat", "count or `\"forever\"`", "1", "How often the movement plays."),
    (
      "autoreverse", "true or false", "false",
      "Whether each repetition plays forwards and then backwards, which takes twice as long."
    ),
    (
      "interpolation", "`linear`, `discrete` or `smooth`", "`linear`",
      "How values between two keys are computed: a straight line, the earlier key's value, or a "
        + "curve through all keys that never overshoots."
    ),
    (
      "sound", "path or track", "",
      "Instead of times: the value is `from` in silence and `to` where this sound is loudest. The "
        + "`name` of a track of `audio`, heard as it is there; or a file, from the timeline's start."
    ),
    (
      "band", "two numbers in Hz", "all",
      "The frequencies of the sound that count: `[20, 200]` are its lows."
    ),
    (
      "attack", "number of seconds", "0.01",
      "How fast the value follows a sound that becomes louder: 63 % of the way."
    ),
    (
      "release", "number of seconds", "0.2",
      "How fast it follows one that becomes softer."
    ),
  ]

  /// The words of animations as keys.
  static var animationKeys: [BuiltInKey] {
    animation.map { key in
      let fallback = key.defaultText.isEmpty ? nil : key.defaultText
      return BuiltInKey(key.name, key.typeName, default: fallback, key.help) { _ in .bool(true) }
    }
  }
}
