import Fonts
import Foundation
import Testing

@testable import Text

/// The cases of Unicode's text-rendering-tests that only shaping can pass.
@Suite struct KernRenderingTests {
  /// What follows each `name="` in a text, up to the quote.
  private func values(_ name: String, in text: Substring) -> [Substring] {
    text.components(separatedBy: " \(name)=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
  }

  @Test(arguments: ["KERN-1", "KERN-2"])
  func `Glyphs stand where the case has them`(name: String) throws {
    let folder = ShapingFixture.folder.deletingLastPathComponent()
      .appendingPathComponent("rendering")
    let page = try String(
      decoding: Data(contentsOf: folder.appendingPathComponent("\(name).html")), as: UTF8.self)
    let case1 = try #require(page.range(of: "class=\"expected\""))
    let rest = page[case1.upperBound...]
    let text = try #require(values("ft:render", in: rest).first)
    let file = try #require(values("ft:font", in: rest).first)
    let font = try Font(Array(Data(contentsOf: folder.appendingPathComponent(String(file)))))
    let expected = rest.components(separatedBy: "<use").dropFirst().compactMap {
      values("x", in: Substring($0)).first.flatMap { Double($0) }
    }
    let glyphs = Shaper.shape(
      ShapingRun(text: Array(text.unicodeScalars), font: font, script: .latin))
    var pen = 0.0
    var places: [Double] = []
    for glyph in glyphs {
      places.append(pen + glyph.xOffset)
      pen += glyph.advance
    }
    #expect(!expected.isEmpty)
    #expect(places == expected)
  }
}
