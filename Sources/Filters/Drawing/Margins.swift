import Bytes
import Timeline

/// Distances from the canvas's sides.
///
/// Movements of it go by its ``Movement``: its numbers are too many to be mixed as others are.
struct Margins: ParameterValue, Interpolatable {
  let top: Length
  let right: Length
  let bottom: Length
  let left: Length

  /// No distance at any side.
  static let zero = Margins(.zero)

  /// One distance for all sides.
  init(_ all: Length) { self.init([all, all]) }

  /// At the upper and lower, and at the left and right sides; or four, in CSS's order.
  private init(_ lengths: [Length]) {
    (top, right) = (lengths[0], lengths[1])
    (bottom, left) = lengths.count < 4 ? (top, right) : (lengths[2], lengths[3])
  }

  static var typeName: String { "margins" }
  static var phrase: String { "a length, [y, x] or [top, right, bottom, left]" }
  static var spelling: String? {
    #"one length for all, such as 20 or "5%", or [y, x], or [top, right, bottom, left]"#
  }

  private static let limits = Limits(0...10_000)

  static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Margins? {
    func length(_ node: JSONNode) -> Length? {
      context.value(Length.self, from: node, limits: limits, unit: "px")
    }
    guard let elements = node.elements else { return length(node).map { Margins($0) } }
    guard elements.count == 2 || elements.count == 4 else {
      context.error(
        "\(context.parameter.quoted) takes \(phrase), not \(counted(elements.count, "value"))",
        at: node.range)
      return nil
    }
    let lengths = elements.map { length($0) }
    let sound = lengths.compactMap(\.self)
    return sound.count == lengths.count ? Margins(sound) : nil
  }

  static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    let side = Length.schema(limits, &definitions)
    func array(_ count: Int) -> JSONText {
      .object([
        ("type", .string("array")), ("items", side), ("minItems", .integer(count)),
        ("maxItems", .integer(count)),
      ])
    }
    return .anyOf(side, array(2), array(4))
  }

  var measures: [Double] { [top, right, bottom, left].flatMap(\.measures) }

  var json: JSONText {
    if top == bottom, left == right {
      return top == right ? top.json : .array([top.json, right.json])
    }
    return .array([top, right, bottom, left].map(\.json))
  }

  var components: SIMD4<Double> { SIMD4(repeating: 0) }
  init(components: SIMD4<Double>) { self = .zero }

  /// How the distance at each side moves.
  struct Movement: Sendable {
    private let top: Animated<Length>
    private let right: Animated<Length>
    private let bottom: Animated<Length>
    private let left: Animated<Length>

    init(_ margins: Animated<Margins>) {
      top = margins.map(\.top)
      right = margins.map(\.right)
      bottom = margins.map(\.bottom)
      left = margins.map(\.left)
    }

    /// Whether it never changes.
    var isStill: Bool { [top, right, bottom, left].allSatisfy { $0.constantValue != nil } }

    /// The distances at a time, in pixels; percentages are of `side`.
    func callAsFunction(
      at time: Time, side: Double
    ) -> (top: Double, right: Double, bottom: Double, left: Double) {
      func pixels(_ length: Animated<Length>) -> Double {
        length.value(at: time).resolved(against: side)
      }
      return (pixels(top), pixels(right), pixels(bottom), pixels(left))
    }
  }
}
