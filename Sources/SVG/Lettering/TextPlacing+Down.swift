import Fonts
import Geometry
import Text

// Lines that run down: CSS Writing Modes Level 4.
extension TextPlacing {
  /// Whether each letter stands upright, as its script or its style has it.
  static func uprights(_ text: SVGText) -> [Bool] {
    var uprights: [Bool] = []
    for letter in text.letters {
      // Marks and joiners stand as what they stand at.
      let category = letter.scalar.properties.generalCategory
      let isAttached = [.nonspacingMark, .enclosingMark, .format].contains(category)
      if isAttached, let last = uprights.last {
        uprights.append(last)
        continue
      }
      let stance = text.runs[letter.run].context.style.letters.stance
      uprights.append(
        stance == .upright
          || stance == .mixed && letter.scalar.verticalOrientation != .rotated)
    }
    return uprights
  }
}

/// Measures of a glyph for lines that run down, in pixels.
struct VerticalMeasures {
  /// How far the pen moves.
  let advance: Double
  /// How far below the pen the glyph has its baseline.
  let baseline: Double

  init(_ glyph: PlacedGlyph) {
    let font = glyph.font
    let unit = glyph.size / Double(max(font.unitsPerEm, 1))
    let number = Int(glyph.glyph)
    var advance = font.metrics.ascent - font.metrics.descent
    var baseline = font.metrics.ascent
    // OpenType, vhea: numOfLongVerMetrics.
    if let count = font.table("vhea")?.u16(34), count > 0, let table = font.table("vmtx") {
      let own = min(number, count - 1)
      advance = table.u16(4 * own).map(Double.init) ?? advance
      let place = number < count ? 4 * number + 2 : 4 * count + 2 * (number - count)
      if let bearing = table.i16(place),
        let top = (try? font.outline(of: glyph.glyph))?.bounds(through: .identity)?.maxY
      {
        baseline = top + Double(bearing)
      }
    }
    if let origin = Self.origin(of: number, font.table("VORG")) { baseline = Double(origin) }
    (self.advance, self.baseline) = (advance * unit, baseline * unit)
  }

  /// The height above the baseline where the pen is, by the table "VORG".
  private static func origin(of glyph: Int, _ table: FontTable?) -> Int? {
    guard let table, let usual = table.i16(4), let count = table.u16(6) else { return nil }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      guard let found = table.u16(8 + 4 * middle) else { return usual }
      if found == glyph { return table.i16(10 + 4 * middle) ?? usual }
      if found < glyph { low = middle + 1 } else { high = middle }
    }
    return usual
  }
}
