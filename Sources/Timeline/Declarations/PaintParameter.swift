/// What fills a shape.
package enum Paint: Sendable {
  case color(Animated<Color>)
  /// A gradient, by the parameters of its declaration.
  case gradient(Arguments)
}

/// A parameter that takes a colour, which can be animated, or a gradient: `arguments[paint]` is a
/// ``Paint``, or nil when it is not given.
package struct PaintParameter: ParameterDescription {
  package let name: String
  package let help: String
  package let defaultText: String?
  package let isRequired = false
  /// The parameters of a gradient; `stops` distinguishes it from an animation.
  private let gradient: [any ParameterDescription]
  private let color: Parameter<Color>

  /// `gradient` has the parameters of the object that stands for a gradient; `stops` is one of
  /// them.
  package init(
    _ name: String, gradient: [any ParameterDescription], defaultText: String, _ help: String
  ) {
    self.name = name
    self.help = help
    self.gradient = gradient
    self.defaultText = defaultText
    color = Parameter<Color>(name, default: .black, "")
  }

  package var typeName: String { "paint" }
  package var spelling: String? {
    ##"a colour, or a gradient such as { "stops": ["red", "#00f"], "angle": 90 }"##
  }
  package var isAnimatable: Bool { true }

  package func decode(
    _ node: JSONNode, into arguments: inout Arguments, in context: inout DecodingContext
  ) {
    let isMovement = node.members.map { members in
      members.contains { AnimationKeys.all.contains($0.key) }
    }
    guard let members = node.members, isMovement != true else {
      var inner = Arguments()
      color.decode(node, into: &inner, in: &context)
      if inner.isGiven(color) { arguments.set(Paint.color(inner[color]), for: name) }
      return
    }
    let outer = context.subject
    context.subject = "the gradient of \(name.quoted)"
    defer { context.subject = outer }
    let place = node.range.lowerBound..<node.range.lowerBound + 1
    guard node.member("stops") != nil else {
      context.error("\(context.subject) needs 'stops'", at: place)
      return
    }
    let inner = ParameterList(gradient).decode(members, at: place, in: &context)
    arguments.set(Paint.gradient(inner), for: name)
  }

  package func decodeAbsence(
    at place: Range<Int>, into arguments: inout Arguments, in context: inout DecodingContext
  ) {}

  package func valueSchema(_ definitions: inout SchemaDefinitions) -> JSONText {
    let gradient = definitions.reference("gradient-paint") { definitions in
      .object([
        ("type", .string("object")),
        (
          "properties",
          .object(self.gradient.map { (key: $0.name, value: $0.schema(&definitions)) })
        ),
        ("required", .array([.string("stops")])), ("additionalProperties", .bool(false)),
      ])
    }
    return .anyOf(
      Color.schema(nil, &definitions), AnimationSchema.reference(Color.self, &definitions),
      gradient)
  }
}
