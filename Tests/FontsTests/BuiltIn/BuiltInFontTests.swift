import Bytes
import Testing

@testable import Fonts

@Suite struct BuiltInFontTests {
  @Test(arguments: [400.0, 700]) func `every drawing keeps to the notation`(weight: Double) {
    let weight = LetterWeight(weight)
    let drawings = Drawings.all(weight)
    let lines = [
      Capitals.drawings, LowerCase.drawings, Figures.drawings, Punctuation.drawings,
      Symbols.drawings, Letters.drawings, Cyrillic.drawings, Greek.drawings,
      Accents.drawings, Vietnamese.drawings,
    ].flatMap { $0.split(separator: "\n") }
    #expect(drawings.count == lines.count)
    for drawing in drawings {
      #expect(!drawing.strokes.isEmpty || !drawing.dots.isEmpty, "\(drawing.character)")
    }
  }

  @Test func `every weight from light to extra bold covers the same characters`() {
    let regular = GlyphSet(.regular).characters.map(\.scalar)
    for weight in [300.0, 550, 700, 800] {
      #expect(GlyphSet(LetterWeight(weight)).characters.map(\.scalar) == regular)
    }
    let covered = Set(regular)
    for scalar in Array(0x20...0x7E) + Array(0xA0...0x17F) {
      #expect(covered.contains(scalar), "U+\(String(scalar, radix: 16))")
    }
    for scalar in Array(0x410...0x44F) + [0x401, 0x404, 0x406, 0x407, 0x451, 0x454, 0x456, 0x457] {
      #expect(covered.contains(scalar), "U+\(String(scalar, radix: 16))")
    }
    for scalar in "–—‘’“”…•†‡€™‹›«»−×÷≤≥≠∞←↑→↓♪♫".unicodeScalars {
      #expect(covered.contains(Int(scalar.value)), "\(scalar)")
    }
  }

  @Test func `figures have one advance in all weights`() {
    for weight in [300.0, 400, 700, 800] {
      let set = GlyphSet(LetterWeight(weight))
      let advances = Set(
        "0123456789".unicodeScalars.compactMap { set.numbers[$0] }
          .map { set.glyphs[$0].advance })
      #expect(advances == [Int(LetterShape.figureAdvance * GlyphBytes.scale)])
    }
  }

  @Test func `letters are wider and darker as the weight grows`() {
    let light = GlyphSet(.regular)
    let heavy = GlyphSet(.bold)
    for letter in "abcdefghknopqsuvxyzABCDEGHKNOPQRSUVXYZ".unicodeScalars {
      guard let number = light.numbers[letter] else { continue }
      let (thin, thick) = (light.glyphs[number].bytes.box, heavy.glyphs[number].bytes.box)
      #expect(thick.maxX - thick.minX > thin.maxX - thin.minX, "\(letter)")
      // Heights stay.
      #expect((thick.maxY - thin.maxY).magnitude <= 8, "\(letter)")
      #expect((thick.minY - thin.minY).magnitude <= 40, "\(letter)")
    }
  }

  @Test func `round letters overshoot flat ones by a little`() {
    let set = GlyphSet(.regular)
    func box(_ letter: Unicode.Scalar) -> GlyphBytes.Box {
      set.numbers[letter].map { set.glyphs[$0].bytes.box } ?? .init()
    }
    #expect(box("x").minY == 0 && box("x").maxY == 1020)
    #expect(box("o").minY == -22 && box("o").maxY == 1042)
    #expect(box("H").minY == 0 && box("H").maxY == 1400)
    #expect(box("O").minY == -22 && box("O").maxY == 1422)
  }

  @Test func `tables lie in order, aligned, with the checksums that they say`() {
    let data = BuiltInFont.data()
    func word(_ offset: Int) -> Int {
      data[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    #expect(word(0) == 0x0001_0000)
    var last = 0
    for entry in stride(from: 12, to: 12 + 16 * (word(4) >> 16), by: 16) {
      let (tag, offset, length) = (word(entry), word(entry + 8), word(entry + 12))
      #expect(tag > last)
      last = tag
      #expect(offset % 4 == 0 && offset + length <= data.count)
      guard tag != Int(Tag("head").value) else { continue }
      #expect(TableBytes.checksum(Array(data[offset..<offset + length])) == word(entry + 4))
    }
    #expect(TableBytes.checksum(data) == 0xB1B0_AFBA)
  }
}

extension BuiltInFontTests {
  @Test(arguments: [300.0, 400, 555, 700, 800]) func `it opens as any font does`(weight: Double)
    throws
  {
    let font = try BuiltInFont.font(weight: weight)
    #expect(font.traits.weight == weight)
    #expect((font.names.typographicFamily ?? font.names.family) == "Vfx Sans")
    #expect(font.unitsPerEm == 2000)
    #expect(font.metrics.ascent == 1900 && font.metrics.descent == -500)
    #expect(font.metrics.xHeight == 1020 && font.metrics.capHeight == 1400)
    for scalar in (0x21...0x7E).compactMap(Unicode.Scalar.init) {
      let glyph = try #require(font.glyph(for: scalar))
      #expect(try !font.outline(of: glyph).isEmpty, "\(scalar)")
      #expect(font.advance(of: glyph) > 0, "\(scalar)")
    }
    let number = try #require(font.glyph(for: "5"))
    #expect(font.advance(of: number) == 1136)
  }

  @Test func `accents stand over their letters`() throws {
    let font = try BuiltInFont.font()
    func top(_ scalar: Unicode.Scalar) throws -> Double {
      let outline = try font.outline(of: try #require(font.glyph(for: scalar)))
      return outline.segments.map { segment in
        switch segment {
        case .move(let end), .line(let end), .quadratic(_, let end), .cubic(_, _, let end): end.y
        }
      }.max() ?? 0
    }
    for (whole, letter) in zip("ÄÉÎÑÕůčğżőȧ".unicodeScalars, "AEINOucgzo".unicodeScalars) {
      #expect(try top(whole) > top(letter) + 80, "\(whole)")
      #expect(try top(whole) < 1900, "\(whole)")
    }
  }

  /// Texts of goldens are drawn with these.
  @Test func `its bytes are the same everywhere`() {
    #expect(MD5.hexDigest(of: BuiltInFont.data()) == "ea5f94f116c64b03fbf1a2e34c786a6a")
    #expect(MD5.hexDigest(of: BuiltInFont.data(weight: 700)) == "915b3950b838b5c17d0d96843b17d945")
  }
}

@Suite struct MarkPlacesTests {
  private let set = GlyphSet(.regular)

  @Test func `accents are marks, and letters know where they stand`() throws {
    let table = FontTable(MarkPlaces(set).subtable())
    let marks = try #require(table.sub(table.u16(2) ?? 0))
    let bases = try #require(table.sub(table.u16(4) ?? 0))
    // With the hook, the horn, the dot below, and the tonos on a diaeresis.
    #expect(marks.u16(2) == Accents.drawings.split(separator: "\n").count + 4)
    let glyph = try #require(set.numbers["x"])
    let count = try #require(bases.u16(2))
    let index = try #require((0..<count).first { bases.u16(4 + 2 * $0) == glyph })
    let array = try #require(table.sub(table.u16(10) ?? 0))
    let anchor = try #require(array.sub(array.u16(2 + 4 * index) ?? 0))
    #expect(anchor.i16(2) == set.middle(of: "x").map { Int(($0 * 2).rounded()) })
    #expect(anchor.i16(4) == 0)
  }

  @Test func `every glyph is of a class`() throws {
    let table = FontTable(MarkPlaces(set).definitions())
    let classes = try #require(table.sub(12))
    let count = try #require(classes.u16(2))
    var next = 0
    for index in 0..<count {
      #expect(classes.u16(4 + 6 * index) == next)
      next = (classes.u16(6 + 6 * index) ?? 0) + 1
    }
    #expect(next == set.glyphs.count)
  }
}

@Suite struct KerningTests {
  @Test func `pairs are of glyphs in ascending order, each once`() throws {
    let table = FontTable(KerningClasses(GlyphSet(.regular)).subtable())
    let coverage = try #require(table.sub(table.u16(2) ?? 0))
    let glyphs = (0..<(coverage.u16(2) ?? 0)).compactMap { coverage.u16(4 + 2 * $0) }
    #expect(glyphs.count > 100 && zip(glyphs, glyphs.dropFirst()).allSatisfy { $0 < $1 })
    for offset in [8, 10] {
      let classes = try #require(table.sub(table.u16(offset) ?? 0))
      let starts = (0..<(classes.u16(2) ?? 0)).compactMap { classes.u16(4 + 6 * $0) }
      #expect(starts.count > 50 && zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 })
    }
  }
}
