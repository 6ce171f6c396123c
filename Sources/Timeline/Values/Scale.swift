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
  ///
  /// - Throws: `malformed`, or `outOfRange` beyond a billion.
  package static func factor(parsing text: String) throws(ValueError) -> Double {
    guard let (decimal, unit) = TextScanner.quantity(text), unit.isEmpty || unit == "%" else {
      throw .malformed("a scale is a factor, or text such as \"150%\"")
    }
    guard let value = decimal.double else {
      throw .outOfRange("a scale lies within a billion")
    }
    return unit.isEmpty ? value : value / 100
  }
}

extension Scale: Interpolatable {
  package var components: SIMD4<Double> { SIMD4(x, y, 0, 0) }
  package init(components: SIMD4<Double>) { self.init(x: components.x, y: components.y) }
}
