/// The tables of a font that lead to its glyphs and that say what it is called.
extension FontBytes {
  /// One subtable of format 4, which ranges of characters with glyphs in a row make short.
  func cmap() -> [UInt8] {
    var ranges: [(start: Int, end: Int, glyph: Int)] = []
    for (scalar, glyph) in characters where scalar < 0xFFFF {
      if let last = ranges.last, last.end + 1 == scalar,
        last.glyph + (scalar - last.start) == glyph
      {
        ranges[ranges.count - 1].end = scalar
      } else {
        ranges.append((scalar, scalar, glyph))
      }
    }
    // The last range is there by rule, and leads to the glyph 0.
    ranges.append((0xFFFF, 0xFFFF, 0))
    let power = 1 << (Int.bitWidth - 1 - ranges.count.leadingZeroBitCount)
    var table = TableBytes()
    table.u16([0, 2])
    // Unicode 2.0 of the basic plane, and Windows' name for the same.
    for platform in [(0, 3), (3, 1)] {
      table.u16([platform.0, platform.1])
      table.u32(20)
    }
    table.u16([4, 16 + 8 * ranges.count, 0, 2 * ranges.count])
    table.u16([2 * power, power.trailingZeroBitCount, 2 * (ranges.count - power)])
    table.u16(ranges.map(\.end))
    table.u16(0)
    table.u16(ranges.map(\.start))
    table.u16(ranges.map { $0.start == 0xFFFF ? 1 : $0.glyph - $0.start })
    table.u16(ranges.map { _ in 0 })
    return table.bytes
  }

  func name() -> [UInt8] {
    let isBasic = style == "Regular" || style == "Bold"
    let full = "\(family) \(style)"
    let postScript = full.filter { $0 != " " }
    let dashed =
      "\(family.filter { $0 != " " })-\(style.filter { $0 != " " })"
    var names: [(id: Int, text: String)] = [
      (0, "Drawn for vfx"),
      (1, isBasic ? family : full), (2, isBasic ? style : "Regular"),
      (3, "vfx:\(postScript)"), (4, full), (5, "Version 1.000"), (6, dashed),
    ]
    if !isBasic { names += [(16, family), (17, style)] }
    var records = TableBytes()
    var text = TableBytes()
    records.u16([0, names.count, 6 + 12 * names.count])
    for name in names {
      // Windows, Unicode, English of the United States.
      let units = Array(name.text.utf16)
      records.u16([3, 1, 0x0409, name.id, 2 * units.count, text.count])
      text.u16(units.map { Int($0) })
    }
    return records.bytes + text.bytes
  }
}
