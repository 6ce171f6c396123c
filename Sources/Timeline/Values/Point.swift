/// A place on the canvas, from its top left corner.
package struct Point: Hashable, Sendable {
  package var x: Length
  package var y: Length

  package static let zero = Point(x: .zero, y: .zero)

  package init(x: Length, y: Length) {
    self.x = x
    self.y = y
  }
}

extension Point: Interpolatable {
  package var components: SIMD4<Double> { SIMD4(x.pixels, x.fraction, y.pixels, y.fraction) }
  package init(components: SIMD4<Double>) {
    x = Length(pixels: components.x, fraction: components.y)
    y = Length(pixels: components.z, fraction: components.w)
  }
}
