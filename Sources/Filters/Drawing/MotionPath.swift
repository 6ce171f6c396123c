import Bytes
import Geometry
import Shapes
import Timeline

/// What a layer's `position` has that leads it along a path.
enum PathMembers {
  static let path = Setting<MotionPath>(
    "path", default: .points([]), required: true,
    "The path along which the anchor moves: the commands of SVG in pixels of the canvas, or a list of "
      + "points through which a smooth curve runs.")
  static let progress = Parameter<Double>(
    "progress", from: 0, to: 1, in: Limits(-1000...1000),
    "How far along the path, as a share of its length, so that equal shares are equal distances. "
      + "Beyond the ends of an open path it goes straight on; around a closed one it goes again.")
  static let orient = Setting<Bool>(
    "orient", default: false,
    "Whether the layer turns with the path about its pivot. Without a `rotation`, its right side "
      + "faces the way the path runs.")

  /// In the order of the documentation; `offset` is there, too.
  static let all: [any ParameterDescription] = [path, progress, orient]
}

/// A path along which something moves.
enum MotionPath: ParameterValue {
  /// In pixels.
  case data(PathText)
  /// Through which a smooth curve runs.
  case points([Point])

  /// More points than anybody lists.
  private static let most = 1000

  static var typeName: String { "path data or points" }
  static var phrase: String { "path data or points" }
  static var spelling: String? {
    #"the `d` of an SVG path, such as "M100 300 C300 0 500 600 700 300"; or points, such as "#
      + #"[["10%", "50%"], ["50%", "20%"], ["90%", "50%"]]"#
  }

  static func decode(_ node: JSONNode, in context: inout DecodingContext) -> MotionPath? {
    if let elements = node.elements { return points(elements, node, in: &context) }
    guard let text = node.string else {
      context.mismatch(node, expected: phrase, hint: #"such as "M100 300 C300 0 500 600 700 300""#)
      return nil
    }
    guard let path = PathText.decode(node, in: &context) else { return nil }
    // What is misspelt has been reported.
    if PathCourse(path.data.path).length == 0, (try? PathData(parsing: text)) != nil {
      context.error("the path has no length, so nothing moves along it", at: node.range)
      return nil
    }
    return .data(path)
  }

  private static func points(
    _ elements: [JSONNode], _ node: JSONNode, in context: inout DecodingContext
  ) -> MotionPath? {
    guard (2...most).contains(elements.count) else {
      context.error(
        "a path runs through 2 to \(most) points, not \(elements.count)", at: node.range)
      return nil
    }
    let points = elements.map { context.value(Point.self, from: $0) }
    let sound = points.compactMap(\.self)
    guard sound.count == points.count else { return nil }
    guard Set(sound).count > 1 else {
      context.error("the path has no length, so nothing moves along it", at: node.range)
      return nil
    }
    return .points(sound)
  }

  static func schema(
    _ limits: Limits?, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    let points = JSONText.object([
      ("type", .string("array")), ("items", Point.schema(nil, &definitions)),
      ("minItems", .integer(2)), ("maxItems", .integer(most)),
    ])
    return .anyOf(PathText.schema(nil, &definitions), points)
  }

  var json: JSONText {
    switch self {
    case .data(let path): path.json
    case .points(let points): .array(points.map(\.json))
    }
  }

  /// The path on a canvas.
  func path(on canvas: Vector) -> ShapePath {
    switch self {
    case .data(let path): path.data.path
    case .points(let points):
      ShapePath(
        through: points.map {
          Vector($0.x.resolved(against: canvas.x), $0.y.resolved(against: canvas.y))
        })
    }
  }
}

/// How a layer moves along a path.
struct LayerCourse: Sendable {
  private let course: PathCourse
  private let progress: Animated<Double>
  private let offset: Animated<Point>
  private let isOriented: Bool
  private let canvas: Vector

  /// - Parameter arguments: those of ``PathMembers``.
  init(_ arguments: Arguments, canvas: Vector) {
    course = PathCourse(arguments[PathMembers.path].path(on: canvas))
    progress = arguments[PathMembers.progress]
    offset = arguments[PlaceParameter.offset]
    isOriented = arguments[PathMembers.orient]
    self.canvas = canvas
  }

  /// Whether the layer stands at one place of it.
  var isStill: Bool { progress.constantValue != nil && offset.constantValue != nil }

  /// The place at a time, in pixels of the canvas; nil where the path has no length.
  func point(at time: Time) -> Vector? {
    guard let place = course.place(at: progress.value(at: time)) else { return nil }
    let offset = offset.value(at: time)
    return Vector(
      place.point.x + offset.x.resolved(against: canvas.x),
      place.point.y + offset.y.resolved(against: canvas.y))
  }

  /// How far the layer is turned with the path at a time, in degrees clockwise.
  ///
  /// - Parameter pixelWidth: of a pixel whose height is 1.
  func turn(at time: Time, pixelWidth: Double) -> Double {
    guard isOriented, let way = course.place(at: progress.value(at: time))?.way else { return 0 }
    return Maths.atan2(way.y, way.x * pixelWidth) * (180 / .pi)
  }
}
