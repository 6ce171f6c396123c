/// A place inside a layer as shares of its width and height.
package struct Anchor: Hashable, Sendable {
  /// From 0 at the left edge to 1 at the right one; values outside are allowed.
  package var x: Double
  /// From 0 at the top edge to 1 at the bottom one; values outside are allowed.
  package var y: Double

  /// The corner from which places on the canvas count.
  package static let topLeft = Anchor(x: 0, y: 0)
  /// The middle of the layer.
  package static let center = Anchor(x: 0.5, y: 0.5)

  /// The nine names, from top left to bottom right.
  static let allNames = [
    "top-left", "top", "top-right", "left", "center", "right", "bottom-left", "bottom",
    "bottom-right",
  ]

  /// Shares of width and height; 0 is left and top.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Reads one of the nine names.
  ///
  /// - Throws: `unknownName` with the nine names.
  package init(parsing text: String) throws(ValueError) {
    guard let index = Self.allNames.firstIndex(of: text) else {
      throw ValueError(
        .unknownName(text, names: Self.allNames),
        "an anchor is one of \(Self.allNames.joined(separator: ", ")), or [x, y] from 0 to 1")
    }
    self.init(x: Double(index % 3) / 2, y: Double(index / 3) / 2)
  }
}

extension Anchor: Interpolatable {
  package var components: SIMD4<Double> { SIMD4(x, y, 0, 0) }
  package init(components: SIMD4<Double>) { self.init(x: components.x, y: components.y) }
}
