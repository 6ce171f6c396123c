/// Which glyph stands for a character: the table `cmap`.
struct CharacterMap: Sendable {
  private enum Encoding: Sendable {
    case unicode
    /// Characters up to U+00FF stand at U+F000 and behind.
    case symbol
    case arabic(ArabicPage)
    case macintosh(MacEncoding)
  }

  /// Platform and encoding, in the order in which HarfBuzz prefers them.
  private static let preferences: [(platform: Int, encoding: Int)] = [
    (3, 0), (3, 10), (0, 6), (0, 4), (3, 1), (0, 3), (0, 2), (0, 1), (0, 0), (1, 0),
  ]
  /// More sub-tables than any font has.
  private static let mostTables = 256

  private let table: CharacterTable?
  private let encoding: Encoding
  private let selectors: VariationSelectors?
  private let glyphCount: Int

  /// - Parameter metrics: the table `OS/2`, which says what symbols stand for.
  init(_ cmap: FontTable?, metrics: FontTable? = nil, glyphCount: Int) {
    self.glyphCount = glyphCount
    var found: [(platform: Int, encoding: Int, offset: Int)] = []
    for index in 0..<min(cmap?.u16(2) ?? 0, Self.mostTables) {
      guard let platform = cmap?.u16(4 + 8 * index), let encoding = cmap?.u16(6 + 8 * index),
        let offset = cmap?.u32(8 + 8 * index)
      else { break }
      found.append((platform, encoding, offset))
    }
    selectors = found.first { $0.platform == 0 && $0.encoding == 5 }
      .flatMap { cmap?.sub($0.offset) }.flatMap(VariationSelectors.init)
    for wish in Self.preferences {
      guard let place = found.first(where: { ($0.platform, $0.encoding) == wish }),
        let sub = cmap?.sub(place.offset), let table = CharacterTable(sub)
      else { continue }
      self.table = table
      switch wish {
      case (3, 0): encoding = ArabicPage(metrics).map(Encoding.arabic) ?? .symbol
      case (1, 0): encoding = .macintosh(MacEncoding(language: table.language))
      default: encoding = .unicode
      }
      return
    }
    table = nil
    encoding = .unicode
  }

  /// Whether there is a list of characters that can be read, whatever is in it.
  var isReadable: Bool { table != nil }

  /// The glyph of a character, or nil when the font has none.
  func glyph(for scalar: Unicode.Scalar) -> GlyphID? {
    guard let table else { return nil }
    switch encoding {
    case .unicode: return checked(table.glyph(for: Int(scalar.value)))
    case .symbol:
      if let glyph = checked(table.glyph(for: Int(scalar.value))) { return glyph }
      return scalar.value <= 0xFF ? checked(table.glyph(for: 0xF000 + Int(scalar.value))) : nil
    case .arabic(let page):
      if let glyph = checked(table.glyph(for: Int(scalar.value))) { return glyph }
      return page.code(of: scalar).flatMap { checked(table.glyph(for: $0)) }
    case .macintosh(let encoding):
      return encoding.code(of: scalar).flatMap { checked(table.glyph(for: $0)) }
    }
  }

  /// The glyph of a character followed by a variation selector, or nil when the font does not
  /// list the two.
  func glyph(for scalar: Unicode.Scalar, selector: Unicode.Scalar) -> GlyphID? {
    switch selectors?.glyph(for: Int(scalar.value), selector: Int(selector.value)) {
    case .glyph(let glyph): checked(glyph)
    case .usual: glyph(for: scalar)
    case nil: nil
    }
  }

  private func checked(_ glyph: Int) -> GlyphID? {
    glyph > 0 && glyph < glyphCount ? GlyphID(truncatingIfNeeded: glyph) : nil
  }
}
