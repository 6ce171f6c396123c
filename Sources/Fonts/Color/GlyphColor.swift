/// A colour of a glyph: sRGB with its transfer function, not multiplied by alpha.
package struct GlyphColor: Hashable, Sendable {
  /// Each part lies in 0...1.
  package var red: Float
  /// In 0...1, as red is.
  package var green: Float
  /// In 0...1, as red is.
  package var blue: Float
  /// 0 is transparent, 1 opaque.
  package var alpha: Float

  /// A colour of parts in 0...1; opaque unless said.
  package init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// What stands for a text's own colour where none is given.
  package static let black = GlyphColor(red: 0, green: 0, blue: 0)

  /// Red, green and blue multiplied by alpha, and alpha.
  var premultiplied: SIMD4<Float> {
    SIMD4(red * alpha, green * alpha, blue * alpha, alpha)
  }
}

/// The colours of a font: OpenType's table "CPAL".
struct ColorPalette {
  /// The entry that stands for the colour of the text.
  static let foreground = 0xFFFF

  /// How many entries it has.
  let count: Int
  private let colors: FontTable?
  private let textColor: GlyphColor

  /// The palette number `index`, or the first if there is no such.
  init(_ table: FontTable?, index: Int, foreground: GlyphColor) {
    textColor = foreground
    let palettes = table?.u16(4) ?? 0
    let chosen = (0..<max(palettes, 1)).contains(index) ? index : 0
    guard let table, palettes > 0, let first = table.u16(12 + 2 * chosen),
      let offset = table.u32(8)
    else {
      colors = nil
      count = 0
      return
    }
    colors = table.sub(offset &+ 4 &* first)
    count = table.u16(2) ?? 0
  }

  /// The colour of an entry with its alpha scaled; transparent where there is none.
  func color(_ entry: PaletteEntry) -> GlyphColor {
    var color = GlyphColor(red: 0, green: 0, blue: 0, alpha: 0)
    if entry.index == Self.foreground {
      color = textColor
    } else if entry.index < count, let colors {
      func part(_ offset: Int) -> Float { Float(colors.u8(4 &* entry.index &+ offset) ?? 0) / 255 }
      color = GlyphColor(red: part(2), green: part(1), blue: part(0), alpha: part(3))
    }
    color.alpha *= Float(min(max(entry.alpha, 0), 1))
    return color
  }
}

/// An entry of a palette, and how much of it is seen.
struct PaletteEntry: Hashable {
  var index: Int
  var alpha: Double = 1
}
