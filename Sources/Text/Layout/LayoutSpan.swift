import Fonts

/// A piece of text with everything that decides how large it is and where it stands.
///
/// How it is painted is the caller's; `tag` leads back to that. Neighbours that differ in nothing
/// but their tags are shaped as one, so that letters join and kern across them, but make no
/// ligatures.
package struct LayoutSpan: Sendable {
  /// Finds a font for a grapheme cluster that no font of the stack has; its argument says whether
  /// it should be in colour. It is called from the thread that lays out.
  package typealias Fallback =
    @Sendable (_ cluster: [Unicode.Scalar], _ wantsEmoji: Bool) -> Font?

  /// What is set; a newline in it ends a line.
  package var text: String
  /// The stack, the most wanted first. The first one decides measures of lines and draws what no
  /// font has.
  package var fonts: FontChain
  /// Asked last, before the first font's sign for what is missing; nil stops the search.
  package var fallback: Fallback?
  /// Pixels per em; more than 0.
  package var size: Double
  /// Whether ``size`` is that of the first font alone, and every other font is scaled so that its
  /// ``FontCell`` is as high as the first one's, as libass does; else all fonts have ``size``.
  package var hasEqualCells = false
  /// Pixels added after each grapheme but the last of a line. Cursive scripts take none, and
  /// ligatures are off, as in CSS.
  package var letterSpacing = 0.0
  /// Whether cursive scripts take it, too, as in libass.
  package var spacesCursive = false
  /// Whether lines that end with it are so much wider, as in libass.
  package var keepsLastSpacing = false
  /// What is asked for beyond the features that are always on; later ones win.
  package var features: [FeatureSetting] = []
  /// A language as of BCP 47, such as "sr" or "zh-Hant".
  package var language: String?
  /// How far the baseline is moved up, in pixels.
  var baselineShift = 0.0
  /// How much wider glyphs are than the font has them.
  package var scaleX = 1.0
  /// What a line is high by, instead of the fonts' own measures.
  package var extents: LineExtents?
  /// How many pixels something that is no text takes of its line, such as a drawing; nil for text.
  ///
  /// Its text is then U+FFFC once, and ``extents`` say how high it is. It has a segment, but no
  /// glyph.
  package var objectWidth: Double?
  /// Neighbours of other numbers are set from left to right, each as if the others were not there,
  /// as libass sets what tags change: no letters join across, and none change places. Nil for spans
  /// that are one text; all of a text have a number or none has.
  package var part: Int?
  /// The index of the caller's style.
  package var tag = 0

  /// Text in the first of `fonts` that has its letters, `size` pixels an em.
  package init(
    _ text: String, fonts: [Font], size: Double, tag: Int = 0, fallback: Fallback? = nil
  ) {
    self.init(text, fonts: FontChain(fonts), size: size, tag: tag, fallback: fallback)
  }

  /// Text in the first of a chain's fonts that has its letters, `size` pixels an em.
  package init(
    _ text: String, fonts: FontChain, size: Double, tag: Int = 0, fallback: Fallback? = nil
  ) {
    self.text = text
    self.fonts = fonts
    self.size = size
    self.tag = tag
    self.fallback = fallback
  }

  /// Pixels per em of a font that draws some of the text.
  func size(of font: Font) -> Double {
    guard hasEqualCells, let first = fonts.first, first !== font else { return size }
    return size * FontCell(first).height / FontCell(font).height
  }
}

/// How far a line reaches around its baseline, in pixels.
package struct LineExtents: Hashable, Sendable {
  /// How far it reaches above the baseline.
  package var ascent: Double
  /// How far it reaches below the baseline, positive downwards.
  package var descent: Double
  /// The gap to the next line, half of which is added above and half below.
  package var gap: Double

  /// Reaches in pixels, both positive.
  package init(ascent: Double, descent: Double, gap: Double = 0) {
    self.ascent = ascent
    self.descent = descent
    self.gap = gap
  }
}
