/// The members of an object that names another layer, where a key takes a value of its own as well.
struct ReferenceMembers {
  static let of = Setting<String>(
    "of", default: "", required: true,
    "The `name` of the other layer, in the same list or in one around it.")

  /// What the object is called among the definitions of the schema.
  let definition: String
  /// ``of``, and what else it may have.
  let list: [any ParameterDescription]

  init(_ definition: String, _ others: [any ParameterDescription]) {
    (self.definition, list) = (definition, [Self.of] + others)
  }

  /// Reads an object; nil where it is faulty, or names no layer.
  ///
  /// - Returns: its arguments, and the bytes of the name.
  func decode(
    _ node: JSONNode, _ members: [JSONMember], for key: String, in context: inout DecodingContext
  ) -> (arguments: Arguments, of: Range<Int>)? {
    let outer = context.subject
    context.subject = key.quoted
    defer { context.subject = outer }
    let place = node.range.lowerBound..<node.range.lowerBound + 1
    let list = ParameterList(list)
    let arguments = list.decode(members, at: place, in: &context)
    guard list.isComplete(arguments), let of = node.member("of")?.value else { return nil }
    return (arguments, of.range)
  }

  /// The schema of such an object, or of the key's own value.
  func schema(or own: JSONText, _ definitions: inout SchemaDefinitions) -> JSONText {
    let reference = definitions.reference(definition) { definitions in
      .object([
        ("type", .string("object")),
        ("properties", .object(list.map { ($0.name, $0.schema(&definitions)) })),
        ("additionalProperties", .bool(false)),
        ("required", .array([.string(Self.of.name)])),
      ])
    }
    return .anyOf(own, reference)
  }
}
