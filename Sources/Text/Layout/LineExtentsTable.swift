import Fonts

/// How high lines are, by the spans and fonts that stand in them.
struct LineExtentsTable {
  private let shaped: ShapedText
  private let lineHeight: LayoutOptions.LineHeight

  init(_ shaped: ShapedText, _ options: LayoutOptions) {
    (self.shaped, lineHeight) = (shaped, options.lineHeight)
  }

  /// How far a line reaches above and below its baseline, half of what is added to the fonts'
  /// heights on either side (CSS 2.2, 10.8.1).
  ///
  /// - Parameter ellipsis: what stands at its end.
  func extents(
    of line: Range<Int>, in paragraph: ShapedParagraph, _ ellipsis: LinePiece? = nil
  ) -> (top: Double, bottom: Double) {
    let scalar = min(
      line.lowerBound + paragraph.range.lowerBound, shaped.text.scalars.count - 1)
    let first = scalar >= 0 ? shaped.text.spans[shaped.text.graphemes[scalar]] : 0
    guard shaped.spans.indices.contains(first) else { return (0, 0) }
    var result: (top: Double, bottom: Double)?
    func include(_ span: LayoutSpan, _ font: Font?) {
      let part = reach(span, font)
      result = (
        max(result?.top ?? part.top, part.top), max(result?.bottom ?? part.bottom, part.bottom)
      )
    }
    func include(_ kind: TextItem.Kind, _ span: LayoutSpan, _ font: Font?) {
      guard kind == .text || kind == .object else { return }
      if kind == .text, span.hasEqualCells, let font { return include(span, font) }
      include(span, span.fonts.first)
      if kind == .text, case .natural = lineHeight, font !== span.fonts.first {
        include(span, font)
      }
    }
    var index = line.isEmpty ? paragraph.items.count : paragraph.firstItem(at: line.lowerBound)
    while index < paragraph.items.count,
      paragraph.items[index].range.lowerBound < line.upperBound
    {
      let item = paragraph.items[index]
      include(item.kind, shaped.spans[item.span], item.font)
      index += 1
    }
    if let ellipsis { include(ellipsis.kind, shaped.spans[ellipsis.span], ellipsis.font) }
    if result == nil { include(shaped.spans[first], shaped.spans[first].fonts.first) }
    return result ?? (0, 0)
  }

  private func reach(_ span: LayoutSpan, _ font: Font?) -> (top: Double, bottom: Double) {
    var extents = span.extents ?? LineExtents(ascent: 0, descent: 0)
    if span.extents == nil, let font, font.unitsPerEm > 0 {
      let unit = span.size / Double(font.unitsPerEm)
      extents.ascent = font.metrics.ascent * unit
      extents.descent = -font.metrics.descent * unit
      extents.gap = font.metrics.lineGap * unit
    }
    if span.hasEqualCells, span.objectWidth == nil, let font, font !== span.fonts.first {
      let cell = FontCell(font)
      let size = span.size(of: font)
      extents = LineExtents(ascent: cell.ascent * size, descent: cell.descent * size)
    }
    let height = extents.ascent + extents.descent
    let wanted =
      switch lineHeight {
      case .natural(let factor): (height + extents.gap) * factor
      case .em(let factor): span.size * factor
      case .pixels(let pixels): pixels
      }
    let half = (wanted - height) / 2
    return (extents.ascent + half + span.baselineShift, extents.descent + half - span.baselineShift)
  }
}
