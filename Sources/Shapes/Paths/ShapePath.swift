import Fonts
import Geometry

/// A path: contours of lines and curves, each open or closed, with `y` down.
///
/// What is filled is what all contours bound, open ones too; what is stroked follows them, and open
/// ones have caps.
package struct ShapePath: Hashable, Sendable {
  /// One contour.
  package struct Contour: Hashable, Sendable {
    /// Where it begins.
    package var start: Vector
    /// What follows, none of it a `move`.
    package var segments: [Outline.Segment]
    /// Whether its end is joined to its start, by a line where they are not one.
    package var isClosed: Bool

    /// A contour from a place on.
    package init(start: Vector, _ segments: [Outline.Segment], isClosed: Bool) {
      self.start = start
      self.segments = segments
      self.isClosed = isClosed
    }

    /// Where it ends, before it is closed.
    var end: Vector { segments.last?.end ?? start }
  }

  /// The contours in the order in which they are drawn.
  package var contours: [Contour]

  /// A path of these contours; of none, there is nothing to see.
  package init(_ contours: [Contour] = []) { self.contours = contours }

  /// Whether there is nothing to draw.
  package var isEmpty: Bool { contours.isEmpty }

  /// What the path bounds.
  package var outline: Outline {
    Outline(contours.flatMap { [.move($0.start)] + $0.segments })
  }

  /// The same path with every contour led back to where it starts.
  package var closed: ShapePath {
    ShapePath(
      contours.map { contour in
        var contour = contour
        contour.isClosed = true
        return contour
      })
  }

  /// The path seen through a map.
  package func mapped(by map: Affine) -> ShapePath {
    ShapePath(
      contours.map { contour in
        Contour(
          start: map(contour.start), Outline(contour.segments).mapped(by: map).segments,
          isClosed: contour.isClosed)
      })
  }

  /// The smallest rectangle around what the path bounds, seen through a map; nil where there is
  /// nothing.
  package func bounds(through map: Affine = .identity) -> Bounds? { outline.bounds(through: map) }
}

/// Draws paths step by step.
struct PathPen {
  private var contours: [ShapePath.Contour] = []
  private var contour: ShapePath.Contour?
  /// Whether it was moved to where it is by a move alone.
  private var isMoved = false
  /// Where it is.
  private(set) var place = Vector(0, 0)

  /// The path so far. A move that nothing follows draws nothing.
  var path: ShapePath {
    guard let contour, !contour.segments.isEmpty else { return ShapePath(contours) }
    return ShapePath(contours + [contour])
  }

  mutating func move(to point: Vector) {
    finish()
    place = point
    isMoved = true
  }

  mutating func add(_ segment: Outline.Segment) {
    var current = contour ?? ShapePath.Contour(start: place, [], isClosed: false)
    contour = nil
    isMoved = false
    current.segments.append(segment)
    contour = current
    place = segment.end
  }

  mutating func close() {
    // Closing a single point makes a dot; closing what is closed makes nothing.
    guard isMoved || contour != nil else { return }
    isMoved = false
    var current = contour ?? ShapePath.Contour(start: place, [], isClosed: false)
    current.isClosed = true
    contours.append(current)
    contour = nil
    place = current.start
  }

  private mutating func finish() {
    if let contour, !contour.segments.isEmpty { contours.append(contour) }
    contour = nil
  }
}
