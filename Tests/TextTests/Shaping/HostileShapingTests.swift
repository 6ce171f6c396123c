import Fonts
import Testing

@testable import Text

/// Fonts that break the rules end, and do not trap.
@Suite struct HostileShapingTests {
  private static let tables: [Fonts.Tag] = ["GSUB", "GPOS", "GDEF", "kern"]

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
    "NotoSansThai.ttf", "Inter.ttf",
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
