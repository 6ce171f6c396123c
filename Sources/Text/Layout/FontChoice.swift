import Fonts

/// Chooses a font for each grapheme cluster: the first of the stack that has all of it.
///
/// Layout and listings use the same choice, so that listings show what is drawn.
package struct FontChoice {
  private struct Key: Hashable {
    let style: Int
    let cluster: [Unicode.Scalar]
    let companion: Unicode.Scalar?
  }

  /// Characters that no font has.
  package private(set) var missing: [TextLayout.MissingGlyph] = []
  /// Characters of fonts that were not asked for.
  package private(set) var borrowed: [TextLayout.BorrowedGlyph] = []
  private var known: [Key: Font] = [:]
  private var reported: Set<Unicode.Scalar> = []

  /// Has not seen any text.
  package init() {}

  /// For each scalar of a paragraph that goes with several scripts, a letter beside it; see
  /// ``font(for:of:style:beside:)``.
  package static func companions(of text: [Unicode.Scalar]) -> [Unicode.Scalar?] {
    ScriptResolution.companions(of: text, scripts: ScriptResolution.scripts(of: text))
  }

  /// The font to draw a cluster with; nil if the span has none at all. `style` stands for the
  /// span's fonts.
  ///
  /// A cluster that none of these has and that goes with several scripts, such as an Arabic comma,
  /// is drawn in the font of `companion`, a letter beside it, if that has it.
  package mutating func font(
    for cluster: ArraySlice<Unicode.Scalar>, of span: LayoutSpan, style: Int,
    beside companion: Unicode.Scalar? = nil
  ) -> Font? {
    if cluster.count == 1, let scalar = cluster.first, scalar.isASCII, let font = span.fonts.first,
      font.glyph(for: scalar) != nil
    {
      return font
    }
    let key = Key(style: style, cluster: Array(cluster), companion: companion)
    if let font = known[key] { return font }
    let font = search(key.cluster, span, beside: companion)
    known[key] = font
    return font
  }

  private mutating func search(
    _ cluster: [Unicode.Scalar], _ span: LayoutSpan, beside companion: Unicode.Scalar?
  ) -> Font? {
    // A font is asked only where those before it lack something: the last may not be drawn yet.
    let complete = span.fonts.lazy.filter { $0.has(cluster) }
    let wantsEmoji: Bool
    switch Presentation(of: cluster) {
    case .any:
      if let font = complete.first { return font }
      wantsEmoji = false
    case .emoji:
      if let font = complete.first(where: \.isColored) { return font }
      wantsEmoji = true
    case .text:
      if let font = complete.first(where: { !$0.isColored }) { return font }
      wantsEmoji = false
    }
    if !wantsEmoji, let companion, !span.fonts.contains(where: { $0.has([companion]) }),
      let font = span.fallback?([companion], false), font.has(cluster)
    {
      return borrow(font, cluster, span)
    }
    if let font = span.fallback?(cluster, wantsEmoji) {
      return wantsEmoji ? font : borrow(font, cluster, span)
    }
    if let font = complete.first { return font }
    if let font = span.fallback?(cluster, !wantsEmoji) {
      return wantsEmoji ? font : borrow(font, cluster, span)
    }
    report(cluster, span)
    // The base may still be drawn where only its marks are missing.
    return span.fonts.first { $0.has(Array(cluster.prefix(1))) } ?? span.fonts.first
  }

  /// Notes which characters a font of elsewhere has to draw. Emoji and pictures in colour always
  /// are of elsewhere.
  private mutating func borrow(
    _ font: Font, _ cluster: [Unicode.Scalar], _ span: LayoutSpan
  ) -> Font {
    guard !font.isColored else { return font }
    let lacking = cluster.filter { scalar in
      scalar.needsGlyph && !span.fonts.contains { $0.has([scalar]) }
    }
    for scalar in lacking.isEmpty ? Array(cluster.prefix(1)) : lacking
    where reported.insert(scalar).inserted {
      borrowed.append(
        TextLayout.BorrowedGlyph(scalar: scalar, font: font, fonts: Array(span.fonts)))
    }
    return font
  }

  private mutating func report(_ cluster: [Unicode.Scalar], _ span: LayoutSpan) {
    for scalar in cluster
    where scalar.needsGlyph && !span.fonts.contains(where: { $0.has([scalar]) }) {
      guard reported.insert(scalar).inserted else { continue }
      missing.append(TextLayout.MissingGlyph(scalar: scalar, fonts: Array(span.fonts)))
    }
  }
}

/// Whether a cluster is to be drawn in colours (UTS #51 2).
private enum Presentation {
  case emoji, text, any

  init(of cluster: [Unicode.Scalar]) {
    guard let base = cluster.first, !base.isASCII || cluster.count > 1 else {
      self = .any
      return
    }
    let selector = cluster.dropFirst().first
    let emoji = base.emojiProperties
    if selector == "\u{FE0E}" {
      self = .text
    } else if selector == "\u{FE0F}" || emoji.contains(.presentation) {
      self = .emoji
    } else if emoji.contains(.modifierBase), let selector,
      selector.emojiProperties.contains(.modifier)
    {
      self = .emoji
    } else {
      // An emoji without a selector that is by default a letter or sign, such as ©.
      self = emoji.contains(.extendedPictographic) && cluster.contains("\u{200D}") ? .emoji : .any
    }
  }
}

extension Unicode.Scalar {
  /// Whether a font without a glyph for the scalar lacks something.
  fileprivate var needsGlyph: Bool {
    !isDefaultIgnorable && !isVariationSelector && !isLayoutControl && self != "\t"
  }
}

extension Font {
  /// Whether glyphs come in colours of their own.
  fileprivate var isColored: Bool {
    let tables: [Tag] = ["COLR", "CBDT", "sbix", "SVG "]
    return tables.contains { table($0) != nil }
  }

  /// Whether all that is seen of a cluster has a glyph, as it is or with letters and marks put
  /// together or taken apart.
  fileprivate func has(_ cluster: [Unicode.Scalar]) -> Bool {
    if cluster.allSatisfy({ !$0.needsGlyph || has($0, depth: 0) }) { return true }
    guard cluster.count > 1, let whole = Composition.composed(cluster[0], cluster[1]) else {
      return false
    }
    return has([whole] + cluster.dropFirst(2))
  }

  private func has(_ scalar: Unicode.Scalar, depth: Int) -> Bool {
    if glyph(for: scalar) != nil { return true }
    // Shaping takes these for those.
    if scalar.generalCategory == .zs { return glyph(for: " ") != nil }
    if scalar == "\u{2011}" { return glyph(for: "\u{2010}") != nil || glyph(for: "-") != nil }
    guard depth < 4, let parts = Composition.parts(of: scalar), has(parts.first, depth: depth + 1)
    else { return false }
    return parts.second.map { has($0, depth: depth + 1) } ?? true
  }
}
