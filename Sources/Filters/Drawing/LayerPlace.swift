import Geometry
import Timeline

/// Where the anchor of one layer stands over time: what `position`, `x`, `y` and `margin` say.
struct LayerPlace: Sendable {
  private let position: Animated<Point>
  /// Nil where `position` says it.
  private let x: Animated<Length>?
  private let y: Animated<Length>?
  private let margin: Animated<Length>
  private let canvas: Vector

  init(_ arguments: Arguments, canvas: (width: Int, height: Int)) {
    func given(_ parameter: Parameter<Length>) -> Animated<Length>? {
      arguments.isGiven(parameter) ? arguments[parameter] : nil
    }
    position = arguments[GeometryParameters.position]
    (x, y) = (given(GeometryParameters.x), given(GeometryParameters.y))
    margin = arguments[GeometryParameters.margin]
    self.canvas = Vector(Double(canvas.width), Double(canvas.height))
  }

  /// Whether it never changes.
  var isStill: Bool {
    position.constantValue != nil && margin.constantValue != nil
      && [x, y].allSatisfy { $0.map { $0.constantValue != nil } ?? true }
  }

  /// The place at a time, in pixels of the canvas.
  func callAsFunction(at time: Time) -> Vector {
    let position = position.value(at: time)
    let margin = margin.value(at: time).resolved(against: min(canvas.x, canvas.y))
    func place(_ length: Length, _ side: Double) -> Double {
      margin + length.resolved(against: side - 2 * margin)
    }
    return Vector(
      place(x?.value(at: time) ?? position.x, canvas.x),
      place(y?.value(at: time) ?? position.y, canvas.y))
  }
}
