/// Where the SVG pictures of a font's glyphs are: OpenType's table "SVG ". What is in them is read
/// by others.
package struct VectorGlyphs: Sendable {
  /// The most colours of a palette that are told.
  private static let mostColors = 256

  private let list: FontTable
  private let count: Int

  /// Nil for a font without the table, or with colours of another kind, which are drawn instead.
  package init?(_ font: Font) {
    guard font.hasColorsOfSVGAlone, let table = font.table("SVG "), let offset = table.u32(2),
      let list = table.sub(offset), let count = list.u16(0), count > 0
    else { return nil }
    self.list = list
    self.count = count
  }

  /// Where the document that has a glyph begins, which names it, and its bytes; nil where the font
  /// has none for the glyph.
  package func document(of glyph: GlyphID) -> (place: Int, bytes: FontTable)? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let record = 2 + 12 * middle
      guard let first = list.u16(record), let last = list.u16(record + 2) else { return nil }
      if Int(glyph) < first {
        high = middle
      } else if Int(glyph) > last {
        low = middle + 1
      } else {
        guard let place = list.u32(record + 4), let length = list.u32(record + 8),
          let bytes = list.sub(place, count: length)
        else { return nil }
        return (place, bytes)
      }
    }
    return nil
  }

  /// The colours of the font's first palette as CSS writes them, `#rrggbbaa`; none for most fonts.
  package static func palette(of font: Font) -> [String] {
    let palette = ColorPalette(font.table("CPAL"), index: 0, foreground: .black)
    return (0..<min(palette.count, mostColors)).map { index in
      let color = palette.color(PaletteEntry(index: index))
      let parts = [color.red, color.green, color.blue, color.alpha].map { part in
        String(256 + Int((part * 255).rounded()), radix: 16).dropFirst()
      }
      return "#" + parts.joined()
    }
  }
}
