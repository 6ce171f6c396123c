import Geometry
import Timeline

/// Where the anchor of one layer stands over time: what `position`, `x`, `y` and `margin` say, and
/// how a path turns it.
struct LayerPlace: Sendable {
  private let position: Animated<Point>
  /// Nil where `position` says it.
  private let x: Animated<Length>?
  private let y: Animated<Length>?
  private let margin: Margins.Movement
  /// How far a copy of a layer that is repeated stands from there.
  private let shift: Animated<Point>
  private let canvas: Vector
  /// The layer at which it stands; nil where that is the canvas.
  private let reference: LayerReference?
  /// The path along which it moves; nil where there is none.
  private let course: LayerCourse?

  init(_ arguments: Arguments, canvas: (width: Int, height: Int)) {
    func given(_ parameter: Parameter<Length>) -> Animated<Length>? {
      arguments.isGiven(parameter) ? arguments[parameter] : nil
    }
    position = arguments[GeometryParameters.position]
    (x, y) = (given(GeometryParameters.x), given(GeometryParameters.y))
    margin = Margins.Movement(arguments[GeometryParameters.margin])
    shift = arguments[MarqueeParameters.shift]
    reference = arguments[GeometryParameters.place]
    let sides = Vector(Double(canvas.width), Double(canvas.height))
    course = arguments[path: GeometryParameters.place].map { LayerCourse($0, canvas: sides) }
    self.canvas = sides
  }

  /// Whether it never changes.
  var isStill: Bool {
    position.constantValue != nil && margin.isStill && shift.constantValue != nil
      && [x, y].allSatisfy { $0.map { $0.constantValue != nil } ?? true }
      && (reference.map(Self.isStill) ?? true) && (course?.isStill ?? true)
  }

  private static func isStill(_ reference: LayerReference) -> Bool {
    reference.at.constantValue != nil && reference.offset.constantValue != nil
      && reference.isStill?() ?? false
  }

  /// How far the path turns the layer at a time, in degrees clockwise.
  ///
  /// - Parameter pixelWidth: of a pixel whose height is 1.
  func turn(at time: Time, pixelWidth: Double = 1) -> Double {
    course?.turn(at: time, pixelWidth: pixelWidth) ?? 0
  }

  /// The place at the other layer or on the path, if it stands at one of these.
  private func point(at time: Time) -> Vector? {
    if let course { return course.point(at: time) }
    guard let reference,
      let point = reference.point?(reference.at.value(at: time), reference.start + time)
    else { return nil }
    let offset = reference.offset.value(at: time)
    return Vector(
      point.x + offset.x.resolved(against: canvas.x),
      point.y + offset.y.resolved(against: canvas.y))
  }

  /// The place at a time, in pixels of the canvas.
  func callAsFunction(at time: Time) -> Vector {
    let position = position.value(at: time)
    let margin = margin(at: time, side: min(canvas.x, canvas.y))
    func place(_ length: Length, _ side: Double, _ near: Double, _ far: Double) -> Double {
      near + length.resolved(against: side - near - far)
    }
    let shift = shift.value(at: time)
    let other = point(at: time)
    let across = x == nil ? other?.x : nil
    let down = y == nil ? other?.y : nil
    return Vector(
      (across ?? place(x?.value(at: time) ?? position.x, canvas.x, margin.left, margin.right))
        + shift.x.pixels,
      (down ?? place(y?.value(at: time) ?? position.y, canvas.y, margin.top, margin.bottom))
        + shift.y.pixels)
  }
}
