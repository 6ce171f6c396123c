/// The names of a compact font's glyphs (Adobe Technical Note 5176, section 13), by number; asked
/// only for glyphs that are put together of two letters.
struct CompactCharset: Sendable {
  private let table: FontTable?
  private let glyphCount: Int

  /// The charset at `place`; 0 is the predefined one in which numbers are those of the names.
  init(_ table: FontTable, at place: Int, glyphCount: Int) {
    self.table = place > 2 ? table.sub(place) : nil
    self.glyphCount = glyphCount
  }

  /// The glyph of a code of Adobe's standard encoding.
  func glyph(forStandard code: Int) -> Int? { Self.standardName(of: code).flatMap(glyph(named:)) }

  private func glyph(named name: Int) -> Int? {
    guard let table else { return name < glyphCount ? name : nil }
    guard let format = table.u8(0) else { return nil }
    if format == 0 {
      return (1..<max(glyphCount, 1)).first { table.u16(2 * $0 - 1) == name }
    }
    var glyph = 1
    var place = 1
    while glyph < glyphCount, let first = table.u16(place),
      let more = format == 1 ? table.u8(place + 2) : table.u16(place + 2)
    {
      if name >= first, name - first <= more {
        return glyph + name - first < glyphCount ? glyph + name - first : nil
      }
      glyph += more + 1
      place += format == 1 ? 3 : 4
    }
    return nil
  }

  /// The number of a name in the standard encoding (Technical Note 5176, appendix B): runs of codes
  /// in the order of the names.
  private static func standardName(of code: Int) -> Int? {
    let runs = [
      32...126, 161...175, 177...180, 182...189, 191...191, 193...200, 202...203, 205...208,
      225...225, 227...227, 232...235, 241...241, 245...245, 248...251,
    ]
    var name = 1
    for run in runs {
      if run.contains(code) { return name + code - run.lowerBound }
      name += run.count
    }
    return nil
  }
}
