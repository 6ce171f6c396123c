import Fonts

/// A part of a line of one item and one direction, shaped.
struct LinePiece {
  /// Its item's kind.
  var kind: TextItem.Kind
  var font: Font?
  /// The span whose sizes hold for it.
  var span: Int
  /// Scalars of the paragraph; of the ellipsis, none.
  var range: Range<Int>
  var level: UInt8
  /// The scalars of the paragraph with which its place is found; nil for all.
  var part: Range<Int>?
  /// In visual order.
  var glyphs: [ShapedGlyph]
  /// Pixels per font unit, up and down.
  var unit: Double
  /// Pixels after each grapheme.
  var spacing: Double
  var isEllipsis = false

  var isRightToLeft: Bool { level & 1 == 1 }
}

extension ShapedParagraph {
  /// The parts of a line in the order of the text.
  func pieces(of line: Range<Int>, hyphenates: Bool, spans: [LayoutSpan]) -> [LinePiece] {
    let levels = bidi.levels(ofLine: line)
    let hyphenated = hyphenates ? line.last.flatMap { hyphens[$0] == nil ? nil : $0 } : nil
    var pieces: [LinePiece] = []
    var index = firstItem(at: line.lowerBound)
    while index < items.count, items[index].range.lowerBound < line.upperBound {
      let item = items[index]
      let part = item.range.clamped(to: line)
      var start = part.lowerBound
      while start < part.upperBound {
        let level = levels[start - line.lowerBound]
        var end = start + 1
        while end < part.upperBound, levels[end - line.lowerBound] == level { end += 1 }
        pieces.append(
          piece(of: item, start..<end, level: level, hyphenated: hyphenated, spans: spans))
        start = end
      }
      index += 1
    }
    return pieces
  }

  private func piece(
    of item: TextItem, _ range: Range<Int>, level: UInt8, hyphenated: Int?, spans: [LayoutSpan]
  ) -> LinePiece {
    let span = spans[item.span]
    var glyphs = item.glyphs
    if item.kind == .text {
      if let hyphenated, range.contains(hyphenated), let hyphen = item.hyphen {
        glyphs = hyphenate(item, range, at: hyphenated, with: hyphen, span: span, level: level)
      } else if range != item.range || level != item.level {
        glyphs = item.shaped(range, of: scalars, span: span, level: level)
      }
    }
    return LinePiece(
      kind: item.kind, font: item.font, span: item.span, range: range, level: level,
      part: item.part, glyphs: glyphs, unit: item.unit(span), spacing: item.spacing(span))
  }

  /// Shapes a part with a hyphen in place of the soft one. Only so much of the paragraph is copied
  /// as letters join across.
  private func hyphenate(
    _ item: TextItem, _ range: Range<Int>, at place: Int, with hyphen: Unicode.Scalar,
    span: LayoutSpan, level: UInt8
  ) -> [ShapedGlyph] {
    let context = 16
    let start = max(range.lowerBound - context, 0)
    var text = Array(scalars[start..<min(range.upperBound + context, scalars.count)])
    text[place - start] = hyphen
    let part = (range.lowerBound - start)..<(range.upperBound - start)
    var item = item
    item.part = item.part.map { ($0.lowerBound - start)..<($0.upperBound - start) }
    return item.shaped(part, of: text, span: span, level: level).map { glyph in
      var glyph = glyph
      glyph.cluster += start
      return glyph
    }
  }

  /// The item that a scalar is in.
  func firstItem(at scalar: Int) -> Int {
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low + high) / 2
      if items[middle].range.upperBound <= scalar { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
