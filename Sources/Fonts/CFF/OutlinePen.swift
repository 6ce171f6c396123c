import Geometry

/// Draws an outline by steps from the last point.
struct OutlinePen {
  private(set) var x = 0.0
  private(set) var y = 0.0
  private(set) var outline = Outline()
  /// A contour begins with its first stroke, so that there are none without any.
  private var isMoved = true

  mutating func move(_ dx: Double, _ dy: Double) {
    x += dx
    y += dy
    isMoved = true
  }

  /// Begins again at a point, for an accent.
  mutating func restart(at point: Vector) {
    (x, y) = (point.x, point.y)
    isMoved = true
  }

  mutating func line(_ dx: Double, _ dy: Double) {
    begin()
    x += dx
    y += dy
    outline.segments.append(.line(Vector(x, y)))
  }

  mutating func curve(
    _ dx1: Double, _ dy1: Double, _ dx2: Double, _ dy2: Double, _ dx3: Double, _ dy3: Double
  ) {
    begin()
    let first = Vector(x + dx1, y + dy1)
    let second = Vector(first.x + dx2, first.y + dy2)
    (x, y) = (second.x + dx3, second.y + dy3)
    outline.segments.append(.cubic(first, second, Vector(x, y)))
  }

  private mutating func begin() {
    guard isMoved else { return }
    isMoved = false
    outline.segments.append(.move(Vector(x, y)))
  }
}
