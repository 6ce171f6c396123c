import Geometry

/// A rectangle of the plane.
package struct Bounds: Hashable, Sendable {
  /// The left edge.
  package var minX: Double
  /// The smaller `y`: the upper edge where `y` points down, the lower one where it points up.
  package var minY: Double
  /// The right edge.
  package var maxX: Double
  /// The greater `y`: the other edge.
  package var maxY: Double

  /// A rectangle by its edges; nothing puts them in order.
  package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The rectangle of one point.
  package init(_ point: Vector) {
    self.init(minX: point.x, minY: point.y, maxX: point.x, maxY: point.y)
  }

  /// Negative when the edges are in the wrong order.
  package var width: Double { maxX - minX }
  /// Negative when the edges are in the wrong order.
  package var height: Double { maxY - minY }

  /// Grows so far that a point lies within.
  package mutating func include(_ point: Vector) {
    minX = min(minX, point.x)
    minY = min(minY, point.y)
    maxX = max(maxX, point.x)
    maxY = max(maxY, point.y)
  }

  /// The smallest rectangle around two.
  package func union(_ other: Bounds) -> Bounds {
    var union = self
    union.include(Vector(other.minX, other.minY))
    union.include(Vector(other.maxX, other.maxY))
    return union
  }
}

extension Outline {
  /// The smallest rectangle around what is seen of the outline through a map, curves and not their
  /// control points; nil when it is empty or has places that are no finite numbers.
  package func bounds(through map: Affine = .identity) -> Bounds? {
    var bounds: Bounds?
    var last: Vector?
    for segment in segments {
      let end = map(segment.end)
      guard end.x.isFinite, end.y.isFinite else { return nil }
      let start = last ?? end
      last = end
      if case .move = segment { continue }
      var box = bounds ?? Bounds(start)
      box.include(start)
      box.include(end)
      switch segment {
      case .move, .line: break
      case .quadratic(let control, _):
        for t in Self.turns(start, map(control), end) {
          box.include(Bezier.point(start, map(control), end, at: t))
        }
      case .cubic(let first, let second, _):
        for t in Self.turns(start, map(first), map(second), end) {
          box.include(Bezier.point(start, map(first), map(second), end, at: t))
        }
      }
      bounds = box
    }
    guard let bounds, bounds.width.isFinite, bounds.height.isFinite else { return nil }
    return bounds
  }

  /// Where a curve turns back in `x` or `y`: the zeros of its derivative between its ends.
  private static func turns(_ start: Vector, _ control: Vector, _ end: Vector) -> [Double] {
    [
      (start.x - control.x) / (start.x - 2 * control.x + end.x),
      (start.y - control.y) / (start.y - 2 * control.y + end.y),
    ].filter { $0 > 0 && $0 < 1 }
  }

  private static func turns(_ start: Vector, _ first: Vector, _ second: Vector, _ end: Vector)
    -> [Double]
  {
    zeros(start.x, first.x, second.x, end.x) + zeros(start.y, first.y, second.y, end.y)
  }

  /// The zeros of a cubic's derivative a t² + 2 b t + c.
  private static func zeros(_ p: Double, _ q: Double, _ r: Double, _ s: Double) -> [Double] {
    let a = s - 3 * r + 3 * q - p
    let b = r - 2 * q + p
    let c = q - p
    let square = b * b - a * c
    guard square >= 0 else { return [] }
    // The sum of equal signs loses no digits; the other zero follows from their product.
    let root = square.squareRoot()
    let sum = -(b < 0 ? b - root : b + root)
    return [sum / a, c / sum].filter { $0 > 0 && $0 < 1 }
  }
}
