import Bytes

/// A map of the plane that keeps lines straight: `x' = a x + c y + tx`, `y' = b x + d y + ty`.
public struct Affine: Hashable, Sendable {
  /// What `x` gives to `x'`.
  public var a: Double
  /// What `x` gives to `y'`.
  public var b: Double
  /// What `y` gives to `x'`.
  public var c: Double
  /// What `y` gives to `y'`.
  public var d: Double
  /// Where the origin goes, across.
  public var tx: Double
  /// Where the origin goes, down.
  public var ty: Double

  /// The map of these six numbers; CSS `matrix()` takes them in this order.
  @inlinable public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The identity map.
  package static let identity = Affine(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// A shift by `x` to the right and `y` down.
  @inlinable public static func translation(_ x: Double, _ y: Double) -> Affine {
    Affine(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Factors about the origin; a negative one mirrors, 0 flattens the plane.
  @inlinable public static func scale(_ x: Double, _ y: Double) -> Affine {
    Affine(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// A turn by `degrees`, clockwise on the screen; exact for quarter turns.
  package static func rotation(degrees: Double) -> Affine {
    let turn = degrees.remainder(dividingBy: 360)
    let (sine, cosine): (Double, Double) =
      switch turn {
      case 0: (0, 1)
      case 90: (1, 0)
      case -90: (-1, 0)
      case 180, -180: (0, -1)
      default: (Maths.sin(turn * .pi / 180), Maths.cos(turn * .pi / 180))
      }
    return Affine(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// A shear: vertical lines lean by `x` degrees, horizontal ones by `y`, as CSS `skew()`.
  package static func skew(degreesX x: Double, degreesY y: Double) -> Affine {
    Affine(a: 1, b: Maths.tan(y * .pi / 180), c: Maths.tan(x * .pi / 180), d: 1, tx: 0, ty: 0)
  }

  /// The map that applies `first`, then this one.
  @inlinable public func after(_ first: Affine) -> Affine {
    Affine(
      a: a * first.a + c * first.b, b: b * first.a + d * first.b,
      c: a * first.c + c * first.d, d: b * first.c + d * first.d,
      tx: a * first.tx + c * first.ty + tx, ty: b * first.tx + d * first.ty + ty)
  }

  /// Where the map takes `point`.
  @inlinable public func callAsFunction(_ point: Vector) -> Vector {
    Vector(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
  }

  /// The map back, or nil when this one flattens the plane.
  @inlinable public var inverse: Affine? {
    let determinant = a * d - b * c
    guard determinant.magnitude > 1e-12, determinant.isFinite else { return nil }
    return Affine(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }

  /// Whether all its numbers are finite and smaller than `limit`, whatever their signs.
  @inlinable public func isBounded(by limit: Double) -> Bool {
    let parts = SIMD8(a, b, c, d, tx, ty, 0, 0)
    // Not-a-number is not smaller than anything.
    return all(parts .> -limit) && all(parts .< limit)
  }

  /// How long a unit of the axis that grows most becomes.
  @inlinable public var stretch: Double { max(Vector(a, b).length, Vector(c, d).length) }

  /// Whether every axis stays an axis, that is, boxes stay boxes.
  @inlinable public var isAxisAligned: Bool { b == 0 && c == 0 }

  /// Whether the axes trade places: a quarter turn, perhaps with scale and flip.
  @inlinable public var isTransposing: Bool { a == 0 && d == 0 }

  /// The map with its linear part rounded to 2^-24 and its shift to 2^-10, so that the same
  /// geometry, computed in different ways, draws the same samples.
  package var snapped: Affine {
    func snap(_ value: Double, _ grid: Double) -> Double { (value * grid).rounded() / grid }
    let linear = 16_777_216.0
    let shift = 1024.0
    return Affine(
      a: snap(a, linear), b: snap(b, linear), c: snap(c, linear), d: snap(d, linear),
      tx: snap(tx, shift), ty: snap(ty, shift))
  }
}
