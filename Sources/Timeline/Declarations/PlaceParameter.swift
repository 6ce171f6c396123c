/// A place at the box of another layer, with which it moves.
package struct LayerReference: Sendable {
  /// How many layers may stand at each other in a row.
  package static let longest = 64

  /// The other layer's `name`.
  package let name: String
  /// The point of its box, from the top left corner; times count from the start of the layer placed.
  package let at: Animated<Anchor>
  /// What is added to that.
  package let offset: Animated<Point>
  /// The bytes of the name in the timeline.
  package let place: Range<Int>
  /// A point of the other layer's box on the canvas, at a time of the timeline; nil where it is not known.
  package var point: (@Sendable (Anchor, Time) -> (x: Double, y: Double)?)?
  /// Whether the box never changes, as far as that is known.
  package var isStill: (@Sendable () -> Bool)?
  /// The timeline's time at which the layer that is placed starts.
  package var start = Time.zero
}

/// The key `position` of a layer: a point, which may move, or a place at another layer.
///
/// `arguments[place]` is a ``LayerReference``, or nil for a point.
package struct PlaceParameter: ParameterDescription {
  static let at = Parameter<Anchor>(
    "at", default: .center,
    "The point of the other layer's box: one of nine names, or [x, y] as shares of its sides.")
  static let offset = Parameter<Point>(
    "offset", default: .zero, unit: "px", "How far from there the anchor stands.")
  private static let reference = ReferenceMembers("place", [at, offset])

  private let point: Parameter<Point>

  /// The same key for points alone.
  package init(_ point: Parameter<Point>) { self.point = point }

  package var name: String { point.name }
  package var help: String {
    "\(point.help) With `of`, it stands at the box of another layer and moves with it."
  }
  package var unit: String? { point.unit }
  package var typeName: String { "point or place" }
  package var isAnimatable: Bool { true }
  package var isRequired: Bool { point.isRequired }
  package var defaultText: String? { point.defaultText }
  package var defaultJSON: JSONText? { point.defaultJSON }
  package var members: [any ParameterDescription] { Self.reference.list }
  package var spelling: String? {
    (point.spelling.map { $0 + "; or " } ?? "")
      + #"{ "of": "title", "at": "bottom-left", "offset": [0, 8] }, at the box of another layer"#
  }

  /// The name under which arguments keep a reference; no timeline can give it.
  var referenceName: String { "place of \(name)" }

  package func decode(
    _ node: JSONNode, into arguments: inout Arguments, in context: inout DecodingContext
  ) {
    guard let members = node.members, node.member("of") != nil || node.member("at") != nil else {
      return point.decode(node, into: &arguments, in: &context)
    }
    guard let (inner, of) = Self.reference.decode(node, members, for: name, in: &context) else {
      return
    }
    let reference = LayerReference(
      name: inner[ReferenceMembers.of], at: inner[Self.at], offset: inner[Self.offset], place: of)
    arguments.set(reference, for: referenceName)
  }

  package func decodeAbsence(
    at place: Range<Int>, into arguments: inout Arguments, in context: inout DecodingContext
  ) {
    point.decodeAbsence(at: place, into: &arguments, in: &context)
  }

  package func valueSchema(_ definitions: inout SchemaDefinitions) -> JSONText {
    let own = point.valueSchema(&definitions)
    return Self.reference.schema(or: own, &definitions)
  }
}
