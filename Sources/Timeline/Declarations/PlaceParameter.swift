/// A place at the box of another layer, with which it moves.
package struct LayerReference: Sendable {
  /// How many layers may stand at each other in a row.
  package static let longest = 64

  /// The other layer's `name`.
  package let name: String
  /// The point of its box, from the top left corner; times count from the start of the layer
  /// placed.
  package let at: Animated<Anchor>
  /// What is added to that.
  package let offset: Animated<Point>
  /// The bytes of the name in the timeline.
  package let place: Range<Int>
  /// A point of the other layer's box on the canvas, at a time of the timeline; nil where it is not
  /// known.
  package var point: (@Sendable (Anchor, Time) -> (x: Double, y: Double)?)?
  /// Whether the box never changes, as far as that is known.
  package var isStill: (@Sendable () -> Bool)?
  /// The timeline's time at which the layer that is placed starts.
  package var start = Time.zero
}

/// The key `position` of a layer: a point, which may move, a place at another layer, or a path.
///
/// `arguments[place]` is a ``LayerReference``, or nil for a point; `arguments[path: place]` is what
/// stands in the object that has a path.
package struct PlaceParameter: ParameterDescription {
  static let at = Parameter<Anchor>(
    "at", default: .center,
    "The point of the other layer's box: one of nine names, or [x, y] as shares of its sides.")
  /// What is added to a place at another layer, or to a path.
  package static let offset = Parameter<Point>(
    "offset", default: .zero, unit: "px", "How far from there the anchor stands.")
  private static let reference = ReferenceMembers("place", [at, offset])

  private let point: Parameter<Point>
  /// What an object has that leads the layer along a path; none where there are no paths.
  private let path: [any ParameterDescription]

  /// The same key for points alone.
  ///
  /// - Parameter path: what an object has that leads along a path, besides ``offset``.
  package init(_ point: Parameter<Point>, path: [any ParameterDescription] = []) {
    self.point = point
    self.path = path.isEmpty ? [] : path + [Self.offset]
  }

  package var name: String { point.name }
  package var help: String {
    "\(point.help) With `of`, it stands at the box of another layer and moves with it."
      + (path.isEmpty ? "" : " With `path`, it moves along that.")
  }
  package var unit: String? { point.unit }
  package var typeName: String { path.isEmpty ? "point or place" : "point, place or path" }
  package var isAnimatable: Bool { true }
  package var isRequired: Bool { point.isRequired }
  package var defaultText: String? { point.defaultText }
  package var defaultJSON: JSONText? { point.defaultJSON }
  package var members: [any ParameterDescription] {
    Self.reference.list + path.filter { $0.name != Self.offset.name }
  }
  package var spelling: String? {
    (point.spelling.map { $0 + "; or " } ?? "")
      + #"{ "of": "title", "at": "bottom-left", "offset": [0, 8] }, at the box of another layer"#
      + (path.isEmpty
        ? "" : #"; or { "path": "M100 300 C300 0 500 600 700 300" }, along a path"#)
  }

  /// The names under which arguments keep a reference and a path; no timeline can give them.
  var referenceName: String { "place of \(name)" }
  var pathName: String { "path of \(name)" }

  package func decode(
    _ node: JSONNode, into arguments: inout Arguments, in context: inout DecodingContext
  ) {
    guard let members = node.members else {
      return point.decode(node, into: &arguments, in: &context)
    }
    let other = members.first { $0.key == ReferenceMembers.of.name || $0.key == Self.at.name }
    let own = members.first { member in
      member.key != Self.offset.name && path.contains { $0.name == member.key }
    }
    if let own {
      guard let other else { return decodePath(node, members, into: &arguments, in: &context) }
      return context.error(
        "\(own.key.quoted) does not go with \(other.key.quoted)", at: own.keyRange,
        hint: "a layer stands at another one, or moves along a path")
    }
    guard other != nil else { return point.decode(node, into: &arguments, in: &context) }
    guard let (inner, of) = Self.reference.decode(node, members, for: name, in: &context) else {
      return
    }
    let reference = LayerReference(
      name: inner[ReferenceMembers.of], at: inner[Self.at], offset: inner[Self.offset], place: of)
    arguments.set(reference, for: referenceName)
  }

  private func decodePath(
    _ node: JSONNode, _ members: [JSONMember], into arguments: inout Arguments,
    in context: inout DecodingContext
  ) {
    let outer = context.subject
    context.subject = name.quoted
    defer { context.subject = outer }
    let place = node.range.lowerBound..<node.range.lowerBound + 1
    let list = ParameterList(path)
    let inner = list.decode(members, at: place, in: &context)
    if list.isComplete(inner) { arguments.set(inner, for: pathName) }
  }

  package func decodeAbsence(
    at place: Range<Int>, into arguments: inout Arguments, in context: inout DecodingContext
  ) {
    point.decodeAbsence(at: place, into: &arguments, in: &context)
  }

  package func valueSchema(_ definitions: inout SchemaDefinitions) -> JSONText {
    let own = point.valueSchema(&definitions)
    let others = Self.reference.schema(or: own, &definitions)
    guard !path.isEmpty else { return others }
    let along = definitions.reference("path-place") { definitions in
      .object([
        ("type", .string("object")),
        ("properties", .object(path.map { ($0.name, $0.schema(&definitions)) })),
        ("additionalProperties", .bool(false)),
        ("required", .array(path.filter(\.isRequired).map { .string($0.name) })),
      ])
    }
    return .anyOf(others, along)
  }
}
