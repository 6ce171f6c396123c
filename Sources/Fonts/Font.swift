import Synchronization

/// The number of a glyph in its font.
package typealias GlyphID = UInt16

/// One face of a font file, at one place of its design space where it is variable.
///
/// It never changes and may be used from any thread. Making one looks only at the tables' heads;
/// glyphs are read when they are asked for, each time anew.
package final class Font: Sendable {
  /// A number that no other font of this process has: a key for caches.
  package let identity: Int
  /// How many glyphs there are.
  package let glyphCount: Int
  /// How many units an em has, which all measures of the font are in.
  package let unitsPerEm: Int
  /// The measures that hold for all glyphs.
  package let metrics: FontMetrics
  /// How heavy, wide and slanted it is.
  package let traits: FontTraits

  private let directory: FontDirectory
  private let characters: CharacterMap
  private let widths: HorizontalMetrics
  private let outlines: GlyphData?

  private static let made = Atomic<Int>(0)

  /// How many faces a file has: those of a collection, otherwise 1.
  ///
  /// - Throws: ``FontError`` when it is not a font file.
  package static func count(_ data: [UInt8]) throws(FontError) -> Int {
    try FontDirectory.count(data)
  }

  /// Opens the face number `index`, a variable one at its default place.
  ///
  /// - Throws: ``FontError`` when the file is no font, has no such face, or lacks what every font
  ///   has.
  package init(_ data: [UInt8], index: Int = 0) throws(FontError) {
    directory = try FontDirectory(data, index: index)
    let header = try FontHeader(directory)
    glyphCount = header.glyphCount
    unitsPerEm = header.unitsPerEm
    metrics = FontMetrics(header)
    traits = FontTraits(header)
    characters = CharacterMap(directory.table("cmap"), glyphCount: header.glyphCount)
    widths = HorizontalMetrics(directory.table("hmtx"), header: header)
    outlines = GlyphData(directory, header: header)
    identity = Self.made.add(1, ordering: .relaxed).newValue
  }

  /// What it is called; read from the file each time.
  package var names: FontNames { FontNames(NameTable(directory.table("name"))) }

  /// The table of a name, or nil when the font has none.
  package func table(_ tag: Tag) -> FontTable? { directory.table(tag) }

  /// The glyph of a character, or nil when the font has none.
  package func glyph(for scalar: Unicode.Scalar) -> GlyphID? { characters.glyph(for: scalar) }

  /// The glyph of a character with a variation selector behind it, or nil when the font does not
  /// list the two; then the character's own glyph is to be taken.
  package func glyph(for scalar: Unicode.Scalar, selector: Unicode.Scalar) -> GlyphID? {
    characters.glyph(for: scalar, selector: selector)
  }

  /// How far the pen moves after a glyph, in font units.
  package func advance(of glyph: GlyphID) -> Double {
    Double(widths.advance(of: Int(glyph)))
  }

  /// The shape of a glyph in font units, `y` up; empty for spaces.
  ///
  /// - Throws: ``FontError`` when the glyph's description is broken or asks for too much.
  package func outline(of glyph: GlyphID) throws(FontError) -> Outline {
    guard Int(glyph) < glyphCount else {
      throw FontError(.malformed, "it has no glyph \(glyph)")
    }
    guard let outlines else { return Outline() }
    var assembler = GlyphAssembler(data: outlines, metrics: widths)
    return Outline(try assembler.points(of: Int(glyph)))
  }
}
