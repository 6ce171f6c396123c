/// A parameter whose value is an object with parameters of its own, such as `region`.
///
/// `arguments[group]` is nil when the object is not given.
package struct ParameterGroup: ParameterDescription {
  package let name: String
  package let help: String
  package let members: [any ParameterDescription]
  package let isRequired: Bool
  package let defaultText: String?
  /// Whether `false` may stand in place of the object; the reader checks for that first.
  let takesFalse: Bool

  /// An object that holds `members`; without `required` it may be left out.
  package init(
    _ name: String, _ members: [any ParameterDescription], required: Bool = false,
    defaultText: String = "none", orFalse takesFalse: Bool = false, _ help: String
  ) {
    self.name = name
    self.help = help
    self.members = members
    self.isRequired = required
    self.takesFalse = takesFalse
    self.defaultText = required ? nil : defaultText
  }

  package var typeName: String { takesFalse ? "object or false" : "object" }
  package var isAnimatable: Bool { false }

  package func decode(
    _ node: JSONNode, into arguments: inout Arguments, in context: inout DecodingContext
  ) {
    let inner = context.with(parameter: name) { context -> Arguments? in
      guard let given = node.members else {
        context.mismatch(node, expected: "an object", hint: ParameterGroup.hint(node, members))
        return nil
      }
      let outer = context.subject
      context.subject = name.quoted
      defer { context.subject = outer }
      return ParameterList(members).decode(
        given, at: node.range.lowerBound..<node.range.lowerBound + 1, in: &context)
    }
    if let inner { arguments.set(inner, for: name) }
  }

  /// What to write for a value that is no object: the member that takes it as a word, else the
  /// keys.
  static func hint(_ node: JSONNode, _ members: [any ParameterDescription]) -> String {
    if let word = node.string, let spelt = node.spelt,
      let member = members.first(where: { $0.choices.contains(word) })
    {
      return "write { \"\(member.name)\": \(spelt) }"
    }
    return "its keys are \(members.map(\.name).listed(joinedBy: "and"))"
  }

  package func decodeAbsence(
    at place: Range<Int>, into arguments: inout Arguments, in context: inout DecodingContext
  ) {
    requirePresence(at: place, in: &context)
  }

  package func valueSchema(_ definitions: inout SchemaDefinitions) -> JSONText {
    let object = ParameterList(members).schema(&definitions)
    return takesFalse ? .anyOf(object, .object([("const", .bool(false))])) : object
  }
}
