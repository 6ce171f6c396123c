import TestNumbers
import Testing

@testable import Fonts

/// Fonts with broken bytes: whatever is asked of them comes back, with a glyph or an error.
@Suite struct HostileFontTests {
  static let names =
    Fixture.names(ending: ".ttf", ".otf", ".ttc", in: "outlines")
    + Fixture.names(ending: ".ttf", ".otf", in: "rendering").filter {
      !$0.contains("FDArray") && !$0.contains("Noto")
    }

  @Test func `there are fonts of both folders`() { #expect(Self.names.count >= 40) }

  @Test(arguments: names)
  func `a font with wrong bytes comes back`(_ name: String) throws {
    let bytes = try Fixture.bytes(name)
    var random = SeededNumbers(bytes.count)
    for round in 0..<60 {
      var broken = bytes
      // The first tables, where offsets and counts are, are hit more often.
      let reach = round % 2 == 0 ? min(600, bytes.count) : bytes.count
      for _ in 0..<(1 + round % 5) {
        let place = random.below(reach)
        broken[place] = [0, 0xFF, 0x7F, 0x80, UInt8(random.below(256))][random.below(5)]
      }
      Self.walk(broken)
    }
  }

  @Test(arguments: names)
  func `a font that ends early comes back`(_ name: String) throws {
    let bytes = try Fixture.bytes(name)
    var random = SeededNumbers(7)
    for _ in 0..<12 { Self.walk(Array(bytes.prefix(random.below(bytes.count)))) }
    #expect(throws: FontError.self) { try Font(Array(bytes.prefix(11))) }
  }

  /// Asks for everything, of some of the glyphs.
  static func walk(_ bytes: [UInt8]) {
    guard let count = try? Font.count(bytes) else { return }
    for index in 0..<min(count, 2) {
      guard let font = try? Font(bytes, index: index) else { continue }
      var place: [Fonts.Tag: Double] = [:]
      for axis in font.axes { place[axis.tag] = axis.maximum }
      for font in place.isEmpty ? [font] : [font, font.varied(place)] {
        _ = font.names
        for scalar in ["A", "é", "弌", "\u{F041}", "\u{1F600}"] as [Unicode.Scalar] {
          if let glyph = font.glyph(for: scalar) { #expect(Int(glyph) < font.glyphCount) }
          _ = font.glyph(for: scalar, selector: "\u{E0100}")
        }
        for glyph in stride(from: 0, to: font.glyphCount, by: max(font.glyphCount / 12, 1)) {
          #expect(font.advance(of: GlyphID(truncatingIfNeeded: glyph)).isFinite)
          _ = try? font.outline(of: GlyphID(truncatingIfNeeded: glyph))
        }
      }
    }
  }

  /// A composite glyph that is its own part, and one whose parts double at each level.
  @Test func `glyphs that are parts of themselves end`() throws {
    let loop = FontBuilder.font(glyphs: [FontBuilder.composite([0])])
    #expect(throws: FontError.self) { try Font(loop).outline(of: 0) }
    var doubling = (1...20).map { FontBuilder.composite([GlyphID($0), GlyphID($0)]) }
    doubling.append(FontBuilder.triangle)
    #expect(throws: FontError.self) { try Font(FontBuilder.font(glyphs: doubling)).outline(of: 0) }
    let pair = FontBuilder.font(glyphs: [FontBuilder.composite([1, 1]), FontBuilder.triangle])
    #expect(try Font(pair).outline(of: 0).segments.count == 6)
  }

  @Test func `a glyph that claims more points than it has bytes ends early`() throws {
    let claim = FontBuilder.words([1, 0, 0, 0, 0, 0xFFFE, 0]) + [0x01]
    let error = #expect(throws: FontError.self) {
      try Font(FontBuilder.font(glyphs: [claim])).outline(of: 0)
    }
    #expect(error?.kind == .truncated && error?.table == "glyf")
  }
}
