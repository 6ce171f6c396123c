import Fonts
import Geometry
import Testing

@testable import Text

/// All pages of the unicode text-rendering-tests whose fonts are here, through the shaper.
@Suite struct RenderingPagesTests {
  /// CFF-2 and CMAP-3 are long and need no shaping.
  static let pages = Fixture.names(ending: ".html", in: "rendering")
    .filter { !$0.contains("CFF-2") && !$0.contains("CMAP-3") }

  @Test func `there are eight pages of outlines`() { #expect(Self.pages.count == 8) }

  @Test(arguments: pages)
  func `a page is drawn as it expects`(_ page: String) throws {
    let cases = RenderingCase.all(in: try Fixture.text(page))
    #expect(!cases.isEmpty)
    for one in cases {
      let font = try Font(Fixture.bytes("rendering/\(one.font)"))
      let scale = 1000 / Double(font.unitsPerEm)
      let ours = try Self.placed(one.text, font).flatMap { glyph in
        let map = Affine(a: scale, b: 0, c: 0, d: scale, tx: glyph.x, ty: glyph.y)
        return Contours.normalized(try font.outline(of: glyph.glyph).mapped(by: map).segments)
      }
      let expected = one.glyphs.flatMap { glyph in
        let map = Affine.translation(glyph.x, glyph.y)
        return Outline(Contours.normalized(Contours.parse(glyph.path))).mapped(by: map).segments
      }
      #expect(Contours.distance(ours, expected) ?? .infinity <= 1, "\(one.id)")
    }
  }

  /// What HarfBuzz's own tests expect of the pages GPOS, GSUB, KERN, SHBALI and SHKNDA.
  @Test func `glyphs stand where HarfBuzz puts them`() throws {
    var fonts: [String: Font] = [:]
    let lines = try Fixture.text("rendering/shaping.txt").split(separator: "\n")
    #expect(lines.count == 91)
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 5 else { continue }
      var font = try fonts[words[1]] ?? Font(Fixture.bytes("rendering/\(words[1])"))
      fonts[words[1]] = font
      for part in words[2].split(separator: ",") {
        let sides = part.split(separator: "=")
        if sides.count == 2, let value = Double(sides[1]) {
          font = font.varied([Fonts.Tag(String(sides[0])): value])
        }
      }
      var text = String.UnicodeScalarView()
      for code in words[3].split(separator: ",") {
        if let scalar = UInt32(code.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init) {
          text.append(scalar)
        }
      }
      let expected = words[4].split(separator: "|").map { $0.split { $0 == "@" || $0 == "," } }
      let ours = Self.placed(String(text), font)
      #expect(
        ours.map { String($0.glyph) } == expected.map { String($0[0]) }, "\(words[0])")
      for (glyph, place) in zip(ours, expected) {
        // It rounds to whole units of 1000 an em, step by step.
        #expect((glyph.x - (Double(place[1]) ?? .nan)).magnitude <= 1.5, "\(words[0])")
        #expect((glyph.y - (Double(place[2]) ?? .nan)).magnitude <= 1.5, "\(words[0])")
      }
    }
  }

  /// The glyphs of a text of one script, with their places at 1000 units an em.
  private static func placed(
    _ text: String, _ font: Font
  ) -> [(glyph: GlyphID, x: Double, y: Double)] {
    let scalars = Array(text.unicodeScalars)
    let script = ScriptResolution.scripts(of: scalars).first ?? .latin
    let run = ShapingRun(
      text: scalars, font: font, script: script, isRightToLeft: script.isRightToLeft ?? false)
    let scale = 1000 / Double(font.unitsPerEm)
    var x = 0.0
    return Shaper.shape(run).map { glyph in
      defer { x += glyph.advance * scale }
      return (glyph.glyph, x + glyph.xOffset * scale, glyph.yOffset * scale)
    }
  }
}
