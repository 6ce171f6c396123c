import Fonts

/// Text that is taken apart and shaped, ready to be laid out at any width.
///
/// Laying the same text out again, as for fitting it into a box, costs no shaping but of the pieces
/// that lines cut.
package struct ShapedText: Sendable {
  private(set) var spans: [LayoutSpan]
  let text: LayoutText
  private(set) var paragraphs: [ShapedParagraph]
  let missing: [TextLayout.MissingGlyph]
  let borrowed: [TextLayout.BorrowedGlyph]

  /// Takes a text apart and shapes it.
  package init(_ spans: [LayoutSpan], direction: Bidi.Direction = .auto) {
    let spans = spans.map(\.bounded)
    self.spans = spans
    let text = LayoutText(spans)
    self.text = text
    var choice = FontChoice()
    let styles = Self.styles(of: spans)
    paragraphs = text.paragraphs.map { range in
      var items = Itemizer(text, range, spans: spans, styles: styles, direction: direction)
      return ShapedParagraph(items.make(&choice), bidi: items.bidi, range, text, spans: spans)
    }
    missing = choice.missing
    borrowed = choice.borrowed
  }

  /// The same text with all measures multiplied, which is shaped as it is.
  func scaled(by scale: Double) -> ShapedText {
    var result = self
    result.spans = spans.map { span in
      var span = span
      span.size *= scale
      span.letterSpacing *= scale
      span.baselineShift *= scale
      span.extents = span.extents.map {
        LineExtents(ascent: $0.ascent * scale, descent: $0.descent * scale, gap: $0.gap * scale)
      }
      span.objectWidth = span.objectWidth.map { $0 * scale }
      return span
    }
    result.paragraphs = paragraphs.map { $0.measured(result.spans) }
    return result
  }

  /// For each span, the first span that is shaped in the same way.
  private static func styles(of spans: [LayoutSpan]) -> [Int] {
    /// What spans differ in most, so that not each is compared with all.
    struct Measures: Hashable {
      let size: Double
      let spacing: Double
      let shift: Double
      let scale: Double
    }
    var known: [Measures: [Int]] = [:]
    return spans.enumerated().map { index, span in
      let measures = Measures(
        size: span.size, spacing: span.letterSpacing, shift: span.baselineShift,
        scale: span.scaleX)
      if let same = known[measures]?.first(where: { spans[$0].isShaped(like: span) }) {
        return same
      }
      known[measures, default: []].append(index)
      return index
    }
  }
}

extension LayoutSpan {
  /// The span with measures that can be reckoned with.
  fileprivate var bounded: LayoutSpan {
    var result = self
    result.size = size.bounded(0...1e6)
    result.letterSpacing = letterSpacing.bounded(-1e6...1e6)
    result.baselineShift = baselineShift.bounded(-1e6...1e6)
    result.scaleX = scaleX.bounded(0...1e4)
    result.extents = extents.map {
      LineExtents(
        ascent: $0.ascent.bounded(-1e6...1e6), descent: $0.descent.bounded(-1e6...1e6),
        gap: $0.gap.bounded(-1e6...1e6))
    }
    result.objectWidth = objectWidth.map { $0.bounded(0...1e6) }
    return result
  }

  /// Whether letters of two spans may join and kern.
  fileprivate func isShaped(like other: LayoutSpan) -> Bool {
    size == other.size && letterSpacing == other.letterSpacing && features == other.features
      && language == other.language && baselineShift == other.baselineShift
      && scaleX == other.scaleX && extents == other.extents
      && hasEqualCells == other.hasEqualCells && spacesCursive == other.spacesCursive
      && (fallback == nil) == (other.fallback == nil)
      && fonts.isSame(as: other.fonts)
  }
}

extension Double {
  /// The nearest number of a range; what is no number is its least that is not negative.
  func bounded(_ range: ClosedRange<Double>) -> Double {
    isNaN ? max(range.lowerBound, 0) : min(max(self, range.lowerBound), range.upperBound)
  }
}

/// Cuts a paragraph into items.
struct Itemizer {
  let bidi: Bidi
  private let text: LayoutText
  private let range: Range<Int>
  private let spans: [LayoutSpan]
  private let styles: [Int]
  private let scalars: [Unicode.Scalar]
  /// Where parts begin but for the first; nil where all is one text.
  private let cuts: [Int]?

  init(
    _ text: LayoutText, _ range: Range<Int>, spans: [LayoutSpan], styles: [Int],
    direction: Bidi.Direction
  ) {
    self.text = text
    self.range = range
    self.spans = spans
    self.styles = styles
    scalars = Array(text.scalars[range])
    let cuts = Self.cuts(text, range, spans)
    self.cuts = cuts
    bidi =
      if let cuts { Bidi(scalars, cutAt: cuts) } else { Bidi(scalars, direction: direction) }
  }

  private static func cuts(
    _ text: LayoutText, _ range: Range<Int>, _ spans: [LayoutSpan]
  ) -> [Int]? {
    func part(_ grapheme: Int) -> Int? { spans[text.spans[grapheme]].part }
    guard let first = range.first.map({ text.graphemes[$0] }), part(first) != nil else {
      return nil
    }
    let graphemes = first...text.graphemes[range.upperBound - 1]
    return graphemes.dropFirst().filter { part($0) != part($0 - 1) }.map {
      text.starts[$0] - range.lowerBound
    }
  }

  mutating func make(_ choice: inout FontChoice) -> [TextItem] {
    guard !scalars.isEmpty else { return [] }
    let scripts = ScriptResolution.scripts(of: scalars)
    let companions = ScriptResolution.companions(of: scalars, scripts: scripts)
    var items: [TextItem] = []
    var parts = (cuts ?? [])[...]
    var part = cuts.map { 0..<($0.first ?? scalars.count) }
    let graphemes = text.graphemes[range.lowerBound]...text.graphemes[range.upperBound - 1]
    for grapheme in graphemes {
      let start = text.starts[grapheme] - range.lowerBound
      let end = text.starts[grapheme + 1] - range.lowerBound
      let span = text.spans[grapheme]
      if start == parts.first {
        parts.removeFirst()
        part = start..<(parts.first ?? scalars.count)
      }
      var item = TextItem(
        kind: .text, range: start..<end, span: span, script: scripts[start],
        level: bidi.levels[start], part: part)
      if spans[span].objectWidth != nil {
        item.kind = .object
      } else if scalars[start] == "\t" {
        item.kind = .tab
        item.font = spans[span].fonts.first
      } else if scalars[start].isLayoutControl {
        item.kind = .hidden
      } else {
        item.font = choice.font(
          for: scalars[start..<end], of: spans[span], style: styles[span],
          beside: companions[start])
        if item.font == nil { item.kind = .hidden }
      }
      if let last = items.last, continues(last, item) {
        items[items.count - 1].range = last.range.lowerBound..<end
      } else {
        items.append(item)
      }
    }
    return items
  }

  private func continues(_ last: TextItem, _ next: TextItem) -> Bool {
    last.kind == .text && next.kind == .text && last.script == next.script
      && last.level == next.level && last.part == next.part && last.font === next.font
      && styles[last.span] == styles[next.span]
  }
}
