extension Vocabulary {
  /// `audio` with all its keys, as documentation shows it.
  package var soundPage: Declaration {
    let main = ParameterGroup(
      "main", SoundKeys.main + [SoundKeys.effects, SoundKeys.duck], defaultText: "as it comes",
      orFalse: true,
      "The sound of the clips, or of standard input where there are none. With `false` there is "
        + "none: clips are silent, and without clips the tracks alone are the mix.")
    let tracks = BuiltInKey(
      "tracks", "array", default: "none",
      "Sounds in addition to the main one, such as music and voices."
    ) { _ in SoundKeys.list("track") }
    return Declaration(
      name: "audio",
      summary: "The sound: that of the clips, the tracks added to it, and their mix.",
      discussion: """
        The keys of `audio` itself belong to the mix: its `volume`, `pan`, fades and `effects` \
        apply to the sum. The sum is not normalised: no sound's level depends on how many others \
        there are. The mix is as long as the main sound, or without one as long as its tracks.
        """,
      example: """
        "audio": {
          "tracks": [
            { "name": "voice", "source": "voice.wav", "start": 2 },
            { "source": "music.mp3", "volume": "-9dB", "fadeOut": 3,
              "duck": { "under": "voice", "amount": "-12dB" } } ],
          "effects": [{ "effect": "limiter", "ceiling": "-1dB" }] }
        """,
      parameters: [SoundKeys.rate, SoundKeys.channels] + SoundKeys.bus
        + [SoundKeys.effects, main, tracks])
  }

  /// A track with all its keys, as documentation shows it.
  package var trackPage: Declaration {
    Declaration(
      name: "track", summary: "A sound in addition to the main one: music, a voice, a noise.",
      discussion: """
        A track is heard from `start` up to its `end`, or until its source ends. `in`, `out`, \
        `speed`, `reverse`, `loop` and `pingpong` are those of clips.
        """,
      example: #"{ "name": "music", "source": "music.mp3", "volume": "-9dB", "fadeIn": 1 }"#,
      parameters: [
        SourceParameter(generators: [], isSound: true), SoundKeys.start, SoundKeys.end,
        SoundKeys.duration,
      ] + SoundKeys.media + SoundKeys.track
        + [SoundKeys.duck, SoundKeys.effects, BuiltInKey.name, BuiltInKey.enabled])
  }

  /// What every effect on sounds takes beside its own parameters.
  package var soundEffectCommon: [any ParameterDescription] {
    [SoundKeys.mix] + SoundSchema.effectKeys
  }
}

/// Describes `audio` for a JSON Schema.
enum SoundSchema {
  /// The keys of an effect that are built in, but for `effect`.
  static let effectKeys: [BuiltInKey] = [
    BuiltInKey(
      "start", "time", default: "0", "When it starts, from the start of the sound it applies to.",
      schema: { PlainTime.schema(nil, &$0) }),
    BuiltInKey(
      "end", "time", default: "the end of the sound it applies to", "When it ends.",
      schema: { PlainTime.schema(nil, &$0) }),
    BuiltInKey(
      "duration", "time", default: "up to `end`", "How long it lasts; instead of `end`.",
      schema: { PlainTime.schema(nil, &$0) }),
    BuiltInKey.name, BuiltInKey.enabled,
  ]

  /// The schema of `audio`.
  static func audio(
    _ vocabulary: Vocabulary, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    _ = definitions.reference("track") { object(vocabulary.trackPage, &$0) }
    _ = definitions.reference("sound-effect") { effect(vocabulary, &$0) }
    return object(vocabulary.soundPage, &definitions)
  }

  private static func object(
    _ page: Declaration, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    let needed = page.parameters.filter(\.isRequired).map { JSONText.string($0.name) }
    var members: [(key: String, value: JSONText)] = [
      ("type", .string("object")),
      ("properties", .object(page.parameters.map { ($0.name, $0.schema(&definitions)) })),
      ("additionalProperties", .bool(false)),
    ]
    if !needed.isEmpty { members.append(("required", .array(needed))) }
    return .object(members)
  }

  /// An effect: its name chooses what it takes.
  private static func effect(
    _ vocabulary: Vocabulary, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    let cases = vocabulary.soundEffects.map { declaration in
      let condition = JSONText.object([
        ("properties", .object([("effect", .object([("const", .string(declaration.name))]))])),
        ("required", .array([.string("effect")])),
      ])
      let then = definitions.reference("\(declaration.name)-sound-effect") {
        closed(declaration, &$0)
      }
      return JSONText.object([("if", condition), ("then", then)])
    }
    var members: [(key: String, value: JSONText)] = [
      ("type", .string("object")),
      (
        "properties",
        .object([("effect", JSONSchema.word("What it does.", vocabulary.soundEffects))])
      ),
      ("required", .array([.string("effect")])),
    ]
    if !cases.isEmpty { members.append(("allOf", .array(cases))) }
    return .object(members)
  }

  private static func closed(
    _ declaration: Declaration, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    let parameters = ParameterList(declaration.parameters + [SoundKeys.mix]).parameters
    var properties: [(key: String, value: JSONText)] = [
      ("effect", .word(declaration.name, declaration.summary))
    ]
    properties += parameters.map { ($0.name, $0.schema(&definitions)) }
    for key in effectKeys where !properties.contains(where: { $0.key == key.name }) {
      properties.append(key.property(&definitions))
    }
    let needed = ["effect"] + parameters.filter(\.isRequired).map(\.name)
    let both = JSONText.object([("required", .array([.string("end"), .string("duration")]))])
    return .object([
      ("description", .string(declaration.summary)), ("type", .string("object")),
      ("properties", .object(properties)), ("additionalProperties", .bool(false)), ("not", both),
      ("required", .array(needed.map { .string($0) })),
    ])
  }
}
