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
  private let header: FontHeader
  private let characters: CharacterMap
  private let widths: HorizontalMetrics
  private let shapes: GlyphShapes
  private let composites: VariableComposites?
  private let space: DesignSpace?
  /// Nil at the default place.
  private let variation: Variation?

  private static let made = Atomic<Int>(0)

  /// How many faces a file has: those of a collection, otherwise 1.
  ///
  /// - Throws: ``FontError`` when it is not a font file.
  package static func count(_ data: [UInt8]) throws(FontError) -> Int {
    try FontDirectory.count(FontData(data))
  }

  /// Opens a face of a file in memory.
  package convenience init(_ data: [UInt8], index: Int = 0) throws(FontError) {
    try self.init(FontData(data), index: index)
  }

  /// Opens the face number `index`, a variable one at its default place.
  ///
  /// - Throws: ``FontError`` when the file is no font, has no such face, or lacks what every font
  ///   has.
  package init(_ data: FontData, index: Int = 0) throws(FontError) {
    directory = try FontDirectory(data, index: index)
    header = try FontHeader(directory)
    glyphCount = header.glyphCount
    unitsPerEm = header.unitsPerEm
    metrics = FontMetrics(header)
    traits = FontTraits(header)
    characters = CharacterMap(
      directory.table("cmap"), metrics: directory.table("OS/2"), glyphCount: header.glyphCount)
    widths = HorizontalMetrics(directory.table("hmtx"), header: header)
    shapes = try GlyphShapes(directory, header: header)
    composites = VariableComposites(directory.table("VARC"))
    space = DesignSpace(directory)
    variation = nil
    identity = Self.made.add(1, ordering: .relaxed).newValue
  }

  /// What is wrong with the file as a whole, so that letters would be missing; nil for most.
  var fault: FontError? {
    // "magicNumber".
    if directory.table("head")?.u32(12) != 0x5F0F_3CF5 {
      return FontError(.malformed, "its table 'head' is broken", table: "head")
    }
    if let tag = directory.cutTable {
      return FontError(.truncated, "it ends inside its table '\(tag)'", table: "\(tag)")
    }
    return characters.isReadable
      ? nil : FontError(.malformed, "it has no table of characters", table: "cmap")
  }

  /// Whether its glyphs have colours as SVG, and as nothing else.
  var hasColorsOfSVGAlone: Bool {
    table("SVG ") != nil && ["CBDT", "sbix", "COLR"].allSatisfy { (tag: Tag) in table(tag) == nil }
  }

  /// A table that is not as it was when the font was made; nil for most.
  ///
  /// All of the file is looked at.
  var changedTable: Tag? { directory.changedTable }

  /// The same face at another place.
  private init(_ font: Font, at variation: Variation) {
    directory = font.directory
    header = font.header
    glyphCount = font.glyphCount
    unitsPerEm = font.unitsPerEm
    metrics = variation.metrics.applied(to: FontMetrics(font.header))
    traits = variation.applied(to: FontTraits(font.header))
    characters = font.characters
    widths = font.widths
    shapes = font.shapes.moved(to: variation.coordinates, directory: font.directory)
    composites = font.composites
    space = font.space
    self.variation = variation
    identity = Self.made.add(1, ordering: .relaxed).newValue
  }

  /// The face at another place of its design space; itself when that changes nothing.
  ///
  /// Values are in the axes' own units and held between their ends; axes that are not named stay
  /// where they are, those that the font does not have are passed over. Shares the file's bytes.
  package func varied(_ values: [Tag: Double]) -> Font {
    guard let space else { return self }
    var moved = variation?.values ?? [:]
    for axis in space.axes {
      guard let value = values[axis.tag], value.isFinite else { continue }
      moved[axis.tag] = min(max(value, axis.minimum), axis.maximum)
    }
    return placed(at: space.place(moved), values: moved)
  }

  /// The face at a place that is normalised already.
  func placed(at coordinates: [Double], values: [Tag: Double] = [:]) -> Font {
    guard coordinates != normalizedCoordinates else { return self }
    return Font(
      self, at: Variation(values: values, coordinates: coordinates, directory: directory))
  }

  /// The axes along which it varies; none for most fonts.
  package var axes: [VariationAxis] { space?.axes ?? [] }

  /// Its place in the design space, -1 to 1 along each axis after `avar`; empty when it does not
  /// vary. Lookups and stores of GSUB, GPOS and GDEF are asked with it.
  package var normalizedCoordinates: [Double] {
    variation?.coordinates ?? axes.map { _ in 0 }
  }

  /// How much a measure has changed at its place in the design space, by the tags of `MVAR`.
  func change(of measure: Tag) -> Double { variation?.metrics.change(of: measure) ?? 0 }

  /// What it is called; read from the file each time.
  package var names: FontNames { FontNames(NameTable(directory.table("name"))) }

  /// The table of a name, or nil when the font has none.
  package func table(_ tag: Tag) -> FontTable? { directory.table(tag) }

  /// The corner from which pictures of a glyph count, in units of the font: where it begins, as
  /// `hmtx` says it, and the lower side of its TrueType outline; 0 where they are not there.
  func lowerLeft(of glyph: Int) -> (x: Int, y: Int) {
    let outline = try? GlyphData(directory, header: header)?.description(of: glyph)
    return (widths.leftBearing(of: glyph) ?? 0, outline?.i16(4) ?? 0)
  }

  /// The glyph of a character, or nil when the font has none.
  package func glyph(for scalar: Unicode.Scalar) -> GlyphID? { characters.glyph(for: scalar) }

  /// The glyph of a character with a variation selector behind it, or nil when the font does not
  /// list the two; then the character's own glyph is to be taken.
  package func glyph(for scalar: Unicode.Scalar, selector: Unicode.Scalar) -> GlyphID? {
    characters.glyph(for: scalar, selector: selector)
  }

  /// How far the pen moves after a glyph, in font units.
  package func advance(of glyph: GlyphID) -> Double {
    let width = Double(widths.advance(of: Int(glyph)))
    guard let variation else { return width }
    if let change = variation.metrics.advance(of: Int(glyph)) { return width + change.rounded() }
    // Without HVAR, what moves the points moves the end of the advance.
    guard case .trueType(let data, let variations?) = shapes, Int(glyph) < glyphCount else {
      return width
    }
    var assembler = GlyphAssembler(data: data, metrics: widths, variations: variations)
    guard let ends = try? assembler.phantoms(of: Int(glyph)) else { return width }
    return (ends.right - ends.left).rounded()
  }

  /// A point of a TrueType glyph's description, rounded to whole font units; nil where there is none.
  package func point(_ index: Int, of glyph: GlyphID) -> (x: Int, y: Int)? {
    guard case .trueType(let data, let variations) = shapes, Int(glyph) < glyphCount else {
      return nil
    }
    var assembler = GlyphAssembler(data: data, metrics: widths, variations: variations)
    guard let points = try? assembler.points(of: Int(glyph)), points.indices.contains(index),
      let x = Int(exactly: points[index].x.rounded()),
      let y = Int(exactly: points[index].y.rounded())
    else { return nil }
    return (x, y)
  }

  /// The shape of a glyph in font units, `y` up; empty for spaces.
  ///
  /// - Throws: ``FontError`` when the glyph's description is broken or asks for too much.
  package func outline(of glyph: GlyphID) throws(FontError) -> Outline {
    guard Int(glyph) < glyphCount else {
      throw FontError(.malformed, "it has no glyph \(glyph)")
    }
    if let composites, composites.record(of: Int(glyph)) != nil {
      var assembler = CompositeAssembler(
        composites, shapes, metrics: widths, directory: directory, at: normalizedCoordinates)
      return try assembler.outline(of: Int(glyph))
    }
    switch shapes {
    case .trueType(let data, let variations):
      var assembler = GlyphAssembler(data: data, metrics: widths, variations: variations)
      return Outline(try assembler.points(of: Int(glyph)))
    case .compact(let font, let store):
      var runner = CharstringRunner(font: font, store: store)
      return try runner.outline(of: Int(glyph))
    case .none: return Outline()
    }
  }
}
