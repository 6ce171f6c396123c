import Fonts

/// Stacks lines into a block.
struct BlockBuilder {
  private let shaped: ShapedText
  private let options: LayoutOptions
  private let table: LineExtentsTable
  private(set) var layout = TextLayout()
  private var pen = 0.0
  /// How each line is to be aligned when the width of the block is known.
  private var alignments: [LayoutOptions.Alignment] = []

  init(_ shaped: ShapedText, _ options: LayoutOptions) {
    self.shaped = shaped
    self.options = options
    table = LineExtentsTable(shaped, options)
    layout.missing = shaped.missing
    layout.borrowed = shaped.borrowed
    layout.graphemeCount = shaped.text.spans.count
    layout.wordCount = shaped.text.wordCount
  }

  /// Adds a line of a paragraph; `ellipsis` follows the text.
  mutating func add(
    _ line: LineBreaker.Line, of paragraph: ShapedParagraph, tabs: TabStops,
    ellipsis: LinePiece? = nil
  ) {
    var pieces = paragraph.pieces(
      of: line.range, hyphenates: line.hyphenates, spans: shaped.spans)
    if let ellipsis { pieces.append(ellipsis) }
    var placer = LinePlacer(
      pieces, of: line.range, in: paragraph, spans: shaped.spans, tabs: tabs)
    let isFilled = options.alignment == .justify && !line.endsHard && ellipsis == nil
    if isFilled, let width = options.width { placer.justify(to: width) }

    let extents = table.extents(of: line.range, in: paragraph, ellipsis)
    let isRightToLeft = paragraph.bidi.baseLevel & 1 == 1
    let start = (glyphs: layout.glyphs.count, segments: layout.segments.count)
    let baseline = pen + extents.top
    append(placer, baseline: baseline, of: paragraph)
    layout.lines.append(
      TextLayout.Line(
        glyphs: start.glyphs..<layout.glyphs.count,
        scalars: (line.range.lowerBound + paragraph.range.lowerBound)..<(line.range.upperBound
          + paragraph.range.lowerBound),
        baseline: baseline, top: pen, bottom: baseline + extents.bottom, left: 0,
        width: placer.right - placer.left, isRightToLeft: isRightToLeft,
        breaksWord: line.breaksWord, segments: start.segments..<layout.segments.count))
    pen = baseline + extents.bottom
    alignments.append(alignment(isRightToLeft: isRightToLeft))
  }

  private func alignment(isRightToLeft: Bool) -> LayoutOptions.Alignment {
    switch options.alignment {
    case .start, .justify: isRightToLeft ? .right : .left
    case .end: isRightToLeft ? .left : .right
    case let other: other
    }
  }

  /// Adds the glyphs and segments of a line, whose left edge is at 0.
  private mutating func append(
    _ placer: LinePlacer, baseline: Double, of paragraph: ShapedParagraph
  ) {
    let line = layout.lines.count
    for cluster in placer.clusters {
      let piece = placer.pieces[cluster.piece]
      let span = shaped.spans[piece.span]
      let scalar = min(
        cluster.scalars.lowerBound + paragraph.range.lowerBound, shaped.text.scalars.count - 1)
      let grapheme = shaped.text.graphemes[max(scalar, 0)]
      let style = piece.isEllipsis ? piece.span : shaped.text.spans[grapheme]
      let tag = shaped.spans[style].tag
      if let font = piece.font, !cluster.glyphs.isEmpty {
        var x = cluster.left - placer.left
        let size = span.size(of: font)
        for glyph in piece.glyphs[cluster.glyphs] {
          let across = piece.unit * span.scaleX
          layout.glyphs.append(
            PlacedGlyph(
              font: font, glyph: glyph.glyph, size: size, scaleX: span.scaleX,
              x: x + glyph.xOffset * across,
              y: baseline - span.baselineShift - glyph.yOffset * piece.unit,
              advance: glyph.advance * across, tag: tag,
              scalars: (cluster.scalars.lowerBound + paragraph.range.lowerBound)..<(cluster.scalars
                .upperBound + paragraph.range.lowerBound),
              grapheme: grapheme, word: shaped.text.words[grapheme], line: line,
              isRightToLeft: piece.isRightToLeft))
          x += glyph.advance * across
        }
      }
      guard !cluster.hangs else { continue }
      let left = max(cluster.left - placer.left, 0)
      let right = min(cluster.right, placer.right) - placer.left
      decorate(line, tag: tag, span: span, left...max(left, right), baseline: baseline)
    }
  }

  /// Lengthens the last segment, or begins one.
  private mutating func decorate(
    _ line: Int, tag: Int, span: LayoutSpan, _ edges: ClosedRange<Double>, baseline: Double
  ) {
    let baseline = baseline - span.baselineShift
    if let last = layout.segments.last, last.line == line, last.tag == tag,
      last.baseline == baseline
    {
      layout.segments[layout.segments.count - 1].width = edges.upperBound - last.left
      return
    }
    guard let font = span.fonts.first, font.unitsPerEm > 0 else { return }
    let unit = span.size / Double(font.unitsPerEm)
    let metrics = font.metrics
    layout.segments.append(
      TextLayout.Segment(
        line: line, tag: tag, left: edges.lowerBound,
        width: edges.upperBound - edges.lowerBound, baseline: baseline,
        underline: baseline - metrics.underlinePosition * unit,
        underlineThickness: metrics.underlineThickness * unit,
        strikeout: baseline - metrics.strikeoutPosition * unit,
        strikeoutThickness: metrics.strikeoutThickness * unit,
        ascent: span.extents?.ascent ?? metrics.ascent * unit,
        descent: span.extents?.descent ?? -metrics.descent * unit))
  }

  /// Moves lines to where the alignment has them, and gives out the block.
  consuming func finished() -> TextLayout {
    layout.contentWidth = layout.lines.map(\.width).max() ?? 0
    layout.width = options.width ?? layout.contentWidth
    layout.height = pen
    for index in layout.lines.indices {
      let line = layout.lines[index]
      let room = layout.width - line.width
      let left =
        switch alignments[index] {
        case .center: room / 2
        case .right: room
        default: 0.0
        }
      layout.lines[index].left = left
      for glyph in line.glyphs { layout.glyphs[glyph].x += left }
      for segment in line.segments { layout.segments[segment].left += left }
    }
    return layout
  }

  /// Notes that the text is cut at a scalar.
  mutating func cut(at scalar: Int) { layout.cutAt = scalar }
}
