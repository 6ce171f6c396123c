/// A parameter whose value is an object with parameters of its own, or an array of such objects.
///
/// `arguments[groups]` has them in order; it is empty when none is given.
package struct ParameterGroups: ParameterDescription {
  /// A limit beyond what anybody writes by hand.
  package static let most = 10_000

  package let name: String
  package let help: String
  package let members: [any ParameterDescription]
  package let isRequired = false
  package let defaultText: String?

  /// One object that holds `members`, or an array of them; all may be left out.
  package init(
    _ name: String, _ members: [any ParameterDescription], defaultText: String = "none",
    _ help: String
  ) {
    self.name = name
    self.help = help
    self.members = members
    self.defaultText = defaultText
  }

  package var typeName: String { "object or array of objects" }
  package var isAnimatable: Bool { false }

  package func decode(
    _ node: JSONNode, into arguments: inout Arguments, in context: inout DecodingContext
  ) {
    let nodes = node.elements ?? [node]
    guard nodes.count <= Self.most else {
      context.error("\(name.quoted) holds more than \(Self.most) objects", at: node.range)
      return
    }
    let items = nodes.map { decodeItem($0, in: &context) }
    let sound = items.compactMap(\.self)
    if sound.count == items.count { arguments.set(sound, for: name) }
  }

  private func decodeItem(_ node: JSONNode, in context: inout DecodingContext) -> Arguments? {
    context.with(parameter: name) { context in
      guard let given = node.members else {
        context.mismatch(node, expected: "an object", hint: ParameterGroup.hint(node, members))
        return nil
      }
      let outer = context.subject
      context.subject = name.quoted
      defer { context.subject = outer }
      let list = ParameterList(members)
      let arguments = list.decode(
        given, at: node.range.lowerBound..<node.range.lowerBound + 1, in: &context)
      return list.isComplete(arguments) ? arguments : nil
    }
  }

  package func decodeAbsence(
    at place: Range<Int>, into arguments: inout Arguments, in context: inout DecodingContext
  ) {}

  package func valueSchema(_ definitions: inout SchemaDefinitions) -> JSONText {
    let schema = ParameterList(members).schema(&definitions)
    let item = definitions.reference("\(name)-object", to: schema)
    return .anyOf(item, .object([("type", .string("array")), ("items", item)]))
  }
}
