import Bytes

/// An angle in degrees, clockwise; more than a full turn is kept.
package struct Angle: Hashable, Sendable {
  /// Clockwise; 360 is a full turn.
  package var degrees: Double

  /// No turn.
  package static let zero = Angle(degrees: 0)

  /// An angle of any size, clockwise.
  package init(degrees: Double) { self.degrees = degrees }

  /// Reads the literal text of a JSON number as degrees.
  ///
  /// - Throws: `malformed`, or `outOfRange` beyond a billion.
  package init(number: String) throws(ValueError) {
    guard let (decimal, unit) = TextScanner.quantity(number), unit.isEmpty else {
      throw Self.malformed
    }
    try self.init(decimal, unit: "deg")
  }

  /// Reads `"90deg"`, `"0.5turn"`, `"1rad"`, `"100grad"` or `"90"`.
  ///
  /// - Throws: `malformed`, or `outOfRange` beyond a billion degrees.
  package init(parsing text: String) throws(ValueError) {
    guard let (decimal, unit) = TextScanner.quantity(text) else { throw Self.malformed }
    try self.init(decimal, unit: unit)
  }

  /// Takes a number with one of the units of CSS, or none for degrees.
  init(_ decimal: Decimal, unit: String) throws(ValueError) {
    let factor: Double
    switch unit {
    case "", "deg": factor = 1
    case "grad": factor = 0.9
    case "rad": factor = 180 / .pi
    case "turn": factor = 360
    default: throw .malformed("an angle ends in deg, rad, grad or turn, not in \(unit.quoted)")
    }
    guard let value = decimal.double, (value * factor).magnitude <= 1e9 else {
      throw .outOfRange("an angle must be within a billion degrees")
    }
    degrees = value * factor
  }

  private static let malformed = ValueError.malformed(
    "an angle is a number of degrees, or text such as \"90deg\", \"0.5turn\" or \"1rad\"")
}

extension Angle {
  /// The angle in radians.
  package var radians: Double { degrees * .pi / 180 }

  /// The sine; exactly 0, 1 or -1 at quarter turns.
  package var sine: Double {
    let (quarters, rest) = quarterTurns
    let size = quarters & 1 == 0 ? Maths.sin(rest) : Maths.cos(rest)
    return quarters & 2 == 0 ? size : -size
  }

  /// The cosine; exactly 0, 1 or -1 at quarter turns.
  package var cosine: Double { Angle(degrees: degrees + 90).sine }

  /// The nearest number of quarter turns, modulo 4, and the radians from there.
  private var quarterTurns: (count: Int, rest: Double) {
    guard degrees.magnitude < 1e15 else { return (0, 0) }
    let shifted = degrees / 90 + (degrees < 0 ? -0.5 : 0.5)
    let count = Int(shifted)
    return (count & 3, (degrees - Double(count) * 90) * .pi / 180)
  }
}

extension Angle: Interpolatable {
  package var components: SIMD4<Double> { SIMD4(degrees, 0, 0, 0) }
  package init(components: SIMD4<Double>) { self.init(degrees: components.x) }
}
