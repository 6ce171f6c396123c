import Testing

@testable import Fonts

/// The cases of the unicode text-rendering-tests on variable fonts: AVAR-1, CFF2-1,
/// CVAR, GVAR-4 to 7 and HVAR.
///
/// Where letters stand is what HarfBuzz's own test suite expects of these pages; the outlines are
/// as HarfBuzz 15.0 gives them.
@Suite struct VariationPagesTests {
  struct Letter {
    var scalar: Unicode.Scalar
    var x: Double
    var path = ""
  }

  struct Page {
    var id: String
    var font: String
    var place: [Fonts.Tag: Double]
    var letters: [Letter] = []
  }

  @Test func `variable letters have HarfBuzz's outlines and places`() throws {
    let pages = Self.pages(try Fixture.text("rendering/variations.txt"))
    #expect(pages.count == 84)
    var fonts: [String: Font] = [:]
    for page in pages {
      let opened = try fonts[page.font] ?? Font(Fixture.bytes("rendering/\(page.font)"))
      fonts[page.font] = opened
      let font = opened.varied(page.place)
      let scale = 1000 / Double(font.unitsPerEm)
      var x = 0.0
      for letter in page.letters {
        let glyph = font.glyph(for: letter.scalar) ?? 0
        #expect((x - letter.x).magnitude <= 1, "\(page.id), \(letter.scalar)")
        let ours = Contours.normalized(try font.outline(of: glyph).segments)
        let theirs = Contours.normalized(Contours.parse(letter.path))
        // HarfBuzz reckons with less precision, and places on the axes with more.
        #expect(
          Contours.distance(ours, theirs) ?? .infinity <= 0.15, "\(page.id), \(letter.scalar)")
        x += font.advance(of: glyph) * scale
      }
    }
  }

  private static func pages(_ text: String) -> [Page] {
    var pages: [Page] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: line.hasPrefix("path") ? 1 : 9)
      switch (words[0], words.count) {
      case ("case", 4):
        var place: [Fonts.Tag: Double] = [:]
        for part in words[3].split(separator: ",") {
          let sides = part.split(separator: "=")
          if sides.count == 2 { place[Fonts.Tag(String(sides[0]))] = Double(sides[1]) }
        }
        pages.append(Page(id: String(words[1]), font: String(words[2]), place: place))
      case ("glyph", 3):
        guard let scalar = UInt32(words[1], radix: 16).flatMap(Unicode.Scalar.init) else { break }
        pages[pages.count - 1].letters.append(
          Letter(scalar: scalar, x: Double(words[2]) ?? 0))
      case ("path", 2):
        let last = pages.count - 1
        pages[last].letters[pages[last].letters.count - 1].path = String(words[1])
      default: break
      }
    }
    return pages
  }
}
