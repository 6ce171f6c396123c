/// Describes animations for a JSON Schema.
enum AnimationSchema {
  private static func described(_ schema: JSONText, _ text: String) -> JSONText {
    schema.described(text)
  }

  /// A reference to the definition of an animation of `type`.
  static func reference<Value: ParameterValue>(
    _ type: Value.Type, isShare: Bool = false, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    let word = isShare ? "share" : type.typeName.filter { $0 != " " }
    return definitions.reference("\(word)-animation") { definitions in
      let value = type.schema(nil, isShare: isShare, &definitions)
      let time = Time.schema(nil, &definitions)
      let ease = easing(&definitions)
      let seconds = Double.schema(Limits(0...60), &definitions)
      let properties =
        movement(value, time, ease, &definitions) + following(seconds, &definitions)
      return .object([
        ("type", .string("object")), ("properties", .object(properties)),
        ("additionalProperties", .bool(false)),
        (
          "anyOf",
          .array(
            ["from", "to", "keys", "sound"].map { .object([("required", .array([.string($0)]))]) })
        ),
      ])
    }
  }

  /// The properties that say which values come when.
  private static func movement(
    _ value: JSONText, _ time: JSONText, _ ease: JSONText, _ definitions: inout SchemaDefinitions
  ) -> [(key: String, value: JSONText)] {
    let key = JSONText.anyOf(arrayKey(time, value, ease), objectKey(time, value, ease))
    return [
      ("from", described(value, "The value at the start. Default: the parameter's default.")),
      ("to", described(value, "The value at the end. Default: the parameter's default.")),
      (
        "delay",
        described(
          time,
          "The time from the start of the layer to the start of the movement. Default: 0.")
      ),
      ("duration", described(time, "How long it takes. Default: the rest of the layer's range.")),
      (
        "keys",
        .object([
          (
            "description",
            .string(
              "Values with their times, counted from the layer's start. Default: `from` and `to`."
            )
          ),
          ("type", .string("array")), ("minItems", .integer(1)), ("items", key),
        ])
      ),
      ("ease", described(ease, "The easing of the movement. Default: linear.")),
      (
        "repeat",
        described(Repetition.schema(nil, &definitions), "How often it plays. Default: 1.")
      ),
      (
        "autoreverse",
        described(
          .object([("type", .string("boolean"))]),
          "Plays every other pass backwards. Default: false.")
      ),
      (
        "interpolation",
        described(
          Interpolation.schema(nil, &definitions),
          "How values between two keys are computed. Default: linear.")
      ),
    ]
  }

  /// The properties of a value that follows a sound.
  private static func following(
    _ seconds: JSONText, _ definitions: inout SchemaDefinitions
  ) -> [(key: String, value: JSONText)] {
    [
      (
        "sound",
        described(
          Path.schema(nil, &definitions),
          "The track or file to follow. Default: none; times say when the value moves.")
      ),
      (
        "band",
        described(
          FrequencyRange.schema(nil, &definitions),
          "The lowest and the highest frequency that count, in Hz. Default: all.")
      ),
      ("attack", described(seconds, "Seconds to follow what becomes louder. Default: 0.01.")),
      ("release", described(seconds, "Seconds to follow what becomes softer. Default: 0.2.")),
    ]
  }

  private static func arrayKey(_ time: JSONText, _ value: JSONText, _ ease: JSONText) -> JSONText {
    .object([
      ("type", .string("array")), ("prefixItems", .array([time, value, ease])),
      ("items", .bool(false)), ("minItems", .integer(2)),
    ])
  }

  private static func objectKey(_ time: JSONText, _ value: JSONText, _ ease: JSONText) -> JSONText {
    .object([
      ("type", .string("object")),
      (
        "properties",
        .object([
          (
            "time",
            time.described(
              "When the value is reached, from the layer's start. Required, by this name or `at`.")
          ),
          ("at", time.described("Another name of time. Default: none.")),
          ("value", value.described("The value at this time.")),
          (
            "ease",
            ease.described("The easing of the segment that ends here. Default: the movement's.")
          ),
        ])
      ),
      ("required", .array([.string("value")])), ("additionalProperties", .bool(false)),
    ])
  }

  static func easing(_ definitions: inout SchemaDefinitions) -> JSONText {
    definitions.reference("easing") { _ in
      // All arguments of a spring have defaults, so its name alone is one.
      let names = Easing.allNames.map(\.spelling).filter { !$0.contains("(") } + ["spring"]
      let words = names.joined(separator: "|")
      return .oneOf(names, orMatching: #"^\s*([a-z-]+\(|(\#(words))\s*$)"#)
    }
  }
}
