import Geometry
import Testing

@testable import Fonts
@testable import SVG

@Suite struct SVGGlyphsTests {
  /// Where pixels are painted, and by what, in a glyph with an em of 100 pixels whose origin is at
  /// the left of row 100.
  private struct Seen {
    let picture: ColorPicture

    subscript(x: Int, y: Int) -> [UInt16]? {
      let box = picture.box
      guard x >= box.x, y >= box.y, x < box.x + box.width, y < box.y + box.height else {
        return nil
      }
      let at = ((y - box.y) * box.width + x - box.x) * 4
      return picture.samples[at + 3] == 0 ? nil : Array(picture.samples[at..<at + 4])
    }
  }

  private static let red: [UInt16] = [65535, 0, 0, 65535]
  private static let green: [UInt16] = [0, 65535, 0, 65535]

  /// A font of five glyphs with a document for each range of them, and a palette of colours, each
  /// as blue, green, red and alpha.
  private func font(
    _ documents: [(first: Int, last: Int, text: String)], palette: [UInt8] = []
  ) throws -> Font {
    func bytes(_ number: Int, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    var table = bytes(0, 2) + bytes(10, 4) + bytes(0, 4) + bytes(documents.count, 2)
    var place = 2 + 12 * documents.count
    for document in documents {
      table += bytes(document.first, 2) + bytes(document.last, 2) + bytes(place, 4)
      table += bytes(document.text.utf8.count, 4)
      place += document.text.utf8.count
    }
    for document in documents { table += Array(document.text.utf8) }
    let colors = palette.count / 4
    let head = bytes(0, 2) + bytes(colors, 2) + bytes(1, 2) + bytes(colors, 2) + bytes(14, 4)
    let square = GlyphBytes([
      [(Vector(0, 0), true), (Vector(0, 500), true), (Vector(500, 500), true)]
    ])
    return try Font(
      FontBytes(
        family: "Painted", style: "Regular", weight: 400,
        glyphs: (0..<5).map { _ in .init(bytes: square, advance: 1200) },
        characters: [(0x61, 1)],
        extras: [("CPAL", head + bytes(0, 2) + palette), ("SVG ", table)]
      ).file())
  }

  private func seen(_ glyph: GlyphID, in font: Font, clip: PixelBox? = nil) -> Seen? {
    let scale = 100 / Double(font.unitsPerEm)
    let map = Affine(a: scale, b: 0, c: 0, d: -scale, tx: 0, ty: 100)
    return SVGGlyphs.picture(
      of: glyph, in: font, through: map,
      foreground: GlyphColor(red: 0, green: 1, blue: 0), clip: clip
    ).map { Seen(picture: $0) }
  }

  private static let head =
    #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100""#

  @Test func `a document's glyphs are drawn each by itself`() throws {
    let text = """
      \(Self.head)><g fill="#f00"><rect id="glyph1" y="-100" width="50" height="100"/></g>
      <rect id="glyph2" y="-50" width="100" height="50" fill="currentColor"/>
      <g fill="context-fill"><g id="glyph3"><rect y="-20" width="20" height="20"/></g></g></svg>
      """
    let font = try font([(1, 4, text)])
    let first = try #require(seen(1, in: font))
    #expect(first[25, 75] == Self.red && first[25, 25] == Self.red && first[75, 75] == nil)
    let second = try #require(seen(2, in: font))
    #expect(second[75, 75] == Self.green && second[25, 75] == Self.green)
    #expect(second[25, 25] == nil)
    let third = try #require(seen(3, in: font))
    #expect(third[10, 90] == Self.green && third[30, 90] == nil)
    #expect(seen(4, in: font)?.picture.isEmpty == true)
    #expect(seen(0, in: font) == nil)
  }

  @Test func `variables stand for the colours of the font's palette`() throws {
    let text = """
      \(Self.head)><g id="glyph1">
      <rect y="-100" width="40" height="100" fill="var(--color0, blue)"/>
      <rect x="60" y="-100" width="40" height="100" style="fill: var(--color1)"/></g></svg>
      """
    let colors: [UInt8] = [0, 255, 0, 255, 0, 0, 255, 255]
    let glyph = try #require(seen(1, in: font([(1, 1, text)], palette: colors)))
    #expect(glyph[20, 50] == Self.green && glyph[80, 50] == Self.red)
    let plain = try #require(seen(1, in: font([(1, 1, text)])))
    #expect(plain[20, 50] == [0, 0, 65535, 65535])
  }

  @Test func `the whole of a document may be a glyph`() throws {
    let text = #"\#(Self.head) id="glyph2"><rect y="-9" width="9" height="18" fill="red"/></svg>"#
    let font = try font([(0, 0, "<svg"), (2, 2, text)])
    let picture = try #require(seen(2, in: font))
    // Below the line, too.
    #expect(picture[4, 95] == Self.red && picture[4, 105] == Self.red && picture[4, 112] == nil)
    #expect(seen(0, in: font)?.picture.isEmpty == true)
  }

  @Test func `no more is drawn than is wanted`() throws {
    let text = #"\#(Self.head) id="glyph1"><rect y="-1e6" width="1e6" height="1e6"/></svg>"#
    let font = try font([(1, 1, text)])
    #expect(seen(1, in: font)?.picture.isEmpty == true)
    let clip = PixelBox(x: 10, y: 20, width: 3, height: 4)
    #expect(seen(1, in: font, clip: clip)?.picture.box == clip)
  }
}
