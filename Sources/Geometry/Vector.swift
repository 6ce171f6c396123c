/// A point or a vector of the picture, `x` right and `y` down.
public struct Vector: Hashable, Sendable {
  /// To the right, in the caller's unit.
  public var x: Double
  /// Down, in the same unit.
  public var y: Double

  /// The point `x` to the right of the origin and `y` below it.
  @inlinable public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The Euclidean length.
  @inlinable public var length: Double { (x * x + y * y).squareRoot() }
}
