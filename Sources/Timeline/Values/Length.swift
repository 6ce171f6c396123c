/// A distance along one side of the canvas: pixels plus a share of that side.
package struct Length: Hashable, Sendable {
  /// The fixed part, in canvas pixels.
  package var pixels: Double
  /// The relative part; 1 is the whole side.
  package var fraction: Double

  /// No distance, whatever the canvas.
  package static let zero = Length(pixels: 0)

  /// Pixels and a share of the side, added up.
  package init(pixels: Double = 0, fraction: Double = 0) {
    self.pixels = pixels
    self.fraction = fraction
  }

  /// Reads the literal text of a JSON number as pixels.
  ///
  /// - Throws: `malformed`, or `outOfRange` beyond a billion.
  package init(number: String) throws(ValueError) {
    guard let (decimal, unit) = TextScanner.quantity(number), unit.isEmpty else {
      throw Self.malformed
    }
    self.init(pixels: try Self.bounded(decimal, "pixels"))
  }

  /// Reads `"50%"`, `"20px"`, `"20"`, `"5vmin"`, or a sum such as `"calc(100% - 20px)"`.
  ///
  /// - Parameter viewport: the canvas, of which `vw`, `vh`, `vmin` and `vmax` are hundredths.
  /// - Throws: `malformed`, or `outOfRange` beyond a billion.
  package init(parsing text: String, on viewport: Viewport = .provisional) throws(ValueError) {
    if let sum = try LengthExpression.length(text, on: viewport) {
      self = sum
      return
    }
    guard let (decimal, unit) = TextScanner.quantity(text) else { throw Self.malformed }
    try self.init(decimal, unit: unit, on: viewport)
  }

  /// Takes a number with one of the units of lengths, or none for pixels.
  ///
  /// - Throws: `malformed` for another unit, or `outOfRange` beyond a billion.
  init(_ decimal: Decimal, unit: String, on viewport: Viewport) throws(ValueError) {
    switch unit {
    case "", "px": self.init(pixels: try Self.bounded(decimal, "pixels"))
    case "%": self.init(fraction: try Self.bounded(decimal, "percent") / 100)
    default:
      guard let pixels = viewport.pixels(in: unit) else {
        throw .malformed("a length ends in px, %, vw, vh, vmin or vmax, not in \(unit.quoted)")
      }
      self.init(pixels: try Self.bounded(decimal, unit) * pixels)
    }
  }

  private static let malformed = ValueError.malformed(
    "a length is a number of pixels, or text such as \"50%\" or \"20px\"")

  private static func bounded(_ decimal: Decimal, _ unit: String) throws(ValueError) -> Double {
    guard let value = decimal.double else {
      throw .outOfRange("a length must be within a billion \(unit)")
    }
    return value
  }

  /// The length in pixels along a side of `side` pixels.
  package func resolved(against side: Double) -> Double { pixels + fraction * side }
}

extension Length: Interpolatable {
  package var components: SIMD4<Double> { SIMD4(pixels, fraction, 0, 0) }
  package init(components: SIMD4<Double>) {
    self.init(pixels: components.x, fraction: components.y)
  }
}
