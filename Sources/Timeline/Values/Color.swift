/// A colour: sRGB components from 0 to 1, not premultiplied.
package struct Color: Hashable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double

  package static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)
  package static let black = Color(red: 0, green: 0, blue: 0)
  package static let white = Color(red: 1, green: 1, blue: 1)

  /// Every colour name of CSS with `transparent`, in alphabetical order.
  package static let allNames: [String] = []

  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Reads a CSS colour: hexadecimal, `rgb()`, `rgba()`, `hsl()`, `hsla()` or a name.
  package init(parsing text: String) throws(ValueError) { throw .malformed("not written yet") }
}

extension Color: CustomStringConvertible {
  /// The colour as `#rrggbbaa`, each part rounded to 8 bits.
  package var description: String { "#000000ff" }
}

extension Color: Interpolatable {
  /// The premultiplied components, as CSS mixes colours (CSS Color 4, 12.3).
  package var components: SIMD4<Double> {
    SIMD4(red * alpha, green * alpha, blue * alpha, alpha)
  }

  package init(components: SIMD4<Double>) {
    let alpha = min(max(components.w, 0), 1)
    func straight(_ part: Double) -> Double { alpha > 0 ? min(max(part / alpha, 0), 1) : 0 }
    self.init(
      red: straight(components.x), green: straight(components.y), blue: straight(components.z),
      alpha: alpha)
  }
}
