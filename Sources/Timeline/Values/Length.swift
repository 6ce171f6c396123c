/// A distance along one side of the canvas: pixels plus a share of that side.
package struct Length: Hashable, Sendable {
  /// The fixed part, in canvas pixels.
  package var pixels: Double
  /// The relative part; 1 is the whole side.
  package var fraction: Double

  package static let zero = Length(pixels: 0)

  package init(pixels: Double = 0, fraction: Double = 0) {
    self.pixels = pixels
    self.fraction = fraction
  }

  /// Reads the literal text of a JSON number as pixels.
  package init(number: String) throws(ValueError) { throw .malformed("not written yet") }

  /// Reads `"50%"`, `"20px"` or `"20"`.
  package init(parsing text: String) throws(ValueError) { throw .malformed("not written yet") }

  /// The length in pixels along a side of `side` pixels.
  package func resolved(against side: Double) -> Double { pixels + fraction * side }
}

extension Length: Interpolatable {
  package var components: SIMD4<Double> { SIMD4(pixels, fraction, 0, 0) }
  package init(components: SIMD4<Double>) {
    self.init(pixels: components.x, fraction: components.y)
  }
}
