/// Where a font's outlines are.
enum GlyphShapes: Sendable {
  case trueType(GlyphData)
  /// With what changes at a place of the design space.
  case compact(CompactFont, ItemVariationStore?)
  /// It has none, only pictures.
  case none

  init(_ directory: FontDirectory, header: FontHeader) throws(FontError) {
    if let data = GlyphData(directory, header: header) {
      self = .trueType(data)
    } else if let font = try CompactFont(directory) {
      self = .compact(font, font.store(at: []))
    } else {
      self = .none
    }
  }

  /// The same at another place.
  func moved(to coordinates: [Double]) -> GlyphShapes {
    guard case .compact(let font, _) = self else { return self }
    return .compact(font, font.store(at: coordinates))
  }
}
