import Fonts
import Foundation
import TestFiles
import Testing

@testable import Text

/// Layouts whose places follow from the squares of the font alone.
@Suite struct AhemTests {
  private func font() throws -> Font {
    try Font(Checkout.bytes("text/ahem.ttf"))
  }

  private struct Place: Equatable {
    var x, y: Double
    var tag: Int

    init(_ x: Double, _ y: Double, _ tag: Int = 0) {
      self.x = x
      self.y = y
      self.tag = tag
    }
  }

  private func places(_ layout: TextLayout) -> [Place] {
    layout.glyphs.filter { $0.glyph != layout.glyphs.first { $0.advance == 0 }?.glyph }
      .map { Place($0.x, $0.y, $0.tag) }
  }

  @Test func `A centred caption of two lines and sizes`() throws {
    let font = try font()
    var big = LayoutSpan("XX", fonts: [font], size: 20, tag: 1)
    big.letterSpacing = 5
    var options = LayoutOptions(width: 60)
    options.alignment = .center
    let layout = TextLayout([LayoutSpan("XX ", fonts: [font], size: 10), big], options: options)
    // Two letters and a space of 10, then two of 20 with 5 between them, do not fit 60.
    #expect(layout.lines.map(\.width) == [20, 45])
    #expect(
      places(layout) == [
        Place(20, 8), Place(30, 8), Place(40, 8), Place(7.5, 26, 1), Place(32.5, 26, 1),
      ])
    #expect(layout.height == 30)
    #expect(layout.lines.map(\.top) == [0, 10])
  }

  @Test func `An ellipsis at the end of the second line`() throws {
    var options = LayoutOptions(width: 60)
    options.maximumLines = 2
    options.ellipsis = "…"
    options.lineHeight = .em(1.5)
    let layout = TextLayout(
      [LayoutSpan("XXXX XXXX XXXX", fonts: [try font()], size: 10)], options: options)
    #expect(layout.lines.map(\.baseline) == [10.5, 25.5])
    #expect(layout.lines.map(\.width) == [40, 50])
    #expect(layout.glyphs.map(\.x) == [0, 10, 20, 30, 40, 0, 10, 20, 30, 40])
  }

  @Test func `Marks under and through lie where the font has them`() throws {
    let font = try font()
    let layout = TextLayout([LayoutSpan("XX XX", fonts: [font], size: 100)])
    let segment = try #require(layout.segments.first)
    #expect(layout.segments.count == 1)
    #expect(segment.left == 0 && segment.width == 500)
    #expect(segment.ascent == 80 && segment.descent == 20)
    #expect(segment.underline == 80 - font.metrics.underlinePosition / 10)
    #expect(segment.strikeoutThickness == font.metrics.strikeoutThickness / 10)
  }
}
