import Geometry

// Vectors as they are added up in this module.
extension Vector {
  static func + (left: Vector, right: Vector) -> Vector {
    Vector(left.x + right.x, left.y + right.y)
  }

  static func - (left: Vector, right: Vector) -> Vector {
    Vector(left.x - right.x, left.y - right.y)
  }

  static func * (left: Vector, factor: Double) -> Vector {
    Vector(left.x * factor, left.y * factor)
  }

  /// The place that lies a share of the way to another.
  func mixed(_ other: Vector, _ share: Double) -> Vector { self + (other - self) * share }

  /// Whether both its numbers are finite.
  var isFinite: Bool { x.isFinite && y.isFinite }
}
