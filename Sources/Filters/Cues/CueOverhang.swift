import Fonts
import Geometry
import Text

extension [LayoutSpan] {
  /// Makes room behind slanted letters that upright ones follow, as far as the last of them reaches
  /// beyond its own, as libass does.
  ///
  /// - Parameter runs: what the spans' tags lead to.
  mutating func makeRoomForOverhangs(_ runs: [CueRun]) {
    guard runs.contains(where: \.style.isItalic) else { return }
    var made: [LayoutSpan] = []
    for span in self where !span.text.isEmpty {
      if let last = made.last, runs[last.tag].style.isItalic, !runs[span.tag].style.isItalic {
        made.makeRoomAtEnd(runs)
      }
      made.append(span)
    }
    self = made
  }

  /// Puts as much room behind the last letter as this reaches beyond its own.
  private mutating func makeRoomAtEnd(_ runs: [CueRun]) {
    for index in indices.reversed() {
      let span = self[index]
      let style = runs[span.tag].style
      guard style.isItalic, span.objectWidth == nil else { return }
      guard let place = span.text.lastIndex(where: { !$0.isWhitespace || $0 == "\n" }) else {
        continue
      }
      guard span.text[place] != "\n" else { return }
      let overhang = span.overhang(of: span.text[place], style)
      guard overhang > 0 else { return }
      var (head, room, tail) = (span, span, span)
      let end = span.text.index(after: place)
      head.text = String(span.text[..<end])
      room.text = "\u{FFFC}"
      room.letterSpacing = 0
      room.objectWidth = overhang
      tail.text = String(span.text[end...])
      replaceSubrange(index...index, with: tail.text.isEmpty ? [head, room] : [head, room, tail])
      return
    }
  }
}

extension LayoutSpan {
  /// How far a letter reaches to the right of where the next one stands, in pixels.
  fileprivate func overhang(of letter: Character, _ style: CueStyle) -> Double {
    var alone = self
    alone.text = String(letter)
    alone.letterSpacing = 0
    guard let glyph = TextLayout([alone]).glyphs.last,
      let outline = try? glyph.font.outline(of: glyph.glyph)
    else { return 0 }
    let synthesis = FontSynthesis(
      of: glyph.font, for: FontRequest(weight: style.weight, isItalic: style.isItalic), .script)
    let place = glyph.map(synthesis)
    let right = outline.mapped(by: place).right ?? 0
    return right.isFinite ? right - glyph.advance - letterSpacing : 0
  }
}

extension PlacedGlyph {
  /// How far letters lean that are slanted because their font has none that are.
  private static let slant = 0.2126

  /// From the font's units to pixels from the pen, with what the font lacks made up for.
  func map(_ synthesis: FontSynthesis) -> Affine {
    let scale = size / Double(Swift.max(font.unitsPerEm, 1))
    let lean = synthesis.slants ? Self.slant : 0
    let shift = synthesis.shift * size
    return Affine(
      a: scale * scaleX, b: 0, c: scale * scaleX * lean, d: -scale, tx: shift * scaleX, ty: -shift)
  }
}
