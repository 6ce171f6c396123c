import Fonts
import Testing

@testable import Text

/// Texts that are set in parts, each as if the others were not there.
@Suite struct PartsTests {
  /// What stands in the line, from left to right.
  private func visual(_ texts: [String], areParts: Bool) throws -> [String] {
    let font = try BoxFont.font()
    let spans = texts.enumerated().map { index, text in
      var span = LayoutSpan(text, fonts: [font], size: 10, tag: index)
      span.part = areParts ? index : nil
      return span
    }
    var options = LayoutOptions()
    options.direction = .leftToRight
    return LayoutCase(spans, options).visual
  }

  @Test func `Parts stay in their order, and each goes its own way`() throws {
    let texts = ["ab", "אב", "גד", "1"]
    #expect(try visual(texts, areParts: false) == ["ab1דגבא"])
    #expect(try visual(texts, areParts: true) == ["abבאדג1"])
  }

  @Test func `Brackets in a part go as other signs do`() throws {
    #expect(try visual(["א (ב)!"], areParts: false) == [")ב( א!"])
    #expect(try visual(["א (ב)!"], areParts: true) == ["ב( א)!"])
  }

  @Test func `Lines of parts wrap`() throws {
    let font = try BoxFont.font()
    let spans = ["אב גד", "הו זח"].enumerated().map { index, text in
      var span = LayoutSpan(text, fonts: [font], size: 10, tag: index)
      span.part = index
      return span
    }
    var options = LayoutOptions(width: 50)
    options.direction = .leftToRight
    #expect(LayoutCase(spans, options).visual == ["בא", "דגוה", "חז"])
  }

  @Test func `Cursive letters are spaced where that is asked for`() {
    var span = LayoutSpan("م", fonts: [Font](), size: 10)
    span.letterSpacing = 3
    let item = TextItem(kind: .text, range: 0..<1, span: 0, script: .arabic, level: 1)
    #expect(item.spacing(span) == 0)
    span.spacesCursive = true
    #expect(item.spacing(span) == 3)
  }

  @Test func `Letters join those of their part alone`() throws {
    var run = ShapingRun(
      text: ["a", "b", "c", "d"], range: 1..<3, font: try BoxFont.font(), script: .latin)
    #expect(TextContext(run).before == ["a"])
    run.context = 1..<4
    #expect(TextContext(run).before == [])
    #expect(TextContext(run).after == ["d"])
  }
}
