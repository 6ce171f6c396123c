/// A place on the canvas, from its top left corner.
package struct Point: Hashable, Sendable {
  /// From the left, by the canvas's width.
  package var x: Length
  /// From the top, by the canvas's height.
  package var y: Length

  /// The canvas's top left corner.
  package static let zero = Point(x: .zero, y: .zero)

  /// A place so far from the left and from the top.
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
