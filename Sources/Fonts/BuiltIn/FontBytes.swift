/// Writes an OpenType font with TrueType outlines: the tables that every reader asks for.
struct FontBytes {
  struct Glyph {
    var bytes: GlyphBytes
    var advance: Int
  }

  var family: String
  var style: String
  var weight: Int
  /// The glyphs in order; the first one stands for what the font has not.
  var glyphs: [Glyph]
  /// Characters and their glyphs, ascending.
  var characters: [(scalar: Int, glyph: Int)]
  /// Further tables as they are.
  var extras: [(tag: Tag, bytes: [UInt8])]

  static let unitsPerEm = 2000
  private static let ascent = 1900
  private static let descent = -500

  /// The whole file.
  func file() -> [UInt8] {
    let (glyf, loca) = outlines()
    var tables: [(tag: Tag, bytes: [UInt8])] = [
      ("OS/2", os2()), ("cmap", cmap()), ("glyf", glyf), ("head", head()), ("hhea", hhea()),
      ("hmtx", hmtx()), ("loca", loca), ("maxp", maxp()), ("name", name()), ("post", post()),
    ]
    tables += extras
    tables.sort { $0.tag.value < $1.tag.value }
    var file = TableBytes()
    file.u32(0x0001_0000)
    file.u16(tables.count)
    let power = 1 << (Int.bitWidth - 1 - tables.count.leadingZeroBitCount)
    file.u16([power * 16, power.trailingZeroBitCount, (tables.count - power) * 16])
    var offset = 12 + 16 * tables.count
    var headOffset = 0
    for table in tables {
      file.tag(table.tag)
      file.u32(TableBytes.checksum(table.bytes))
      file.u32(offset)
      file.u32(table.bytes.count)
      if table.tag == "head" { headOffset = offset }
      offset += (table.bytes.count + 3) & ~3
    }
    for table in tables {
      file.append(table.bytes)
      file.pad(to: 4)
    }
    let sum = UInt32(truncatingIfNeeded: TableBytes.checksum(file.bytes))
    file.set32(Int(0xB1B0_AFBA &- sum), at: headOffset + 8)
    return file.bytes
  }

  // MARK: - Outlines

  private func outlines() -> (glyf: [UInt8], loca: [UInt8]) {
    var glyf = TableBytes()
    var loca = TableBytes()
    for glyph in glyphs {
      loca.u16(glyf.count / 2)
      glyf.append(glyph.bytes.bytes)
      glyf.pad(to: 2)
    }
    loca.u16(glyf.count / 2)
    return (glyf.bytes, loca.bytes)
  }

  private func hmtx() -> [UInt8] {
    var table = TableBytes()
    for glyph in glyphs { table.u16([glyph.advance, glyph.bytes.box.minX]) }
    return table.bytes
  }

  private func maxp() -> [UInt8] {
    var table = TableBytes()
    table.u32(0x0001_0000)
    let points = glyphs.map(\.bytes.pointCount).max() ?? 0
    let contours = glyphs.map(\.bytes.contourCount).max() ?? 0
    // Composites have two parts, of which none is a composite.
    table.u16([glyphs.count, points, contours, points * 2, contours * 2, 1, 0, 0, 0, 0, 0, 0, 2, 1])
    return table.bytes
  }

  // MARK: - Measures

  private func box() -> GlyphBytes.Box { box(of: glyphs) }

  /// What lines are as high as for Windows and for ASS: letters with one accent. Those with two
  /// reach a little higher, and lines stay where they are.
  private func lineBox() -> GlyphBytes.Box {
    box(of: characters.filter { $0.scalar < 0x250 }.map { glyphs[$0.glyph] })
  }

  private func box(of glyphs: [Glyph]) -> GlyphBytes.Box {
    var box = GlyphBytes.Box()
    for glyph in glyphs where !glyph.bytes.bytes.isEmpty {
      box.minX = min(box.minX, glyph.bytes.box.minX)
      box.minY = min(box.minY, glyph.bytes.box.minY)
      box.maxX = max(box.maxX, glyph.bytes.box.maxX)
      box.maxY = max(box.maxY, glyph.bytes.box.maxY)
    }
    return box
  }

  private func head() -> [UInt8] {
    let box = box()
    var table = TableBytes()
    table.u32(0x0001_0000)
    table.u32(0x0001_0000)
    table.u32(0)  // The checksum of the file comes here.
    table.u32(0x5F0F_3CF5)
    table.u16([0x000B, Self.unitsPerEm])
    // Made and changed at the start of 2026, in seconds since 1904.
    for _ in 0..<2 {
      table.u32(0)
      table.u32(3_850_070_400)
    }
    table.u16([box.minX, box.minY, box.maxX, box.maxY])
    table.u16([weight == 700 ? 1 : 0, 6, 2, 0, 0])
    return table.bytes
  }

  private func hhea() -> [UInt8] {
    let box = box()
    let visible = glyphs.filter { !$0.bytes.bytes.isEmpty }
    let right = visible.map { $0.advance - $0.bytes.box.maxX }.min() ?? 0
    var table = TableBytes()
    table.u32(0x0001_0000)
    table.u16([Self.ascent, Self.descent, 0])
    table.u16([glyphs.map(\.advance).max() ?? 0, box.minX, right, box.maxX])
    table.u16([1, 0, 0, 0, 0, 0, 0, 0, glyphs.count])
    return table.bytes
  }

  private func os2() -> [UInt8] {
    let box = lineBox()
    let widths = glyphs.map(\.advance).filter { $0 > 0 }
    let scalars = characters.map(\.scalar)
    var table = TableBytes()
    table.u16([4, widths.reduce(0, +) / max(widths.count, 1), weight, 5, 0])
    // Subscripts and superscripts: sizes and shifts; the line through letters.
    table.u16([1300, 1200, 0, 280, 1300, 1200, 0, 960, 110, 560, 0])
    for _ in 0..<10 { table.u8(0) }  // No classification.
    // Latin, its supplement, Extended-A, marks, Greek, Cyrillic, Latin Extended Additional;
    // punctuation, currency, letterlike, arrows, operators.
    table.u32(0b111 | 1 << 6 | 1 << 7 | 1 << 9 | 1 << 29 | 1 << 31)
    table.u32(0b1 << 1 | 1 << 3 | 1 << 5 | 1 << 6)
    table.u32(0)
    table.u32(0)
    table.tag("VFX ")
    // The style bits, with USE_TYPO_METRICS.
    table.u16([1 << 7 | (weight == 700 ? 1 << 5 : 1 << 6)])
    table.u16([scalars.min() ?? 0, min(scalars.max() ?? 0, 0xFFFF)])
    table.u16([Self.ascent, Self.descent, 0, max(Self.ascent, box.maxY)])
    table.u16(max(-Self.descent, -box.minY))
    table.u32(1)  // Latin 1.
    table.u32(0)
    table.u16([1020, 1400, 0, 0x20, 2])
    return table.bytes
  }

  private func post() -> [UInt8] {
    var table = TableBytes()
    table.u32(0x0003_0000)
    table.u32(0)
    table.u16([-210, weight >= 600 ? 160 : 110])
    for _ in 0..<5 { table.u32(0) }
    return table.bytes
  }
}
