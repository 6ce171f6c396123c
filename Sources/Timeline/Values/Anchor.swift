/// A place inside a layer as shares of its width and height.
package struct Anchor: Hashable, Sendable {
  /// From 0 at the left edge to 1 at the right one; values outside are allowed.
  package var x: Double
  /// From 0 at the top edge to 1 at the bottom one; values outside are allowed.
  package var y: Double

  package static let topLeft = Anchor(x: 0, y: 0)
  package static let center = Anchor(x: 0.5, y: 0.5)

  /// The nine names, from top left to bottom right.
  package static let allNames: [String] = []

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Reads one of the nine names.
  package init(parsing text: String) throws(ValueError) { throw .malformed("not written yet") }
}

extension Anchor: Interpolatable {
  package var components: SIMD4<Double> { SIMD4(x, y, 0, 0) }
  package init(components: SIMD4<Double>) { self.init(x: components.x, y: components.y) }
}
