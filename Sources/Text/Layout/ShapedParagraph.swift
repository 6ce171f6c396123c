import Fonts

/// A paragraph with its items shaped, and what its lines may do.
struct ShapedParagraph: Sendable {
  /// The paragraph's scalars, counted over all spans.
  let range: Range<Int>
  let scalars: [Unicode.Scalar]
  let bidi: Bidi
  let items: [TextItem]
  /// How far each scalar moves the pen, letter spacing included; of a cluster of several graphemes,
  /// each has an equal share. Tabs have 0.
  private(set) var advances: [Double]
  /// How much of that is letter spacing.
  private(set) var spacings: [Double]
  /// Where lines may end, before each scalar and at the end.
  let breaks: [LineBreak]
  /// Whether a grapheme begins at each scalar.
  let startsGrapheme: [Bool]
  /// How far a hyphen moves the pen, for each soft hyphen.
  private(set) var hyphens: [Int: Double] = [:]

  init(
    _ items: [TextItem], bidi: Bidi, _ range: Range<Int>, _ text: LayoutText, spans: [LayoutSpan]
  ) {
    self.range = range
    self.bidi = bidi
    scalars = Array(text.scalars[range])
    breaks = LineBreaks.opportunities(in: scalars)
    startsGrapheme = range.map { text.starts[text.graphemes[$0]] == $0 }
    advances = [Double](repeating: 0, count: scalars.count)
    spacings = advances
    var shaped: [TextItem] = []
    for item in items {
      shaped += item.shapedApart(of: scalars, at: range.lowerBound, in: text, spans: spans)
    }
    self.items = shaped
    for item in shaped { measure(item, spans[item.span]) }
  }

  /// The same paragraph where the spans have other measures.
  func measured(_ spans: [LayoutSpan]) -> ShapedParagraph {
    var result = self
    result.advances = [Double](repeating: 0, count: scalars.count)
    result.spacings = result.advances
    result.hyphens = [:]
    for item in items { result.measure(item, spans[item.span]) }
    return result
  }

  private mutating func measure(_ item: TextItem, _ span: LayoutSpan) {
    if item.kind == .object { advances[item.range.lowerBound] = span.objectWidth ?? 0 }
    let unit = item.unit(span) * span.scaleX
    let spacing = item.spacing(span)
    var totals: [Int: Double] = [:]
    for glyph in item.glyphs { totals[glyph.cluster, default: 0] += glyph.advance }
    let clusters = totals.keys.sorted()
    for (number, cluster) in clusters.enumerated() {
      let end = number + 1 < clusters.count ? clusters[number + 1] : item.range.upperBound
      guard item.range.contains(cluster), cluster < end else { continue }
      let starts = (cluster..<end).filter { $0 == cluster || startsGrapheme[$0] }
      let share = (totals[cluster] ?? 0) * unit / Double(starts.count)
      for start in starts {
        spacings[start] = isSpaced(start) ? spacing : 0
        advances[start] = share + spacings[start]
      }
    }
    for index in item.range where scalars[index] == "\u{AD}" {
      guard let hyphen = item.hyphen, let font = item.font,
        let glyph = font.glyph(for: hyphen)
      else { continue }
      hyphens[index] = font.advance(of: glyph) * unit
    }
  }

  /// Where lines may end if spaces alone part words.
  var breaksBehindSpaces: [LineBreak] {
    breaks.enumerated().map { index, decision in
      if decision == .mandatory { return .mandatory }
      let isBehindSpace = index > 0 && scalars[index - 1] == " " && scalars[index] != " "
      return isBehindSpace && startsGrapheme[index] ? .allowed : .prohibited
    }
  }

  /// Whether letter spacing follows the scalar's grapheme.
  func isSpaced(_ index: Int) -> Bool {
    startsGrapheme[index] && !scalars[index].isDefaultIgnorable
  }

  /// The end of what is seen of a line: spaces at its end hang, and newlines are not seen.
  func visibleEnd(of line: Range<Int>) -> Int {
    var end = line.upperBound
    while end > line.lowerBound {
      let scalar = scalars[end - 1]
      guard scalar.isLayoutSpace || scalar.isHardBreak else { break }
      end -= 1
    }
    return end
  }
}

extension TextItem {
  /// The item shaped; in several where a glyph would stand for letters of different tags, which may
  /// be painted differently. `offset` is where the paragraph begins in `whole`.
  fileprivate func shapedApart(
    of text: [Unicode.Scalar], at offset: Int, in whole: LayoutText, spans: [LayoutSpan]
  ) -> [TextItem] {
    guard kind == .text else { return [self] }
    var result = self
    result.glyphs = shaped(range, of: text, span: spans[span])
    let starts = Set(result.glyphs.map(\.cluster))
    func owner(_ index: Int) -> Int { whole.spans[whole.graphemes[index + offset]] }
    let cuts = range.dropFirst().filter { index in
      let (before, after) = (owner(index - 1), owner(index))
      return before != after && spans[before].tag != spans[after].tag && !starts.contains(index)
    }
    guard !cuts.isEmpty else { return [result] }
    return zip([range.lowerBound] + cuts, cuts + [range.upperBound]).map { start, end in
      var part = self
      part.range = start..<end
      part.span = owner(start)
      part.glyphs = shaped(part.range, of: text, span: spans[part.span])
      return part
    }
  }

  /// Shapes a part of the item; `text` is the paragraph, whose letters around the part it may join.
  func shaped(
    _ part: Range<Int>, of text: [Unicode.Scalar], span: LayoutSpan, level: UInt8? = nil
  ) -> [ShapedGlyph] {
    guard let font, !part.isEmpty else { return [] }
    var features = span.features
    if spacing(span) != 0 {
      // Before the span's own, which may ask for them again.
      features.insert(contentsOf: [FeatureSetting("liga", 0), FeatureSetting("clig", 0)], at: 0)
    }
    var run = ShapingRun(
      text: text, range: part, font: font, script: script, language: span.language,
      isRightToLeft: (level ?? self.level) & 1 == 1, features: features)
    run.context = self.part?.clamped(to: 0..<text.count)
    return Shaper.shape(run)
  }

  /// What stands for a soft hyphen that a line ends at.
  var hyphen: Unicode.Scalar? {
    (["\u{2010}", "-"] as [Unicode.Scalar]).first { font?.glyph(for: $0) != nil }
  }
}
