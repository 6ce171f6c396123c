import Fonts
import Testing

@testable import Text

/// Letters with accents in the font that is built in, however they are written.
@Suite struct BuiltInFontLayoutTests {
  private func glyphs(_ text: String) throws -> [PlacedGlyph] {
    let font = try BuiltInFont.font()
    let layout = TextLayout([LayoutSpan(text, fonts: [font], size: 1000)])
    #expect(layout.missing.isEmpty, "\(text)")
    return layout.glyphs
  }

  private func isSame(_ first: [PlacedGlyph], _ second: [PlacedGlyph]) -> Bool {
    first.map(\.glyph) == second.map(\.glyph) && first.map(\.x) == second.map(\.x)
      && first.map(\.y) == second.map(\.y)
  }

  /// A letter with all that can be taken off it taken off.
  private func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    guard let parts = Composition.parts(of: scalar) else { return [scalar] }
    return decomposed(parts.first) + (parts.second.map { [$0] } ?? [])
  }

  private func string(_ scalars: [Unicode.Scalar]) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  @Test func `letters with accents look the same in one character and in several`() throws {
    let letters = Array(0x1EA0...0x1EF9) + Array(0x388...0x390) + Array(0x3AA...0x3CE)
    for scalar in letters.compactMap(Unicode.Scalar.init) {
      let parts = decomposed(scalar)
      guard parts.count > 1 else { continue }
      let whole = try glyphs("x\(scalar)x")
      #expect(whole.count == 3)
      #expect(isSame(whole, try glyphs("x" + string(parts) + "x")), "\(scalar)")
      guard parts.count == 3 else { continue }
      // Typed with the tone first, or the tone on a letter that has its other accent.
      if parts[1] != "\u{302}", parts[1] != "\u{306}", parts[1] != "\u{308}" {
        let typed = string([parts[0], parts[2], parts[1]])
        #expect(isSame(whole, try glyphs("x" + typed + "x")), "\(scalar) typed")
      }
      let half = try #require(Composition.composed(parts[0], parts[1]))
      #expect(isSame(whole, try glyphs("x" + string([half, parts[2]]) + "x")), "\(scalar) half")
    }
  }

  @Test func `accents that no letter is made of stand on each other`() throws {
    let placed = try glyphs("x\u{302}\u{301}")
    #expect(placed.count == 3)
    // Up is less.
    #expect(placed[2].y < placed[1].y - 80)
    let whole = try glyphs("ê\u{304}")
    #expect(whole.count == 2 && whole[1].y < whole[0].y - 80)
    let below = try glyphs("x\u{323}\u{323}")
    #expect(below[2].y > below[1].y + 80)
    let apart = try glyphs("x\u{323}\u{302}")
    #expect(apart[2].y == placed[1].y)
  }
}
