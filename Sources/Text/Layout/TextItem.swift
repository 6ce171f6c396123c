import Fonts

/// A piece of a paragraph that is shaped as one: of one font, script, level and kind of span.
struct TextItem: Sendable {
  enum Kind: Sendable {
    case text
    case tab
    /// What is no text but takes room.
    case object
    /// Newlines, controls, and text without any font.
    case hidden
  }

  var kind: Kind
  /// Scalars of the paragraph.
  var range: Range<Int>
  /// The first of its spans, which says size, spacing and so on.
  var span: Int
  var font: Font?
  var script: Script
  var level: UInt8
  /// The scalars of the paragraph that it is set with; nil for all.
  var part: Range<Int>?
  /// What shaping gives, in visual order; clusters count in the paragraph.
  var glyphs: [ShapedGlyph] = []

  /// Pixels of a font unit.
  func unit(_ span: LayoutSpan) -> Double {
    guard let font, font.unitsPerEm > 0 else { return 0 }
    return span.size(of: font) / Double(font.unitsPerEm)
  }

  /// Letter spacing, which cursive scripts take none of (css-text-3, 8.2) unless the span says so.
  func spacing(_ span: LayoutSpan) -> Double {
    script.isCursive && !span.spacesCursive ? 0 : span.letterSpacing
  }
}

extension Script {
  fileprivate var isCursive: Bool {
    switch self {
    case .arabic, .hanifiRohingya, .mandaic, .mongolian, .nko, .phagsPa, .syriac: true
    default: false
    }
  }
}
