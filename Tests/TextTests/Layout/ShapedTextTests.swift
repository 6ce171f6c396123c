import Fonts
import Testing

@testable import Text

@Suite struct ShapedTextTests {
  private func layout(_ pieces: [String], _ change: (inout LayoutSpan) -> Void = { _ in }) throws
    -> TextLayout
  {
    let font = try ShapingFixture.font("DejaVuSans.ttf")
    return TextLayout(
      pieces.enumerated().map { tag, text in
        var span = LayoutSpan(text, fonts: [font], size: 100, tag: tag)
        change(&span)
        return span
      })
  }

  @Test func `Neighbours of other tags kern, and make no ligature together`() throws {
    let (whole, apart) = (try layout(["AVAV"]), try layout(["A", "VA", "V"]))
    #expect(whole.glyphs.map(\.x) == apart.glyphs.map(\.x))
    #expect(apart.glyphs.map(\.tag) == [0, 1, 1, 2])
    #expect(apart.segments.map(\.tag) == [0, 1, 2])
    #expect(try layout(["ffi"]).glyphs.count == 1)
    #expect(try layout(["ff", "i"]).glyphs.map(\.tag) == [0, 1])
    #expect(try layout(["f", "fi"]).glyphs.map(\.scalars) == [0..<1, 1..<3])
  }

  @Test func `Spaced letters make no ligature`() throws {
    let glyphs = try layout(["ffi"]) { $0.letterSpacing = 2 }.glyphs
    #expect(glyphs.count == 3)
    let asked = try layout(["ffi"]) {
      $0.letterSpacing = 2
      $0.features = [FeatureSetting("liga", 1)]
    }
    #expect(asked.glyphs.count == 1)
  }

  @Test func `Shaped once, text is laid out at any width`() throws {
    let span = LayoutSpan(
      "office AV office", fonts: [try ShapingFixture.font("DejaVuSans.ttf")], size: 100)
    let text = ShapedText([span])
    for width in [100, 300, 900] as [Double] {
      let options = LayoutOptions(width: width)
      #expect(text.layout(options).lines == TextLayout([span], options: options).lines)
    }
  }
}
