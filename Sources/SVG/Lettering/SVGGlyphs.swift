import Bytes
import Fonts
import Geometry
import Plates

/// Draws the glyphs of fonts whose colours are SVG.
///
/// A document may hold many glyphs, each in an element that is named by its number; an em of the
/// font is its viewport. OpenType, "SVG – The SVG (Scalable Vector Graphics) Table".
package enum SVGGlyphs {
  private struct DocumentKey: Hashable {
    let font: Int
    let place: Int
  }

  private struct GlyphKey: Hashable {
    let font: Int
    let glyph: GlyphID
    let color: SVGColor
  }

  private struct Kept {
    var files = BoundedCache<DocumentKey, SVGFile?>(CacheBudget(bytes: 1 << 24))
    var glyphs = BoundedCache<GlyphKey, SVGGroup?>(CacheBudget(bytes: 1 << 24))
  }

  /// How much more memory an element takes than its text, at a guess.
  private static let growth = 8
  /// The most pixels of one glyph.
  private static let mostPixels = 1 << 23

  private static let kept = Mutex(Kept())

  /// Whether a font has a picture for a glyph, broken or not.
  package static func has(_ glyph: GlyphID, in font: Font) -> Bool {
    VectorGlyphs(font)?.document(of: glyph) != nil
  }

  /// A glyph in its colours; nil when it has none, and then its outline is to be painted. One that
  /// is broken, or larger than 8 megapixels, is empty.
  ///
  /// - Parameters:
  ///   - map: leads from font units to pixels, `y` down.
  ///   - foreground: the colour of parts that have that of the text.
  ///   - clip: what of it is wanted.
  package static func picture(
    of glyph: GlyphID, in font: Font, through map: Affine, foreground: GlyphColor = .black,
    clip: PixelBox? = nil
  ) -> ColorPicture? {
    guard let glyphs = VectorGlyphs(font), let document = glyphs.document(of: glyph) else {
      return nil
    }
    let color = SVGColor(
      red: Double(foreground.red), green: Double(foreground.green), blue: Double(foreground.blue),
      alpha: Double(foreground.alpha))
    let key = GlyphKey(font: font.identity, glyph: glyph, color: color)
    let unit = Double(max(font.unitsPerEm, 1))
    let found = kept.withLock { $0.glyphs.find(key) }
    let group = found ?? group(key, font, document.place, document.bytes)
    if found == nil {
      _ = kept.withLock { $0.glyphs.insert(group, for: key, bytes: growth * document.bytes.count) }
    }
    // The picture's units are those of the font, `y` down.
    let map = map.after(.scale(unit, -unit))
    guard let group, let bounds = [SVGItem.group(group)].extent(through: map),
      let box = PixelBox(touching: bounds, within: clip)
    else { return .empty }
    let (area, isOver) = box.width.multipliedReportingOverflow(by: box.height)
    guard !isOver, area <= mostPixels else { return .empty }
    var plate = Plate(box)
    var painter = SVGPainter()
    painter.draw(group, through: map, on: &plate)
    return ColorPicture(box: box, samples: plate.samples)
  }

  /// What is drawn of a glyph, in ems; nil for one that can't be read.
  private static func group(
    _ key: GlyphKey, _ font: Font, _ place: Int, _ bytes: FontTable
  ) -> SVGGroup? {
    let name = DocumentKey(font: key.font, place: place)
    let found = kept.withLock { $0.files.find(name) }
    let file = found ?? (try? SVGFile(parsing: bytes.copied, variables: variables(of: font)))
    if found == nil {
      _ = kept.withLock { $0.files.insert(file, for: name, bytes: growth * bytes.count) }
    }
    guard let file, let node = file.tree[address: "#glyph\(key.glyph)"] else { return nil }
    var builder = SVGBuilder(file.tree, files: { _ in nil }, fonts: nil)
    builder.show(node, in: key.color)
    let unit = Double(max(font.unitsPerEm, 1))
    return builder.root(Vector(unit, unit), file.view)
  }

  /// The colours of the font's palette by the names that documents have for them.
  private static func variables(of font: Font) -> [String: String] {
    var variables: [String: String] = [:]
    for (number, color) in VectorGlyphs.palette(of: font).enumerated() {
      variables["--color\(number)"] = color
    }
    return variables
  }
}
