/// How text is set into lines, and the lines into a block.
package struct LayoutOptions: Hashable, Sendable {
  /// Where lines end.
  package enum Wrapping: Hashable, Sendable {
    /// Only where the text says so.
    case none
    /// As late as they can.
    case greedy
    /// Neighbouring lines about as long as each other, as ASS's wrap styles 0 and 3 in libass.
    case balanced
    /// As many as with `greedy`, of which the longest is as short as can be.
    case even
  }

  /// What parts words, so that a line may end there.
  package enum Separators: Hashable, Sendable {
    /// What Unicode says (UAX #14); a word that is too long for a line is cut.
    case unicode
    /// Spaces alone, so that a word that is too long leaves the block, as in libass.
    case spaces
  }

  /// Where lines stand in the block; start and end go by each paragraph's direction.
  package enum Alignment: Hashable, Sendable {
    case start, left, center, right, end
    /// Spaces are widened until lines are full, but for the last of a paragraph, which starts at
    /// the start.
    case justify
  }

  /// How high lines are.
  package enum LineHeight: Hashable, Sendable {
    /// So many times the height that the fonts of the line want, which is 1.
    case natural(Double)
    /// So many times the size of each span, as CSS counts.
    case em(Double)
    /// So many pixels.
    case pixels(Double)
  }

  /// The width of the block in pixels; nil for that of its longest line, without wrapping.
  package var width: Double?
  /// Where lines may end besides the text's own breaks; of no effect without a ``width``.
  package var wrapping: Wrapping = .greedy
  /// What parts words.
  package var separators: Separators = .unicode
  /// Where lines shorter than the block stand.
  package var alignment: Alignment = .start
  /// `auto` takes each paragraph's direction from its first letter.
  package var direction: Bidi.Direction = .auto
  /// How far baselines lie apart.
  package var lineHeight: LineHeight = .natural(1)
  /// How many lines there may be, at least 1; the rest is left out.
  package var maximumLines: Int?
  /// What stands at the end of a text that is cut by `maximumLines`, or of a line that is cut
  /// because it may not wrap; nil cuts the former only. "…" becomes "..." where the font has none.
  package var ellipsis: String?
  /// By how many pixels a line may be too wide.
  var slack = LineBreaker.tolerance

  /// A block as wide as said, wrapped greedily, aligned to the start, in lines as high as the fonts
  /// want.
  package init(width: Double? = nil) { self.width = width }

  /// The options with measures that can be reckoned with.
  var bounded: LayoutOptions {
    var result = self
    result.width = width.flatMap { $0.isNaN ? nil : $0.bounded(0...1e9) }
    result.lineHeight =
      switch lineHeight {
      case .natural(let factor): .natural(factor.bounded(0...1e3))
      case .em(let factor): .em(factor.bounded(0...1e3))
      case .pixels(let pixels): .pixels(pixels.bounded(0...1e6))
      }
    result.maximumLines = maximumLines.map { max($0, 1) }
    return result
  }
}
