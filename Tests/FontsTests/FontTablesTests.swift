import Testing

@testable import Fonts

@Suite struct FontTablesTests {
  @Test func `a table is read only where it is`() {
    let table = FontTable([1, 2, 3, 0xFF, 0xFE, 6], start: 1, count: 4)
    #expect(table.u8(0) == 2 && table.u8(4) == nil && table.u8(-1) == nil)
    #expect(table.u16(0) == 0x0203 && table.u16(3) == nil)
    #expect(table.i16(2) == -2 && table.i8(2) == -1)
    #expect(table.u24(0) == 0x0203FF && table.u24(2) == nil)
    #expect(table.u32(0) == 0x0203_FFFE && table.u32(1) == nil)
    #expect(table.sub(3)?.count == 1 && table.sub(4) == nil && table.sub(-1) == nil)
    #expect(table.sub(1, count: 3)?.u8(0) == 3 && table.sub(2, count: 3) == nil)
    #expect(table.holds(4, at: 0) && !table.holds(5, at: 0) && !table.holds(.max, at: 1))
    #expect(FontTable([1, 2], start: 9, count: -4).isEmpty)
    #expect(FontTable([0x40, 0, 0xC0, 0]).f2dot14(0) == 1)
    #expect(FontTable([0x00, 0x01, 0x80, 0]).fixed(0) == 1.5)
  }

  @Test func `letters of the Macintosh go there and back`() {
    for encoding in [MacEncoding.roman, .turkish] {
      for code in UInt8.min...UInt8.max where !(encoding == .turkish && code == 0xF5) {
        #expect(encoding.code(of: encoding.scalar(of: code)) == Int(code))
      }
    }
    #expect(MacEncoding.roman.scalar(of: 0xF0) == "\u{F8FF}")
    #expect(MacEncoding.roman.code(of: "水") == nil)
  }

  @Test func `names are taken in English, from Windows before the Macintosh`() {
    func record(_ platform: Int, _ language: Int, _ number: Int, _ at: Int, _ count: Int) -> [Int] {
      [platform, platform == 1 ? 0 : 1, language, number, count, at]
    }
    let records = [
      record(1, 0, 1, 0, 3), record(3, 0x407, 1, 3, 4), record(3, 0x409, 1, 7, 6),
      record(1, 0, 2, 0, 3), record(3, 0x409, 9, 60, 9),
    ]
    let table =
      FontBuilder.words([0, records.count, 6 + 12 * records.count] + records.flatMap { $0 })
      + Array("Mac".utf8) + [0, 0x44, 0, 0x45, 0, 0x45, 0, 0x07, 0xD8, 0x3D]
    let names = NameTable(FontTable(table))
    // The control character is left out; half a surrogate is replaced.
    #expect(names.text(1) == "E\u{FFFD}")
    #expect(names.text(2) == "Mac")
    #expect(names.text(9) == nil && names.text(3) == nil)
    #expect(NameTable(nil).text(1) == nil)
  }

  @Test func `a font without OS/2 and post has usual measures`() throws {
    let font = try Font(FontBuilder.font(glyphs: [FontBuilder.triangle]))
    #expect(font.metrics.ascent == 750 && font.metrics.descent == -250)
    #expect(font.metrics.xHeight == 500 && font.metrics.underlineThickness == 50)
    #expect(font.traits == FontTraits())
    #expect(font.names.family.isEmpty)
    #expect(font.advance(of: 0) == 600 && font.glyph(for: "A") == nil)
  }

  @Test func `typographic measures hold where the font asks for them`() throws {
    var os2 = [UInt8](repeating: 0, count: 96)
    os2.replaceSubrange(0..<8, with: FontBuilder.words([4, 0, 7, 3]))
    os2.replaceSubrange(68..<74, with: FontBuilder.words([900, -300, 90]))
    os2.replaceSubrange(86..<90, with: FontBuilder.words([520, 710]))
    func font(selection: Int) throws -> Font {
      os2.replaceSubrange(62..<64, with: FontBuilder.words([selection]))
      return try Font(FontBuilder.font(glyphs: [FontBuilder.triangle], and: [("OS/2", os2)]))
    }
    #expect(try font(selection: 0).metrics.ascent == 750)
    let typographic = try font(selection: 0x81)
    #expect(typographic.metrics.ascent == 900 && typographic.metrics.lineGap == 90)
    #expect(typographic.metrics.capHeight == 710 && typographic.metrics.xHeight == 520)
    // Weight 7 is an old way to say 700; width 3 is condensed.
    #expect(
      typographic.traits == FontTraits(weight: 700, width: 75, isItalic: true, isMonospaced: false))
  }

  @Test func `a collection holds several faces`() throws {
    let bytes = try Fixture.bytes("outlines/TTC.ttc")
    #expect(try Font.count(bytes) == 2)
    for index in 0..<2 {
      let font = try Font(bytes, index: index)
      let ellipsis = try #require(font.glyph(for: "…"))
      #expect(font.advance(of: ellipsis) == 723)
      #expect(try !font.outline(of: ellipsis).isEmpty)
    }
    #expect(throws: FontError.self) { try Font(bytes, index: 2) }
    #expect(throws: FontError.self) { try Font(bytes, index: -1) }
  }

  @Test func `files of other kinds are told by name`() {
    for (head, kind) in [("wOF2", FontError.Kind.unsupported), ("%!PS", .unsupported)] {
      let error = #expect(throws: FontError.self) { try Font(Array(head.utf8) + [0, 0, 0, 0]) }
      #expect(error?.kind == kind)
    }
    // A packed Type 1 font, whose first part has 0x36B bytes, and a file of resources.
    let heads: [[UInt8]] = [[0x80, 1, 0x6B, 3, 0, 0, 0x25, 0x21], [0, 0, 1, 0, 0, 0, 0xD, 0x62]]
    for head in heads {
      let error = #expect(throws: FontError.self) { try Font(head) }
      #expect(error?.kind == .unsupported)
    }
    let error = #expect(throws: FontError.self) { try Font(Array("GIF89a..".utf8)) }
    #expect(error?.kind == .malformed)
  }
}
