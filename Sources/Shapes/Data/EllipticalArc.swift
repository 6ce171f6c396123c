import Bytes
import Fonts
import Geometry

/// An arc of an ellipse by SVG's endpoint parametrization (SVG 1.1, appendix F.6).
struct EllipticalArc: Hashable, Sendable {
  /// The radii, whatever their signs; 0 makes a line.
  var radii: Vector
  /// How far the ellipse is turned, clockwise on the screen.
  var degrees: Double
  var isLarge: Bool
  /// Whether it runs clockwise on the screen.
  var isSweeping: Bool

  /// The arc on its way to another with the same flags.
  func mixed(with other: EllipticalArc, _ share: Double) -> EllipticalArc? {
    guard isLarge == other.isLarge, isSweeping == other.isSweeping else { return nil }
    return EllipticalArc(
      radii: radii.mixed(other.radii, share), degrees: degrees + (other.degrees - degrees) * share,
      isLarge: isLarge, isSweeping: isSweeping)
  }

  /// The curves from one place to another; radii that are too small are made larger.
  func segments(from start: Vector, to end: Vector) -> [Outline.Segment] {
    if start == end { return [] }
    var radii = Vector(radii.x.magnitude, radii.y.magnitude)
    guard radii.x > 0, radii.y > 0 else { return [.line(end)] }
    let turn = Affine.rotation(degrees: degrees)
    let back = Affine.rotation(degrees: -degrees)
    let half = back((start - end) * 0.5)
    // F.6.6: the radii have to reach.
    let need = half.x * half.x / (radii.x * radii.x) + half.y * half.y / (radii.y * radii.y)
    if need > 1 { radii = radii * need.squareRoot() }
    // F.6.5.2, on the unit circle; what rounding leaves below zero is none.
    let unit = Vector(half.x / radii.x, half.y / radii.y)
    let square = unit.x * unit.x + unit.y * unit.y
    guard square > 0, square.isFinite else { return [.line(end)] }
    var reach = (max(1 - square, 0) / square).squareRoot()
    if isLarge == isSweeping { reach = -reach }
    let middle = Vector(unit.y * reach, -unit.x * reach)
    let center = turn(Vector(middle.x * radii.x, middle.y * radii.y)) + (start + end) * 0.5
    let from = Maths.atan2(unit.y - middle.y, unit.x - middle.x)
    let to = Maths.atan2(-unit.y - middle.y, -unit.x - middle.x)
    var sweep = to - from
    if isSweeping, sweep < 0 { sweep += 2 * .pi }
    if !isSweeping, sweep > 0 { sweep -= 2 * .pi }
    let map = Affine.translation(center.x, center.y).after(turn)
      .after(.scale(radii.x, radii.y))
    var segments = CircularArc.segments(from: from, sweep: sweep, through: map)
    // The end is where it is said to be.
    if case .cubic(let first, let second, _)? = segments.last {
      segments[segments.count - 1] = .cubic(first, second, end)
    }
    return segments.allSatisfy(\.end.isFinite) ? segments : [.line(end)]
  }
}

/// Arcs of the unit circle as cubic curves.
enum CircularArc {
  /// The place at an angle, clockwise from the right.
  static func place(_ angle: Double) -> Vector { Vector(Maths.cos(angle), Maths.sin(angle)) }

  /// The curves from an angle on, seen through a map.
  ///
  /// Each is an eighth of a circle at most, which a cubic follows within 5 millionths of the
  /// radius.
  static func segments(
    from start: Double, sweep: Double, through map: Affine
  ) -> [Outline.Segment] {
    let eighths = (sweep.magnitude / (.pi / 4) - 1e-9).rounded(.up)
    guard eighths.isFinite, eighths < 4096 else { return [] }
    let count = max(Int(eighths), 1)
    let step = sweep / Double(count)
    let handle = 4.0 / 3 * Maths.tan(step / 4)
    return (0..<count).map { index in
      let (from, to) = (
        place(start + step * Double(index)), place(start + step * Double(index + 1))
      )
      return .cubic(
        map(from + Vector(-from.y, from.x) * handle), map(to - Vector(-to.y, to.x) * handle),
        map(to))
    }
  }
}
