/// Factors of width and height; 1 is the natural size, a negative factor mirrors.
package struct Scale: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package static let one = Scale(1)

  package init(_ both: Double) { self.init(x: both, y: both) }

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Reads one factor from a string, `"150%"` or `"1.5"`.
  package static func factor(parsing text: String) throws(ValueError) -> Double {
    throw .malformed("not written yet")
  }
}

extension Scale: Interpolatable {
  package var components: SIMD4<Double> { SIMD4(x, y, 0, 0) }
  package init(components: SIMD4<Double>) { self.init(x: components.x, y: components.y) }
}
