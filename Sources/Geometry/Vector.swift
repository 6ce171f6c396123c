/// A point or a vector of the picture, `x` right and `y` down.
package struct Vector: Hashable, Sendable {
  package var x: Double
  package var y: Double

  @inlinable package init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The Euclidean length.
  @inlinable package var length: Double { (x * x + y * y).squareRoot() }
}
