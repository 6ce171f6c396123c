import Fonts

/// Text set in lines: where each glyph stands, in pixels from the top left of the block, `y` down.
package struct TextLayout: Sendable {
  /// A line of the block.
  package struct Line: Hashable, Sendable {
    /// Its glyphs, from left to right.
    package var glyphs: Range<Int>
    /// Its scalars, with the spaces and the newline that it ends in.
    package var scalars: Range<Int>
    /// Where its letters stand, in pixels from the block's top.
    package var baseline: Double
    /// Its upper edge, in pixels from the block's top.
    package var top: Double
    /// Its lower edge, in pixels from the block's top.
    package var bottom: Double
    /// Where its text begins and how wide it is, without the spaces at its end.
    package var left: Double
    /// In pixels, without the spaces at its end.
    package var width: Double
    /// Whether its paragraph runs from right to left.
    package var isRightToLeft: Bool
    /// Whether it ends within a word that is wider than the block.
    var breaksWord: Bool
    /// Its pieces of one tag and size, from left to right, for lines under, over and through text.
    package var segments: Range<Int>
  }

  /// A piece of a line that looks the same throughout, without spaces at the line's end.
  package struct Segment: Hashable, Sendable {
    /// Its line, by its number in ``TextLayout/lines``.
    package var line: Int
    /// The tag of its spans.
    package var tag: Int
    /// Where it begins, in pixels from the block's left.
    package var left: Double
    /// In pixels, along the line.
    package var width: Double
    /// Where its letters stand, in pixels from the block's top; moved with a raised span.
    package var baseline: Double
    /// The middle of a line under the text, and how thick it is, as the first font of the span
    /// has it.
    package var underline: Double
    /// In pixels.
    package var underlineThickness: Double
    /// The middle of a line through the text.
    package var strikeout: Double
    /// In pixels.
    package var strikeoutThickness: Double
    /// How far the span's first font reaches up and down from the baseline, both positive.
    package var ascent: Double
    /// Positive below the baseline, as the font has it.
    package var descent: Double
  }

  /// A character that no font had.
  package struct MissingGlyph: Sendable {
    /// The character as the text has it.
    package var scalar: Unicode.Scalar
    /// The fonts that were asked for and do not have it; the fallback has found none either.
    package var fonts: [Font]
  }

  /// A character that none of the wanted fonts had, but another one.
  package struct BorrowedGlyph: Sendable {
    /// The character as the text has it.
    package var scalar: Unicode.Scalar
    /// The one that it is taken from.
    package var font: Font
    /// The stack that was searched.
    package var fonts: [Font]
  }

  /// From the top down; those beyond the most that may be are left out.
  package internal(set) var lines: [Line] = []
  /// Line by line, each from left to right.
  package internal(set) var glyphs: [PlacedGlyph] = []
  /// Line by line, each from left to right.
  package internal(set) var segments: [Segment] = []
  /// Each character once, in the order of the text.
  package internal(set) var missing: [MissingGlyph] = []
  /// The same for characters of fonts that were not asked for, except colour pictures.
  package internal(set) var borrowed: [BorrowedGlyph] = []
  /// The width asked for, otherwise that of the longest line.
  package internal(set) var width = 0.0
  /// The width of the longest line.
  package internal(set) var contentWidth = 0.0
  /// From the top of the first line to the bottom of the last, in pixels.
  package internal(set) var height = 0.0
  /// How many graphemes and words the text has, those that were cut off too.
  var graphemeCount = 0
  var wordCount = 0
  /// The first scalar that was left out because there were too many lines; nil if all are there.
  var cutAt: Int?

  /// Lays text out.
  package init(_ spans: [LayoutSpan], options: LayoutOptions = LayoutOptions()) {
    self = ShapedText(spans, direction: options.direction).layout(options)
  }

  init() {}
}

/// A glyph in its place.
package struct PlacedGlyph: Sendable {
  /// The font that had it, at the place of its design space that was asked for.
  package var font: Font
  /// Its number in ``font``.
  package var glyph: GlyphID
  /// Pixels per em.
  package var size: Double
  /// How much wider it is than the font has it.
  package var scaleX: Double
  /// Where its origin stands, offsets included: pixels from the block's left and top.
  package var x: Double
  /// Its origin's distance from the block's top, in pixels, downwards.
  package var y: Double
  /// How far the pen moves, without letter spacing.
  package var advance: Double
  /// Its span's tag.
  package var tag: Int
  /// The scalars that it stands for, perhaps with other glyphs; counted over all spans. Empty for
  /// the ellipsis.
  package var scalars: Range<Int>
  /// The number of the first grapheme that it stands for, counted over all spans.
  package var grapheme: Int
  /// The number of the word that it stands in, counted over all spans.
  package var word: Int
  /// Its line, by its number in ``TextLayout/lines``.
  package var line: Int
  /// Whether it is read from right to left, whatever its line is.
  package var isRightToLeft: Bool
}
