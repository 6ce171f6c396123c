/// Where a font's outlines are, and what changes at a place of its design space.
enum GlyphShapes: Sendable {
  case trueType(GlyphData, GlyphVariations?)
  case compact(CompactFont, ItemVariationStore?)
  /// It has none, only pictures.
  case none

  init(_ directory: FontDirectory, header: FontHeader) throws(FontError) {
    // Where a font has both, its first four bytes decide (text-rendering-tests, SFNT-1 and SFNT-2).
    if directory.isCompact, let font = try CompactFont(directory) {
      self = .compact(font, font.store(at: []))
    } else if let data = GlyphData(directory, header: header) {
      self = .trueType(data, nil)
    } else if let font = try CompactFont(directory) {
      self = .compact(font, font.store(at: []))
    } else {
      self = .none
    }
  }

  /// The shapes at another place of the variation axes.
  func moved(to coordinates: [Double], directory: FontDirectory) -> GlyphShapes {
    switch self {
    case .trueType(let data, _):
      .trueType(data, GlyphVariations(directory.table("gvar"), coordinates: coordinates))
    case .compact(let font, _): .compact(font, font.store(at: coordinates))
    case .none: .none
    }
  }
}
