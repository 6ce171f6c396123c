/// Factors of width and height; 1 is the natural size, a negative factor mirrors.
package struct Scale: Hashable, Sendable {
  /// The factor of the width.
  package var x: Double
  /// The factor of the height.
  package var y: Double

  /// The natural size.
  package static let one = Scale(1)

  /// One factor for width and height.
  package init(_ both: Double) { self.init(x: both, y: both) }

  /// Factors of width and height; they may be negative or 0.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Reads one factor from a string, `"150%"` or `"1.5"`.
  ///
  /// - Throws: `malformed`, or `outOfRange` beyond a billion.
  package static func factor(parsing text: String) throws(ValueError) -> Double {
    guard let (decimal, unit) = TextScanner.quantity(text), unit.isEmpty || unit == "%" else {
      throw .malformed("a scale is a factor, or text such as \"150%\"")
    }
    guard let value = decimal.double else {
      throw .outOfRange(
        unit.isEmpty
          ? "a scale must be a factor within a billion" : "a scale must be within a billion percent"
      )
    }
    return unit.isEmpty ? value : value / 100
  }
}

extension Scale: Interpolatable {
  package var components: SIMD4<Double> { SIMD4(x, y, 0, 0) }
  package init(components: SIMD4<Double>) { self.init(x: components.x, y: components.y) }
}
