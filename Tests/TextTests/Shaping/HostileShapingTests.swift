import Fonts
import Testing

@testable import Text

/// Fonts that break the rules end, and do not trap.
@Suite struct HostileShapingTests {
  private static let tables: [Fonts.Tag] = ["GSUB", "GPOS", "GDEF", "kern", "kerx", "morx"]

  /// The places of the layout tables in a font file.
  private func layout(_ bytes: [UInt8]) -> [Range<Int>] {
    func number(_ at: Int, _ size: Int) -> Int {
      bytes[at..<at + size].reduce(0) { $0 << 8 | Int($1) }
    }
    return (0..<number(4, 2)).compactMap { index in
      let record = 12 + 16 * index
      let tag = Fonts.Tag(UInt32(number(record, 4)))
      let start = number(record + 8, 4)
      return Self.tables.contains(tag) ? start..<start + number(record + 12, 4) : nil
    }
  }

  @Test(arguments: [
    "Lookups.ttf", "DejaVuSans.ttf", "NotoNaskhArabic.ttf", "NotoSansDevanagari.ttf",
    "NotoSansThai.ttf", "Inter.ttf", "MorphOrder.ttf", "MorphContext.ttf", "MorphLigature.ttf",
    "MorphInsertion.ttf", "ExtendedKern.ttf",
  ])
  func `Changed bytes do no harm`(name: String) throws {
    let bytes = try ShapingFixture.bytes(name)
    let ranges = layout(bytes)
    try #require(!ranges.isEmpty)
    let lines = try ShapingFixture.lines(name).suffix(8)
    var dice = Dice(seed: UInt64(name.utf8.count))
    for round in 0..<12 {
      var broken = bytes
      for _ in 0..<(1 << (round % 5)) {
        let range = ranges[dice.next(below: ranges.count)]
        // The heads of tables break more than their ends.
        let width = dice.next(below: 2) == 0 ? min(64, range.count) : range.count
        let place = range.lowerBound + dice.next(below: width)
        broken[place] = [0, 1, 0xFF, UInt8(dice.next(below: 256))][dice.next(below: 4)]
      }
      guard let font = try? Font(broken) else { continue }
      for line in lines {
        let glyphs = Shaper.shape(line.run(font))
        #expect(glyphs.count <= 16384 + 65536)
        #expect(glyphs.allSatisfy { line.text.indices.contains($0.cluster) })
      }
    }
  }

  @Test func `Cut tables do no harm`() throws {
    let lines = try ShapingFixture.lines("Lookups.ttf").suffix(6)
    let bytes = try ShapingFixture.bytes("Lookups.ttf")
    for range in layout(bytes) {
      for part in 1...6 {
        var broken = bytes
        for place in (range.lowerBound + range.count * part / 7)..<range.upperBound {
          broken[place] = 0
        }
        let font = try Font(broken)
        for line in lines { #expect(Shaper.shape(line.run(font)).count <= 16384) }
      }
    }
  }

  @Test func `Growth and recursion have an end`() throws {
    let font = try ShapingFixture.font("Lookups.ttf")
    func count(_ text: String, _ feature: Fonts.Tag) -> Int {
      Shaper.shape(
        ShapingRun(
          text: Array(text.unicodeScalars), font: font, script: .latin,
          features: [FeatureSetting(feature, 1)])
      ).count
    }
    // Each x becomes twenty, eight times over.
    #expect(100...17000 ~= count("xxxx", "ss16"))
    // A lookup that asks for itself.
    #expect(count("yyy", "ss17") == 3)
    #expect(count("GHGHGH", "ss07") == 6)
  }

  /// A substitution table for all scripts whose feature `liga` has two lookups: one of so many
  /// subtables that ask for every glyph but one, and one that makes another glyph of that.
  private func substitution(subtables: Int, of glyph: Int, into other: Int) -> [UInt8] {
    func words(_ numbers: Int...) -> [UInt8] {
      numbers.flatMap { [UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] }
    }
    let scripts = words(1, 0x4446, 0x4C54, 8, 4, 0, 0, 0xFFFF, 1, 0)
    let features = words(1, 0x6C69, 0x6761, 8, 0, 2, 0, 1)
    let listed = words(2, 6, 6 + 6 + 2 * subtables + 22)
    // One subtable stands for all, and asks for what is below the glyph and above it.
    let many =
      words(1, 0, subtables) + (0..<subtables).flatMap { _ in words(6 + 2 * subtables) }
      + words(1, 6, 1) + words(2, 2, 0, glyph - 1, 0, glyph + 1, 0xFFFF, glyph)
    let single = words(1, 0, 1, 8) + words(1, 6, other - glyph) + words(1, 1, glyph)
    let head = 10
    return words(1, 0, head, head + scripts.count, head + scripts.count + features.count)
      + scripts + features + listed + many + single
  }

  /// A font file with another substitution table.
  private func font(_ bytes: [UInt8], substitution: [UInt8]) throws -> Font {
    var bytes = bytes
    func long(_ number: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
    let count = Int(bytes[4]) << 8 | Int(bytes[5])
    let record = try #require(
      (0..<count).map { 12 + 16 * $0 }.first { bytes[$0..<$0 + 4].elementsEqual("GSUB".utf8) })
    bytes += [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    bytes.replaceSubrange(
      record + 8..<record + 16, with: long(bytes.count) + long(substitution.count))
    return try Font(bytes + substitution)
  }

  @Test func `Lookups with many subtables have an end`() throws {
    let bytes = try ShapingFixture.bytes("Lookups.ttf")
    let (a, b): (GlyphID, GlyphID) = (28, 29)
    func glyphs(_ subtables: Int) throws -> Set<GlyphID> {
      let table = substitution(subtables: subtables, of: Int(a), into: Int(b))
      let font = try font(bytes, substitution: table)
      let text = [Unicode.Scalar](repeating: "a", count: 40)
      return Set(Shaper.shape(ShapingRun(text: text, font: font, script: .latin)).map(\.glyph))
    }
    #expect(try glyphs(1000) == [b])
    // Those of the first lookup use up what a run of this length may take.
    #expect(try glyphs(20_000) == [a])
    let record = GlyphRecord(code: 97, cluster: 0)
    let longest = GlyphBuffer([GlyphRecord](repeating: record, count: 100_000))
    #expect(longest.steps == 1 << 26 && longest.operations == 1 << 25)
  }

  @Test func `Long rows of marks take their time and no more`() throws {
    let font = try ShapingFixture.font("DejaVuSans.ttf")
    let text = ["a" as Unicode.Scalar] + Array(repeating: "\u{301}" as Unicode.Scalar, count: 2000)
    let glyphs = Shaper.shape(ShapingRun(text: text, font: font, script: .latin))
    #expect(2000...2001 ~= glyphs.count)
    #expect(glyphs.allSatisfy { $0.cluster == 0 })
  }
}

/// Numbers by chance that are the same each time.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next(below limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(truncatingIfNeeded: state >> 33) % limit
  }
}
