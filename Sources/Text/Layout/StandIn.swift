import Fonts

package struct StandInFeature: Hashable, Sendable {
  package var tag: Tag
  package var value: Int
  package var range: Range<Int>?
  package init(_ tag: Tag, _ value: Int = 1, range: Range<Int>? = nil) {
    self.tag = tag
    self.value = value
    self.range = range
  }
}

package struct StandInRun: Sendable {
  package var text: [Unicode.Scalar]
  package var range: Range<Int>
  package var font: Font
  package var script: Script
  package var language: String?
  package var isRightToLeft: Bool
  package var features: [StandInFeature]
}

package enum StandInShaper {
  package static func shape(_ run: StandInRun) -> [ShapedGlyph] {
    let glyphs = run.range.filter { !run.text[$0].isDefaultIgnorable }.map { index in
      let scalar = run.text[index]
      let glyph = run.font.glyph(for: run.isRightToLeft ? scalar.mirrored ?? scalar : scalar) ?? 0
      return ShapedGlyph(glyph: glyph, cluster: index, advance: run.font.advance(of: glyph))
    }
    return run.isRightToLeft ? glyphs.reversed() : glyphs
  }
}
