import Geometry
import Testing

@testable import Fonts

/// The pages of the unicode text-rendering-tests that need no shaping but characters, selectors
/// and advances.
@Suite struct RenderingTests {
  static let pages = ["CFF-1", "CFF-2", "CFF-3", "CMAP-1", "CMAP-2", "CMAP-3", "CMAP-4", "GLYF-1"]

  @Test(arguments: pages)
  func `a page is drawn as it expects`(_ page: String) throws {
    let cases = RenderingCase.all(in: try Fixture.text("rendering/\(page).html"))
    #expect(!cases.isEmpty)
    for one in cases {
      let font = try Font(Fixture.bytes("rendering/\(one.font)"))
      let ours = try Self.draw(one, with: font)
      let expected = one.glyphs.flatMap { glyph in
        let map = Affine.translation(glyph.x, glyph.y)
        return Outline(Contours.normalized(Contours.parse(glyph.path))).mapped(by: map).segments
      }
      let distance = Contours.distance(ours, expected)
      // The tests themselves allow for one unit.
      #expect(distance ?? .infinity <= 1, "\(one.id): \(ours.count) and \(expected.count) segments")
    }
  }

  private static func draw(
    _ one: RenderingCase, with font: Font
  ) throws -> [Outline.Segment] {
    let scale = 1000 / Double(font.unitsPerEm)
    var x = 0.0
    var all: [Outline.Segment] = []
    let scalars = Array(one.text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      var glyph = font.glyph(for: scalars[index]) ?? 0
      if index + 1 < scalars.count, scalars[index + 1].properties.isVariationSelector {
        glyph = font.glyph(for: scalars[index], selector: scalars[index + 1]) ?? glyph
        index += 1
      }
      index += 1
      let map = Affine(a: scale, b: 0, c: 0, d: scale, tx: x, ty: 0)
      all += Contours.normalized(try font.outline(of: glyph).mapped(by: map).segments)
      x += font.advance(of: glyph) * scale
    }
    return all
  }

  @Test func `the outlines are of the kind that the first four bytes name`() throws {
    let compact = try Font(Fixture.bytes("rendering/TestSFNTOne.otf"))
    let trueType = try Font(Fixture.bytes("rendering/TestSFNTTwo.ttf"))
    func kinds(_ font: Font) throws -> Set<Int> {
      Set(try font.outline(of: 3).segments.map { Contours.points(of: $0).kind })
    }
    #expect(try kinds(compact).contains(3) && !kinds(compact).contains(2))
    #expect(try kinds(trueType).contains(2) && !kinds(trueType).contains(3))
  }
}
