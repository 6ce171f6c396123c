/// What fills a shape.
package enum Paint: Sendable {
  case color(Animated<Color>)
  /// A gradient, by the parameters of its declaration.
  case gradient(Arguments)
  /// A picture that is computed.
  case generator(PaintGenerator)
}

/// A computed picture that fills a shape; each is equal to itself alone.
package final class PaintGenerator: Hashable, Sendable {
  /// The name of a declaration of ``PaintKinds/generators``.
  package let name: String
  /// What the timeline says of it.
  package let arguments: Arguments

  /// The picture of a declaration's name, with arguments that were checked against it.
  package init(name: String, _ arguments: Arguments) {
    self.name = name
    self.arguments = arguments
  }

  package static func == (left: PaintGenerator, right: PaintGenerator) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What paints there are besides colours.
package struct PaintKinds: Sendable {
  /// The parameters of a gradient; `stops` distinguishes it from an animation.
  package let gradient: [any ParameterDescription]
  /// Computed pictures that fill shapes, which are written as sources of clips are.
  package let generators: [Declaration]
  /// The names of those that do not, for messages.
  package let others: [String]

  /// `gradient` has the parameters of the object that stands for a gradient; `stops` is one of
  /// them.
  package init(
    gradient: [any ParameterDescription], generators: [Declaration] = [], others: [String] = []
  ) {
    self.gradient = gradient
    self.generators = generators
    self.others = others
  }

  /// The keys that a paint's object begins with.
  fileprivate var keys: [String] { ["stops"] + generators.map(\.name) }

  /// How a paint is written, for messages.
  fileprivate var forms: String {
    let patterns = generators.map { "{ \"\($0.name)\": … }" }
    return "a paint is a colour, " + (["{ \"stops\": […] }"] + patterns).listed()
  }
}

/// A parameter that takes a colour, which can be animated, a gradient or a computed picture:
/// `arguments[paint]` is a ``Paint``, or nil when it is not given.
package struct PaintParameter: ParameterDescription {
  package let name: String
  package let help: String
  package let defaultText: String?
  package let isRequired = false
  private let kinds: PaintKinds
  private let color: Parameter<Color>

  /// The parameter that takes paints of some kinds.
  package init(_ name: String, _ kinds: PaintKinds, defaultText: String, _ help: String) {
    self.name = name
    self.help = help
    self.kinds = kinds
    self.defaultText = defaultText
    color = Parameter<Color>(name, default: .black, "")
  }

  package var typeName: String { "paint" }
  package var spelling: String? {
    let gradient = ##"a gradient such as { "stops": ["red", "#00f"], "angle": 90 }"##
    guard !kinds.generators.isEmpty else { return "a colour, or \(gradient)" }
    let patterns = kinds.generators.map { "{ \"\($0.name)\": … }" }
    return (["a colour", gradient] + patterns).listed()
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
    let names = kinds.gradient.map(\.name)
    let isGradient = members.isEmpty || members.contains { names.contains($0.key) }
    let place = node.range.lowerBound..<node.range.lowerBound + 1
    let paint =
      isGradient
      ? gradient(node, members, at: place, in: &context) : generator(members, in: &context)
    if let paint { arguments.set(paint, for: name) }
  }

  private func gradient(
    _ node: JSONNode, _ members: [JSONMember], at place: Range<Int>,
    in context: inout DecodingContext
  ) -> Paint? {
    let outer = context.subject
    context.subject = "the gradient of \(name.quoted)"
    defer { context.subject = outer }
    guard node.member("stops") != nil else {
      context.error("\(context.subject) needs 'stops'", at: place)
      return nil
    }
    return .gradient(ParameterList(kinds.gradient).decode(members, at: place, in: &context))
  }

  private func generator(_ members: [JSONMember], in context: inout DecodingContext) -> Paint? {
    let names = kinds.generators.map(\.name)
    guard let member = members.first(where: { names.contains($0.key) }) ?? members.first else {
      return nil
    }
    guard let declaration = kinds.generators.first(where: { $0.name == member.key }) else {
      refuse(member, in: &context)
      return nil
    }
    if let other = members.first(where: { $0.key != member.key }) {
      context.error(
        "a computed paint has one key, not \(members.count)", at: other.keyRange,
        hint: "what \(member.key.quoted) takes stands in its own object")
      return nil
    }
    return context.with(parameter: member.key) { context in
      guard let inner = member.value.members else {
        context.mismatch(member.value, expected: "an object", hint: "{} uses all defaults")
        return nil
      }
      let outer = context.subject
      context.subject = "the \(declaration.name) of \(name.quoted)"
      defer { context.subject = outer }
      let list = ParameterList(declaration.parameters)
      let arguments = list.decode(inner, at: member.keyRange, in: &context)
      guard list.isComplete(arguments) else { return nil }
      return .generator(PaintGenerator(name: declaration.name, arguments))
    }
  }

  /// Says what is wrong with a key that is that of no paint.
  private func refuse(_ member: JSONMember, in context: inout DecodingContext) {
    let key = member.key
    if key == "gradient" {
      context.error(
        "a gradient that fills is written without 'gradient'", at: member.keyRange,
        hint: ##"its keys stand in the paint's own object: { "stops": ["red", "#00f"] }"##)
    } else if kinds.others.contains(key) {
      context.error(
        "\(key.quoted) is a source that fills nothing", at: member.keyRange,
        hint:
          "of those that are computed, \(kinds.generators.map(\.name).listed(joinedBy: "and")) do")
    } else {
      context.error(
        "unknown kind of paint \(key.quoted)", at: member.keyRange,
        hint: context.suggestion(for: key, in: kinds.keys) ?? kinds.forms)
    }
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
          .object(self.kinds.gradient.map { (key: $0.name, value: $0.schema(&definitions)) })
        ),
        ("required", .array([.string("stops")])), ("additionalProperties", .bool(false)),
      ])
    }
    var forms = [
      Color.schema(nil, &definitions), AnimationSchema.reference(Color.self, &definitions),
      gradient,
    ]
    if !kinds.generators.isEmpty {
      forms.append(
        definitions.reference("computed-paint") { definitions in
          .anyOf(self.kinds.generators.map { $0.sourceSchema(&definitions) })
        })
    }
    return .anyOf(forms)
  }
}
