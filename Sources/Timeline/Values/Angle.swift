/// An angle in degrees, clockwise; more than a full turn is kept.
package struct Angle: Hashable, Sendable {
  package var degrees: Double

  package static let zero = Angle(degrees: 0)

  package init(degrees: Double) { self.degrees = degrees }

  /// Reads the literal text of a JSON number as degrees.
  package init(number: String) throws(ValueError) { throw .malformed("not written yet") }

  /// Reads `"90deg"`, `"0.5turn"`, `"1rad"`, `"100grad"` or `"90"`.
  package init(parsing text: String) throws(ValueError) { throw .malformed("not written yet") }
}

extension Angle: Interpolatable {
  package var components: SIMD4<Double> { SIMD4(degrees, 0, 0, 0) }
  package init(components: SIMD4<Double>) { self.init(degrees: components.x) }
}
