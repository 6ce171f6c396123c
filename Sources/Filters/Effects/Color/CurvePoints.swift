import Grades
import Timeline

/// The points of a curve, in the order of their places.
struct CurvePoints: ParameterValue {
  /// More than anybody sets by hand.
  private static let most = 256

  let points: [CurvePoint]

  init(_ points: [(Double, Double)]) { self.points = points.map { CurvePoint($0.0, $0.1) } }

  /// No curve.
  static let none = CurvePoints([])

  static var typeName: String { "points" }
  static var phrase: String { "an array of points [x, y]" }
  static var spelling: String? { "[[0, 0], [0.25, 0.2], [1, 1]]" }

  static func decode(_ node: JSONNode, in context: inout DecodingContext) -> CurvePoints? {
    guard let elements = node.elements else {
      context.mismatch(node, expected: phrase, hint: "such as [[0, 0], [0.5, 0.6], [1, 1]]")
      return nil
    }
    guard (1...most).contains(elements.count) else {
      context.error("\(context.parameter.quoted) takes 1 to \(most) points", at: node.range)
      return nil
    }
    var points: [(Double, Double)] = []
    for element in elements {
      guard let pair = element.elements, pair.count == 2 else {
        context.mismatch(element, expected: "points [x, y]")
        return nil
      }
      let limits = Limits(-1000...1000)
      guard let x = context.value(Double.self, from: pair[0], limits: limits),
        let y = context.value(Double.self, from: pair[1], limits: limits)
      else { return nil }
      if let last = points.last, x - last.0 < 1e-6 {
        context.error(
          "the point's x is not beyond that of the previous point", at: element.range,
          hint: "points must be in the order of their x")
        return nil
      }
      points.append((x, y))
    }
    return CurvePoints(points)
  }

  static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    .object([
      ("type", .string("array")), ("minItems", .integer(1)), ("maxItems", .integer(most)),
      (
        "items",
        .object([
          ("type", .string("array")), ("items", Double.schema(nil, &definitions)),
          ("minItems", .integer(2)), ("maxItems", .integer(2)),
        ])
      ),
    ])
  }

  var json: JSONText {
    points.isEmpty ? .null : .array(points.map { .array([.number($0.input), .number($0.output)]) })
  }
}
