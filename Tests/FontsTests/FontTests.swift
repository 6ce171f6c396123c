import Geometry
import Testing

@testable import Fonts

@Suite struct FontTests {
  @Test func `a TrueType font tells its measures, characters and shapes`() throws {
    let font = try Font(Fixture.bytes("rendering/TestGLYFOne.ttf"))
    #expect(font.unitsPerEm == 1000)
    #expect(font.names.family == "OpenTypeTest GLYF One")
    let glyph = try #require(font.glyph(for: "ģ"))
    #expect(font.advance(of: glyph) == 533)
    #expect(try font.outline(of: glyph).segments.first == .move(Vector(199, 97)))
    #expect(font.glyph(for: "水") == nil)
  }

  @Test func `a font without a full name goes by what else it has`() {
    func title(_ family: String, _ style: String, _ full: String, _ postScript: String) -> String {
      FontNames(family: family, subfamily: style, fullName: full, postScriptName: postScript).title
    }
    #expect(title("A", "Bold", "A B", "A-B") == "A B")
    #expect(title("A", "Bold", "", "A-B") == "A Bold")
    #expect(title("A", "", "", "") == "A")
    #expect(title("", "Regular", "", "A-B") == "A-B")
    #expect(title("", "Regular", "", "") == "a font without a name")
  }

  @Test func `an empty file, a text and a part of a font are no fonts`() throws {
    #expect(throws: FontError.self) { try Font([]) }
    #expect(throws: FontError.self) { try Font(Array("Mary had a little lamb".utf8)) }
    let bytes = try Fixture.bytes("rendering/TestGLYFOne.ttf")
    #expect(throws: FontError.self) { try Font(Array(bytes.prefix(40))) }
    #expect(throws: FontError.self) { try Font(bytes, index: 1) }
  }
}
