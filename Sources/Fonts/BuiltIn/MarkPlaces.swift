/// Where accents stand on letters with which they have no glyph in common, and on one another
/// (OpenType, "Lookup type 4 subtable, format 1" and "Lookup type 6"), and which glyphs are accents
/// (OpenType, "GDEF").
struct MarkPlaces {
  private struct Mark {
    var glyph: Int
    var isBelow: Bool
    var box: GlyphBytes.Box
  }

  /// Points at which accents hang, in units of the font; nil where none does.
  private struct Anchors {
    var glyph: Int
    var above: (x: Int, y: Int)?
    var below: (x: Int, y: Int)?
  }

  private let marks: [Mark]
  /// The middles of letters, and how much higher or lower than at small ones an accent stands.
  private let bases: [Anchors]
  private let glyphCount: Int
  /// Where accents above begin and those below end, as they are drawn, and what is left free
  /// between two, in thousandths of an em.
  private static let (lowest, highest, gap) = (590.0, -62.0, 26.0)

  init(_ set: GlyphSet) {
    var marks: [Mark] = []
    var bases: [Anchors] = []
    var seen: Set<Int> = []
    let scale = GlyphBytes.scale
    for (scalar, glyph) in set.numbers.sorted(by: { $0.key.value < $1.key.value }) {
      // Letters that look the same share a glyph.
      guard !Vietnamese.isPair(scalar), seen.insert(glyph).inserted else { continue }
      let lift = Int((Accents.lift(over: Character(scalar)) * scale).rounded())
      if Accents.isMark(scalar) {
        marks.append(
          Mark(
            glyph: glyph, isBelow: (0x323...0x328).contains(scalar.value),
            box: set.glyphs[glyph].bytes.box))
      } else if let (middle, box, isPair) = set.composed[scalar] {
        let x = Int((middle * scale).rounded())
        var anchors = Anchors(glyph: glyph, above: (x, lift), below: (x, 0))
        if box.maxY > 0 { anchors.above = (x, Self.above(box)) }
        if box.minY < 0, !isPair { anchors.below = (x, Self.below(box)) }
        bases.append(anchors)
      } else if let middle = set.middle(of: scalar), scalar.properties.isAlphabetic {
        let x = Int((middle * scale).rounded())
        bases.append(Anchors(glyph: glyph, above: (x, lift), below: (x, 0)))
      }
    }
    self.marks = marks.sorted { $0.glyph < $1.glyph }
    self.bases = bases.sorted { $0.glyph < $1.glyph }
    glyphCount = set.glyphs.count
  }

  private static func above(_ box: GlyphBytes.Box) -> Int {
    box.maxY + Int((gap - lowest) * GlyphBytes.scale)
  }

  private static func below(_ box: GlyphBytes.Box) -> Int {
    box.minY - Int((gap + highest) * GlyphBytes.scale)
  }

  /// The subtable of `GPOS` that puts marks on letters.
  func subtable() -> [UInt8] { subtable(on: bases) }

  /// The subtable of `GPOS` that puts marks on marks of the same side.
  func stacking() -> [UInt8] {
    subtable(
      on: marks.map { mark in
        let x = (mark.box.minX + mark.box.maxX) / 2
        return mark.isBelow
          ? Anchors(glyph: mark.glyph, above: nil, below: (x, Self.below(mark.box)))
          : Anchors(glyph: mark.glyph, above: (x, Self.above(mark.box)), below: nil)
      })
  }

  /// A subtable with one class of marks above and one of those below.
  private func subtable(on bases: [Anchors]) -> [UInt8] {
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
    var anchors = TableBytes()
    for base in bases {
      for point in [base.above, base.below] {
        table.u16(point == nil ? 0 : 2 + 4 * bases.count + anchors.count)
        if let point { anchors.u16([1, point.x, point.y]) }
      }
    }
    table.append(anchors.bytes)
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
