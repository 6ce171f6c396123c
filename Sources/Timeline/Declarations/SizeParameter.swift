/// A size after the box of another layer, with which it grows.
package struct LayerSizeReference: Sendable {
  /// The other layer's `name`.
  package let name: String
  /// Percentages are of the width of the other layer's box; times count from the start of the layer
  /// that is sized.
  package let width: Animated<Length>
  /// Percentages are of the height of the other layer's box.
  package let height: Animated<Length>
  /// What is added at the left and at the right, and above and below; percentages are of the box's
  /// sides.
  package let padding: Animated<Point>
  /// The bytes of the name in the timeline.
  package let place: Range<Int>
  /// The sides of the other layer's box on the canvas, at a time of the timeline; nil where they
  /// are not known.
  package var sides: (@Sendable (Time) -> (width: Double, height: Double)?)?
  /// Whether the box never changes, as far as that is known.
  package var isStill: (@Sendable () -> Bool)?
  /// The timeline's time at which the layer that is sized starts.
  package var start = Time.zero

  /// The sides at a time, counted from that start; nil where the box is not known.
  package func size(at time: Time) -> (width: Double, height: Double)? {
    guard let sides = sides?(start + time) else { return nil }
    let padding = padding.value(at: time)
    func side(_ length: Length, _ padding: Length, _ whole: Double) -> Double {
      max(length.resolved(against: whole) + 2 * padding.resolved(against: whole), 0)
    }
    return (
      side(width.value(at: time), padding.x, sides.width),
      side(height.value(at: time), padding.y, sides.height)
    )
  }
}

/// The key `size` of a layer: its sides, which may move, or a size after another layer.
///
/// `arguments[size]` is a ``LayerSizeReference``, or nil for sides of its own.
package struct SizeParameter: ParameterDescription {
  static let width = Parameter<Length>(
    "width", default: Length(fraction: 1), unit: "px",
    "How wide the layer's box is; percentages are of the width of the other's.")
  static let height = Parameter<Length>(
    "height", default: Length(fraction: 1), unit: "px",
    "How high the layer's box is; percentages are of the height of the other's.")
  static let padding = Parameter<Point>(
    "padding", default: .zero, unit: "px",
    "How much larger than the other's box it is, on the left and right and at the top and bottom; "
      + "percentages are of the sides of that box.")
  private static let reference = ReferenceMembers("layerSize", [width, height, padding])

  private let extent: Parameter<Extent>

  /// The same key for sides alone.
  package init(_ extent: Parameter<Extent>) { self.extent = extent }

  package var name: String { extent.name }
  package var help: String {
    "\(extent.help) With `of`, it is as large as the box of another layer, and grows with it."
  }
  package var unit: String? { extent.unit }
  package var typeName: String { "size or layer" }
  package var isAnimatable: Bool { true }
  package var isRequired: Bool { extent.isRequired }
  package var defaultText: String? { extent.defaultText }
  package var defaultJSON: JSONText? { extent.defaultJSON }
  package var members: [any ParameterDescription] { Self.reference.list }
  package var spelling: String? {
    (extent.spelling.map { $0 + "; or " } ?? "")
      + #"{ "of": "title", "width": "100%", "height": "100%", "padding": [24, 12] }, after the box of "#
      + "another layer"
  }

  /// The name under which arguments keep a reference; no timeline can give it.
  var referenceName: String { "layer of \(name)" }

  package func decode(
    _ node: JSONNode, into arguments: inout Arguments, in context: inout DecodingContext
  ) {
    guard let members = node.members, node.member("of") != nil else {
      return extent.decode(node, into: &arguments, in: &context)
    }
    guard let (inner, of) = Self.reference.decode(node, members, for: name, in: &context) else {
      return
    }
    let reference = LayerSizeReference(
      name: inner[ReferenceMembers.of], width: inner[Self.width], height: inner[Self.height],
      padding: inner[Self.padding], place: of)
    arguments.set(reference, for: referenceName)
  }

  package func decodeAbsence(
    at place: Range<Int>, into arguments: inout Arguments, in context: inout DecodingContext
  ) {
    extent.decodeAbsence(at: place, into: &arguments, in: &context)
  }

  package func valueSchema(_ definitions: inout SchemaDefinitions) -> JSONText {
    let own = extent.valueSchema(&definitions)
    return Self.reference.schema(or: own, &definitions)
  }
}
