/// A colour: sRGB components from 0 to 1, not premultiplied.
package struct Color: Hashable, Sendable {
  /// 0 to 1, with sRGB's transfer function.
  package var red: Double
  /// 0 to 1, as red is.
  package var green: Double
  /// 0 to 1, as red is.
  package var blue: Double
  /// From 0, invisible, to 1, opaque.
  package var alpha: Double

  /// Transparent black.
  package static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)
  /// Opaque black.
  package static let black = Color(red: 0, green: 0, blue: 0)
  /// Opaque white.
  package static let white = Color(red: 1, green: 1, blue: 1)

  /// An opaque colour, unless stated otherwise.
  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The colour whose 8-bit parts are written as `0xRRGGBBAA`.
  package init(packed value: UInt32) {
    func part(_ shift: UInt32) -> Double { Double((value >> shift) & 0xFF) / 255 }
    self.init(red: part(24), green: part(16), blue: part(8), alpha: part(0))
  }
}

extension Color: CustomStringConvertible {
  /// The colour as `#rrggbbaa`, each part rounded to 8 bits.
  package var description: String {
    let digits = Array("0123456789abcdef")
    var text = "#"
    for part in [red, green, blue, alpha] {
      let bounded = min(max(part, 0), 1)
      let byte = Int(bounded.isNaN ? 0 : bounded * 255 + 0.5)
      text.append(digits[byte >> 4])
      text.append(digits[byte & 15])
    }
    return text
  }
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
