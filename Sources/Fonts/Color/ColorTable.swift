import Geometry

/// The colour glyphs of a font: OpenType's table "COLR", versions 0 and 1.
struct ColorTable {
  let table: FontTable
  let unitsPerEm: Int
  /// How the variable parts of paints move.
  let variations: ColorVariations
  private let baseGlyphs: FontTable?
  private let layers: FontTable?
  private let clips: FontTable?

  /// Nil when the font has none.
  init?(_ font: Font) {
    guard let table = font.table("COLR"), let version = table.u16(0), version <= 1 else {
      return nil
    }
    self.table = table
    unitsPerEm = font.unitsPerEm
    func part(_ offset: Int) -> FontTable? {
      guard version == 1, let start = table.u32(offset), start > 0 else { return nil }
      return table.sub(start)
    }
    baseGlyphs = part(14)
    layers = part(18)
    clips = part(22)
    variations = ColorVariations(map: part(26), store: part(30), font: font)
  }

  func has(_ glyph: GlyphID) -> Bool { root(of: glyph) != nil || layerRange(of: glyph) != nil }

  /// Where the paint of a glyph begins, counted from the table's start.
  func root(of glyph: GlyphID) -> Int? {
    guard let baseGlyphs, let count = baseGlyphs.u32(0),
      let record = Self.search(baseGlyphs, at: 4, step: 6, count: count, for: Int(glyph)),
      let offset = baseGlyphs.u32(record + 2)
    else { return nil }
    return baseGlyphs.start &- table.start &+ offset
  }

  /// Where the paint of a layer begins, counted from the table's start.
  func layer(_ number: Int) -> Int? {
    guard let layers, let count = layers.u32(0), (0..<count).contains(number),
      let offset = layers.u32(4 &+ 4 &* number)
    else { return nil }
    return layers.start &- table.start &+ offset
  }

  /// The layers of a glyph of version 0: which there are.
  func layerRange(of glyph: GlyphID) -> Range<Int>? {
    guard let count = table.u16(2), let list = table.u32(4),
      let record = Self.search(table, at: list, step: 6, count: count, for: Int(glyph)),
      let first = table.u16(record + 2), let length = table.u16(record + 4)
    else { return nil }
    return first..<first + length
  }

  /// A layer of version 0: a glyph in one colour.
  func plainLayer(_ number: Int) -> (glyph: GlyphID, entry: PaletteEntry)? {
    guard let list = table.u32(8), let count = table.u16(12), number < count,
      let glyph = table.u16(list &+ 4 &* number), let entry = table.u16(list &+ 4 &* number &+ 2)
    else { return nil }
    return (GlyphID(glyph), PaletteEntry(index: entry))
  }

  /// The box outside which nothing of a glyph is seen, if it has one.
  func clipBox(of glyph: GlyphID) -> Bounds? {
    guard let clips, let count = clips.u32(1) else { return nil }
    var (low, high) = (0, min(count, 65_536))
    while low < high {
      let middle = (low + high) / 2
      let record = 5 + 7 * middle
      guard let first = clips.u16(record), let last = clips.u16(record + 2) else { return nil }
      if Int(glyph) < first {
        high = middle
      } else if Int(glyph) > last {
        low = middle + 1
      } else {
        return clips.u24(record + 4).flatMap { clips.sub($0) }.flatMap(box)
      }
    }
    return nil
  }

  private func box(_ table: FontTable) -> Bounds? {
    guard let format = table.u8(0), format == 1 || format == 2 else { return nil }
    let base = format == 2 ? table.u32(9) : nil
    func side(_ number: Int) -> Double? {
      table.i16(1 + 2 * number).map { Double($0) + variations.delta(base, number) }
    }
    guard let minX = side(0), let minY = side(1), let maxX = side(2), let maxY = side(3),
      minX <= maxX, minY <= maxY
    else { return nil }
    return Bounds(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }

  /// Where the record of a glyph begins in a list that is sorted by glyphs.
  private static func search(
    _ table: FontTable, at list: Int, step: Int, count: Int, for glyph: Int
  ) -> Int? {
    var (low, high) = (0, min(count, 65_536))
    while low < high {
      let middle = (low + high) / 2
      guard let found = table.u16(list &+ step &* middle) else { return nil }
      if found == glyph { return list &+ step &* middle }
      if found < glyph { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
