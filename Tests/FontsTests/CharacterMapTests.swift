import Testing

@testable import Fonts

@Suite struct CharacterMapTests {
  private func words(_ values: [Int]) -> [UInt8] { FontBuilder.words(values) }

  /// A `cmap` of sub-tables with their platforms and encodings.
  private func map(
    _ tables: [(Int, Int, [UInt8])], metrics: FontTable? = nil
  ) -> CharacterMap {
    var head = words([0, tables.count])
    var body: [UInt8] = []
    for (platform, encoding, bytes) in tables {
      head += words([platform, encoding])
      head += FontBuilder.longs([4 + 8 * tables.count + body.count])
      body += bytes
    }
    return CharacterMap(FontTable(head + body), metrics: metrics, glyphCount: 100)
  }

  private func trimmed(first: Int, glyphs: [Int]) -> [UInt8] {
    words([6, 10 + 2 * glyphs.count, 0, first, glyphs.count] + glyphs)
  }

  @Test func `format 0 has a glyph for each byte`() {
    var glyphs = [UInt8](repeating: 0, count: 256)
    glyphs[65] = 7
    glyphs[0x8A] = 9
    let map = map([(1, 0, words([0, 262, 0]) + glyphs)])
    #expect(map.glyph(for: "A") == 7)
    // 0x8A of MacRoman.
    #expect(map.glyph(for: "ä") == 9)
    #expect(map.glyph(for: "B") == nil)
  }

  @Test func `the Turkish letters of the Macintosh have their own places`() {
    var glyphs = [UInt8](repeating: 1, count: 256)
    glyphs[0xDD] = 5
    let map = map([(1, 0, words([0, 262, 18]) + glyphs)])
    #expect(map.glyph(for: "ı") == 5)
    // What MacRoman has in the same place.
    #expect(map.glyph(for: "›") == nil)
    #expect(map.glyph(for: "Ş") == 1)
  }

  @Test func `format 4 counts on, or takes glyphs from a list`() {
    // Segments A...C counting on from 10, a...b from a list, and the one that ends the list.
    let table = words([
      4, 0, 0, 6, 0, 0, 0, 0x43, 0x62, 0xFFFF, 0, 0x41, 0x61, 0xFFFF, 10 - 0x41, 0, 1, 0, 4, 0,
      30, 0,
    ])
    let map = map([(3, 1, table)])
    #expect(map.glyph(for: "A") == 10)
    #expect(map.glyph(for: "C") == 12)
    #expect(map.glyph(for: "D") == nil)
    #expect(map.glyph(for: "a") == 30)
    #expect(map.glyph(for: "b") == nil)
    #expect(map.glyph(for: "\u{FFFF}") == nil)
    #expect(map.glyph(for: "😀") == nil)
  }

  @Test func `formats 6, 10, 12 and 13 hold ranges`() {
    #expect(map([(0, 3, trimmed(first: 65, glyphs: [4, 5]))]).glyph(for: "B") == 5)
    let ten = words([10, 0, 0, 22, 0, 0, 0, 65, 0, 2, 8, 9])
    #expect(map([(0, 4, ten)]).glyph(for: "B") == 9)
    func grouped(_ format: Int) -> CharacterMap {
      map([
        (
          3, 10,
          words([format, 0])
            + FontBuilder.longs([40, 0, 2, 0x41, 0x43, 20, 0x1F600, 0x1F602, 50])
        )
      ])
    }
    #expect(grouped(12).glyph(for: "C") == 22)
    #expect(grouped(12).glyph(for: "😂") == 52)
    #expect(grouped(12).glyph(for: "D") == nil)
    #expect(grouped(13).glyph(for: "😂") == 50)
  }

  @Test func `symbols stand at U+F000 and at their bytes`() {
    let map = map([(3, 0, trimmed(first: 0xF041, glyphs: [4]))])
    #expect(map.glyph(for: "\u{F041}") == 4)
    #expect(map.glyph(for: "A") == 4)
    #expect(map.glyph(for: "\u{141}") == nil)
  }

  /// As in ArabicPUASimplified.txt and ArabicPUATraditional.txt of HarfBuzz.
  @Test(arguments: [
    (0xB240, 0xF141, 1, "\u{627}" as Unicode.Scalar), (0xB200, 0xF1BC, 2, "\u{FEFC}"),
    (0xB240, 0xF151, 3, "\u{62C}"), (0xB340, 0xF2D0, 4, "\u{64A}"),
    (0xB300, 0xF29F, 5, "\u{FC32}"), (0xB340, 0xF220, 6, " "),
  ])
  func `Arabic fonts of old Windows have pages of their own`(
    _ selection: Int, _ place: Int, _ glyph: Int, _ character: Unicode.Scalar
  ) {
    func map(version: Int, _ selection: Int) -> CharacterMap {
      self.map(
        [(3, 0, trimmed(first: place, glyphs: [glyph]))],
        metrics: FontTable(words([version] + Array(repeating: 0, count: 30) + [selection])))
    }
    #expect(map(version: 0, selection).glyph(for: character) == GlyphID(glyph))
    #expect(map(version: 1, selection).glyph(for: character) == nil)
    #expect(map(version: 0, 0x40).glyph(for: character) == nil)
    #expect(map(version: 0, selection).glyph(for: "\u{63B}") == nil)
  }

  @Test func `the table with most characters is taken`() {
    let small = trimmed(first: 65, glyphs: [1])
    let large = words([12, 0]) + FontBuilder.longs([28, 0, 1, 65, 65, 2])
    #expect(map([(3, 1, small), (3, 10, large)]).glyph(for: "A") == 2)
    #expect(map([(0, 3, small), (0, 4, large)]).glyph(for: "A") == 2)
  }

  @Test func `a selector chooses a glyph of its own or the usual one`() {
    let selectors =
      words([14, 0, 0, 0, 1]) + [0x0E, 0x01, 0x00] + FontBuilder.longs([21, 29])
      + FontBuilder.longs([1]) + [0, 0, 0x41, 2]
      + FontBuilder.longs([1]) + [0, 0, 0x44] + words([33])
    let map = map([(0, 5, selectors), (3, 1, trimmed(first: 0x41, glyphs: [1, 2, 3, 4]))])
    #expect(map.glyph(for: "B", selector: "\u{E0100}") == 2)
    #expect(map.glyph(for: "D", selector: "\u{E0100}") == 33)
    #expect(map.glyph(for: "E", selector: "\u{E0100}") == nil)
    #expect(map.glyph(for: "B", selector: "\u{E0101}") == nil)
  }

  @Test func `glyphs that the font does not have are none`() {
    #expect(map([(0, 3, trimmed(first: 65, glyphs: [100, 99]))]).glyph(for: "A") == nil)
    #expect(map([(0, 3, trimmed(first: 65, glyphs: [100, 99]))]).glyph(for: "B") == 99)
  }
}
