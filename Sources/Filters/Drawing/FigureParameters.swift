import Fonts
import Geometry
import Shapes
import Timeline

/// The parameters that say which figure a shape is.
enum FigureParameters {
  static let shape = Setting<ShapeKind>(
    "shape", default: .rectangle, required: true, "Which figure it is.")
  static let radius = Parameter<CornerRadii>(
    "radius", default: CornerRadii(0), in: Limits(0...100_000), unit: "px",
    "The radius of rounded corners. Rectangles take up to four radii; of a path, only corners "
      + "between straight lines are rounded.")
  static let points = Parameter<Double>(
    "points", default: 5, in: Limits(2...1000),
    "How many points a star has, or how many corners a polygon, which has at least 3; rounded to a "
      + "whole number.")
  static let inner = Parameter<Double>(
    "inner", default: 0.5, in: Limits(0...1),
    "How far a ring's hole, or a star's inner corners, reach from the centre, as a share of the "
      + "outer radius.")
  static let startAngle = Parameter<Angle>(
    "startAngle", default: .zero, unit: "degrees",
    "Where an arc, a pie or a ring begins: 0 is up, 90 right.")
  static let endAngle = Parameter<Angle>(
    "endAngle", default: Angle(degrees: 360), unit: "degrees",
    "Where it ends. An angle below `startAngle` runs anticlockwise; one 360 degrees away closes "
      + "the circle.")
  static let from = Parameter<Point>(
    "from", default: Point(x: .zero, y: Length(fraction: 0.5)), unit: "px",
    "Where a line or an arrow begins in the layer's box.")
  static let to = Parameter<Point>(
    "to", default: Point(x: Length(fraction: 1), y: Length(fraction: 0.5)), unit: "px",
    "Where it ends.")
  static let thickness = Parameter<Double>(
    "thickness", default: 10, in: Limits(0...100_000), unit: "px", "How wide an arrow's shaft is.")
  static let head = Parameter<NumberPair>(
    "head", default: NumberPair(40, 40), in: Limits(0...100_000), unit: "px",
    "The length and the width of an arrow's head.")
  static let path = Parameter<PathText>(
    "path", default: .none, defaultText: "nothing",
    "A path in the layer's box, as the path commands of SVG. Between keys, paths with the same "
      + "commands turn into one another; others change at their key.")
  static let fillRule = Setting<ShapeFillRule>(
    "fillRule", default: .nonzero,
    "What is inside a path that crosses itself: all that it winds around (`nonzero`), or only what "
      + "it encloses an odd number of times (`evenodd`).")

  /// In the order of the documentation.
  static let all: [any ParameterDescription] = [
    shape, radius, points, inner, startAngle, endAngle, from, to, thickness, head, path, fillRule,
  ]
}

/// A figure that may move, in a box.
struct Figure: Sendable {
  let kind: ShapeKind
  let rule: FillRule
  private let radius: Radius
  private let points: Animated<Double>
  private let inner: Animated<Double>
  private let startAngle: Animated<Angle>
  private let endAngle: Animated<Angle>
  private let from: Animated<Point>
  private let to: Animated<Point>
  private let thickness: Animated<Double>
  private let head: Animated<NumberPair>
  private let path: KeyedValues<PathText>

  /// How round corners are.
  private enum Radius {
    case radii(Animated<CornerRadii>)
    /// One for all, whose percentages are of the shorter side.
    case all(Animated<Length>)

    var isStill: Bool {
      switch self {
      case .radii(let radii): radii.constantValue != nil
      case .all(let length): length.constantValue != nil
      }
    }

    func value(at time: Time, in size: Vector) -> SIMD4<Double> {
      switch self {
      case .radii(let radii): radii.value(at: time).components
      case .all(let length):
        SIMD4(repeating: length.value(at: time).resolved(against: min(size.x, size.y)))
      }
    }
  }

  /// - Parameters:
  ///   - arguments: of the parameters of ``FigureParameters``.
  ///   - radius: how round corners are, in place of the parameter of that name.
  init(_ arguments: Arguments, radius: Animated<Length>? = nil) {
    kind = arguments[FigureParameters.shape]
    rule = arguments[FigureParameters.fillRule] == .evenodd ? .evenOdd : .nonzero
    self.radius = radius.map { .all($0) } ?? .radii(arguments[FigureParameters.radius])
    points = arguments[FigureParameters.points]
    inner = arguments[FigureParameters.inner]
    startAngle = arguments[FigureParameters.startAngle]
    endAngle = arguments[FigureParameters.endAngle]
    from = arguments[FigureParameters.from]
    to = arguments[FigureParameters.to]
    thickness = arguments[FigureParameters.thickness]
    head = arguments[FigureParameters.head]
    path = KeyedValues(arguments[FigureParameters.path])
  }

  /// Whether it never changes within its box.
  var isStill: Bool {
    radius.isStill && points.constantValue != nil && inner.constantValue != nil
      && startAngle.constantValue != nil && endAngle.constantValue != nil
      && from.constantValue != nil && to.constantValue != nil && thickness.constantValue != nil
      && head.constantValue != nil && path.isStill
  }

  /// The figure at a time, in a box of this size whose top left corner is the origin.
  func path(in size: Vector, at time: Time) -> ShapePath {
    let box = Bounds(minX: 0, minY: 0, maxX: size.x, maxY: size.y)
    let radii = radius.value(at: time, in: size)
    let (start, end) = (startAngle.value(at: time).degrees, endAngle.value(at: time).degrees)
    let count = Int(min(max(points.value(at: time).rounded(), 2), 1000))
    switch kind {
    case .rectangle: return .rectangle(box, radii: .init(radii))
    case .ellipse: return .ellipse(box)
    case .arc: return .arc(box, from: start, to: end)
    case .pie: return .pie(box, from: start, to: end)
    case .ring: return .ring(box, inner: inner.value(at: time), from: start, to: end)
    case .polygon: return .polygon(box, corners: count, radius: radii.x)
    case .star:
      return .star(
        box, points: count, inner: inner.value(at: time), radius: radii.x, innerRadius: radii.x)
    case .line:
      return .line(from: place(from, in: size, at: time), to: place(to, in: size, at: time))
    case .arrow:
      let head = head.value(at: time)
      return ShapePath.arrow(
        from: place(from, in: size, at: time), to: place(to, in: size, at: time),
        width: thickness.value(at: time), head: Vector(head.first, head.second)
      ).rounded(radii.x)
    case .path:
      let moment = path.moment(at: time)
      let data = moment.value.data.mixed(with: moment.next.data, moment.share)
      let path = (data ?? moment.value.data).path
      return radii.x > 0 ? path.rounded(radii.x) : path
    }
  }

  private func place(_ point: Animated<Point>, in size: Vector, at time: Time) -> Vector {
    let point = point.value(at: time)
    return Vector(point.x.resolved(against: size.x), point.y.resolved(against: size.y))
  }
}
