/// Where accents stand on letters with which they have no glyph in common (OpenType, "Lookup type
/// 4 subtable, format 1"), and which glyphs are accents (OpenType, "GDEF").
struct MarkPlaces {
  private let marks: [(glyph: Int, isBelow: Bool)]
  /// The middles of letters, and how much higher than over small ones an accent stands.
  private let bases: [(glyph: Int, x: Int, y: Int)]
  private let glyphCount: Int

  init(_ set: GlyphSet) {
    var marks: [(glyph: Int, isBelow: Bool)] = []
    var bases: [(glyph: Int, x: Int, y: Int)] = []
    var seen: Set<Int> = []
    for (scalar, glyph) in set.numbers.sorted(by: { $0.key.value < $1.key.value }) {
      // Letters that look the same share a glyph.
      guard seen.insert(glyph).inserted else { continue }
      if Accents.isMark(scalar) {
        marks.append((glyph, (0x326...0x328).contains(scalar.value)))
      } else if let middle = set.middle(of: scalar), scalar.properties.isAlphabetic {
        let lift = Accents.lift(over: Character(scalar))
        bases.append(
          (
            glyph, Int((middle * GlyphBytes.scale).rounded()),
            Int((lift * GlyphBytes.scale).rounded())
          ))
      }
    }
    self.marks = marks.sorted { $0.glyph < $1.glyph }
    self.bases = bases.sorted { $0.glyph < $1.glyph }
    glyphCount = set.glyphs.count
  }

  /// The subtable of `GPOS`, with one class of marks above and one of those below.
  func subtable() -> [UInt8] {
    let markCoverage = 12
    let baseCoverage = markCoverage + 4 + 2 * marks.count
    let markArray = baseCoverage + 4 + 2 * bases.count
    // All marks hang on the same point, which stands behind their records.
    let baseArray = markArray + 2 + 4 * marks.count + 6
    var table = TableBytes()
    table.u16([1, markCoverage, baseCoverage, 2, markArray, baseArray])
    table.u16([1, marks.count])
    table.u16(marks.map(\.glyph))
    table.u16([1, bases.count])
    table.u16(bases.map(\.glyph))
    table.u16(marks.count)
    for mark in marks { table.u16([mark.isBelow ? 1 : 0, 2 + 4 * marks.count]) }
    table.u16([1, 0, 0])
    table.u16(bases.count)
    let anchors = 2 + 4 * bases.count
    for index in bases.indices { table.u16([anchors + 12 * index, anchors + 12 * index + 6]) }
    for base in bases { table.u16([1, base.x, base.y, 1, base.x, 0]) }
    return table.bytes
  }

  /// The table `GDEF`: which glyphs are letters and which are marks.
  func definitions() -> [UInt8] {
    var table = TableBytes()
    table.u16([1, 0, 12, 0, 0, 0])
    var ranges: [(Int, Int, Int)] = []
    var next = 0
    for mark in marks {
      if mark.glyph > next { ranges.append((next, mark.glyph - 1, 1)) }
      ranges.append((mark.glyph, mark.glyph, 3))
      next = mark.glyph + 1
    }
    if next < glyphCount { ranges.append((next, glyphCount - 1, 1)) }
    table.u16([2, ranges.count])
    for range in ranges { table.u16([range.0, range.1, range.2]) }
    return table.bytes
  }
}
