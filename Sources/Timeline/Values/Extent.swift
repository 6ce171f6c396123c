/// The size of a layer; a side that is nil is `"auto"` and follows from the other one.
package struct Extent: Hashable, Sendable {
  /// Nil follows from the height or, where that is nil too, from what is drawn.
  package var width: Length?
  /// Nil follows from the width or, where that is nil too, from what is drawn.
  package var height: Length?

  /// Both sides follow from what is drawn.
  package static let auto = Extent(width: nil, height: nil)

  /// Sides, of which nil is `"auto"`.
  package init(width: Length?, height: Length?) {
    self.width = width
    self.height = height
  }

  /// Reads one side: `"auto"`, `"50%"`, `"20px"`.
  package static func side(
    parsing text: String, on viewport: Viewport = .provisional
  ) throws(ValueError) -> Length? {
    if text == "auto" { return nil }
    do {
      return try Length(parsing: text, on: viewport)
    } catch {
      guard error.kind == .malformed else { throw error }
      throw .malformed("a side is a number of pixels, or text such as \"50%\" or \"auto\"")
    }
  }
}

extension Extent: Interpolatable {
  /// An automatic side is not-a-number, so that a mix with it is automatic too.
  package var components: SIMD4<Double> {
    let automatic = Length(pixels: .nan, fraction: 0)
    return Point(x: width ?? automatic, y: height ?? automatic).components
  }

  package init(components: SIMD4<Double>) {
    let sides = Point(components: components)
    width = sides.x.pixels.isNaN ? nil : sides.x
    height = sides.y.pixels.isNaN ? nil : sides.y
  }
}
