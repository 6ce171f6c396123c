/// A font of the tables `CFF ` (Adobe Technical Note 5176) or `CFF2` (OpenType 1.9).
///
/// A font matrix is not looked at: inside OpenType, glyphs are in the units that `head` states, as
/// HarfBuzz takes them.
struct CompactFont: Sendable {
  /// What one part of a font, of which those with many characters have several, has of its own.
  struct Part: Sendable {
    var subroutines: CompactIndex?
    var variationIndex = 0
  }

  /// A list of parts may be no longer.
  private static let mostParts = 1024

  let isSecondVersion: Bool
  let charstrings: CompactIndex
  let globals: CompactIndex
  let charset: CompactCharset
  private let parts: [Part]
  private let selection: PartSelection?
  private let variations: FontTable?

  init?(_ directory: FontDirectory) throws(FontError) {
    if let table = directory.table("CFF2") {
      try self.init(table, isSecondVersion: true)
    } else if let table = directory.table("CFF ") {
      try self.init(table, isSecondVersion: false)
    } else {
      return nil
    }
  }

  private init(_ table: FontTable, isSecondVersion: Bool) throws(FontError) {
    self.isSecondVersion = isSecondVersion
    guard let major = table.u8(0), let head = table.u8(2) else {
      throw FontError(
        .truncated, "its table 'CFF' ends inside its header", table: "CFF", offset: table.start)
    }
    guard major == (isSecondVersion ? 2 : 1) else {
      throw FontError(
        .unsupported, "its table 'CFF' is of version \(major)", table: "CFF", offset: table.start)
    }
    var place = head
    let top: CompactDictionary
    if isSecondVersion {
      let length = table.u16(3) ?? 0
      top = CompactDictionary(table.sub(place, count: length) ?? FontTable([]))
      place += length
    } else {
      place += try CompactIndex(table, at: place, wide: false).length
      let tops = try CompactIndex(table, at: place, wide: false)
      top = CompactDictionary(tops[0] ?? FontTable([]))
      place += tops.length
      place += try CompactIndex(table, at: place, wide: false).length
    }
    globals = try CompactIndex(table, at: place, wide: isSecondVersion)
    guard let glyphs = top[.charstrings] else {
      throw FontError(.malformed, "it has no glyphs", table: "CFF", offset: table.start)
    }
    charstrings = try CompactIndex(table, at: glyphs, wide: isSecondVersion)
    charset = CompactCharset(table, at: top[.charset] ?? 0, glyphCount: charstrings.count)
    // The store has its length before it.
    variations = top[.variationStore].flatMap { table.sub($0 + 2) }
    guard let list = top[.fontDictionaries] else {
      parts = [Self.part(top, of: table, wide: isSecondVersion)]
      selection = nil
      return
    }
    let dictionaries = try CompactIndex(table, at: list, wide: isSecondVersion)
    parts = (0..<min(dictionaries.count, Self.mostParts)).map { index in
      dictionaries[index].map {
        Self.part(CompactDictionary($0), of: table, wide: isSecondVersion)
      } ?? Part()
    }
    selection = top[.fontSelection].flatMap { table.sub($0) }.flatMap(PartSelection.init)
  }

  private static func part(
    _ dictionary: CompactDictionary, of table: FontTable, wide: Bool
  ) -> Part {
    guard let size = dictionary.whole(.privateDictionary, 0),
      let start = dictionary.whole(.privateDictionary, 1),
      let bytes = table.sub(start, count: size)
    else { return Part() }
    let own = CompactDictionary(bytes)
    // Subroutines count from the dictionary that names them.
    let subroutines = own[.subroutines].flatMap {
      $0 > 0 ? try? CompactIndex(table, at: start + $0, wide: wide) : nil
    }
    return Part(subroutines: subroutines, variationIndex: own[.variationIndex] ?? 0)
  }

  /// What holds for a glyph.
  func part(of glyph: Int) -> Part {
    let index = selection?.part(of: glyph) ?? 0
    return parts.indices.contains(index) ? parts[index] : Part()
  }

  /// The changes over the design space, at one place of it.
  func store(at coordinates: [Double]) -> ItemVariationStore? {
    variations.flatMap { ItemVariationStore($0, coordinates: coordinates) }
  }
}
