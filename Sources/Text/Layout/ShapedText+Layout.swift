import Fonts

extension ShapedText {
  /// Sets the text into lines. The direction is that which the text was shaped with; that of the
  /// options is not looked at again.
  func layout(_ options: LayoutOptions) -> TextLayout {
    let options = options.bounded
    var builder = BlockBuilder(self, options)
    let maximum = options.maximumLines ?? .max
    var count = 0
    paragraphs: for (number, paragraph) in paragraphs.enumerated() {
      let tabs = TabStops(paragraph, spans: spans)
      let breaker = LineBreaker(paragraph, options, tabs: tabs, spans: spans)
      for line in breaker.lines(options.wrapping) {
        count += 1
        let isLast = line.range.upperBound == paragraph.scalars.count
        let isCut = count == maximum && !(isLast && number == paragraphs.count - 1)
        if let cut = shortened(line, of: paragraph, breaker, options, isCut: isCut) {
          builder.add(cut.line, of: paragraph, tabs: tabs, ellipsis: cut.ellipsis)
          if isCut { builder.cut(at: paragraph.range.lowerBound + cut.line.range.upperBound) }
        } else {
          builder.add(line, of: paragraph, tabs: tabs)
          if isCut { builder.cut(at: paragraph.range.lowerBound + line.range.upperBound) }
        }
        if isCut { break paragraphs }
      }
    }
    return builder.finished()
  }

  /// A line with an ellipsis, if it needs one: at the end of a cut text, filled with as many more
  /// graphemes as fit, or because it may not wrap.
  private func shortened(
    _ line: LineBreaker.Line, of paragraph: ShapedParagraph, _ breaker: LineBreaker,
    _ options: LayoutOptions, isCut: Bool
  ) -> (line: LineBreaker.Line, ellipsis: LinePiece)? {
    guard let text = options.ellipsis, !text.isEmpty else { return nil }
    let overflows =
      options.wrapping == .none && options.width.map { breaker.width(of: line.range) > $0 } ?? false
    guard isCut || overflows, let ellipsis = ellipsis(text, at: line.range, of: paragraph) else {
      return nil
    }
    let start = line.range.lowerBound
    let hardEnd =
      paragraph.breaks[line.range.upperBound...].firstIndex(of: .mandatory)
      ?? line.range.upperBound
    var end = paragraph.visibleEnd(of: line.range)
    if let width = options.width {
      let advance = ellipsis.glyphs.reduce(0.0) { $0 + $1.advance }
      let room = width - advance * ellipsis.unit * spans[ellipsis.span].scaleX
      end = breaker.end(from: start, to: hardEnd, within: room)
    }
    var shown = ellipsis
    shown.range = end..<end
    return (LineBreaker.Line(range: start..<end, endsHard: true), shown)
  }

  /// The ellipsis in the font of the line's end.
  private func ellipsis(
    _ text: String, at line: Range<Int>, of paragraph: ShapedParagraph
  ) -> LinePiece? {
    let index = paragraph.firstItem(at: max(line.upperBound - 1, line.lowerBound))
    let number = index < paragraph.items.count ? paragraph.items[index].span : 0
    guard spans.indices.contains(number), let font = spans[number].fonts.first else { return nil }
    let span = spans[number]
    var scalars = Array(text.unicodeScalars)
    if scalars == ["…"], font.glyph(for: "…") == nil { scalars = [".", ".", "."] }
    let script = index < paragraph.items.count ? paragraph.items[index].script : .common
    let item = TextItem(
      kind: .text, range: scalars.indices, span: number, font: font, script: script,
      level: paragraph.bidi.baseLevel)
    return LinePiece(
      kind: .text, font: font, span: number, range: line.upperBound..<line.upperBound,
      level: item.level, glyphs: item.shaped(item.range, of: scalars, span: span),
      unit: item.unit(span), spacing: 0, isEllipsis: true)
  }
}

extension LineBreaker {
  /// The last place between graphemes where a line is at most so wide, spaces at its end left out.
  func end(from start: Int, to limit: Int, within room: Double) -> Int {
    var best = start
    var pen = 0.0
    let visible = paragraph.visibleEnd(of: start..<limit)
    for index in start..<visible {
      pen += advance(index, pen)
      if pen > room + slack { break }
      let isEnd = index + 1 == paragraph.scalars.count || paragraph.startsGrapheme[index + 1]
      if isEnd, !paragraph.scalars[index].isLayoutSpace { best = index + 1 }
    }
    return best
  }
}
