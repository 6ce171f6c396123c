import Fonts

/// Text of one font, one script and one direction, and how it is to be shaped.
package struct ShapingRun: Sendable {
  /// The whole paragraph: letters join across a run's ends.
  package var text: [Unicode.Scalar]
  /// Which of its scalars are shaped.
  package var range: Range<Int>
  /// The scalars around the run whose letters may join its own; nil for all.
  var context: Range<Int>?
  /// The font of all its glyphs.
  package var font: Font
  /// Decides on the shaper and on the features that are on.
  package var script: Script
  /// The language as a BCP 47 tag, such as "tr" or "zh-Hant"; nil if it is not known.
  package var language: String?
  /// Whether its glyphs come out in the reverse order of its scalars.
  package var isRightToLeft: Bool
  /// What is asked for beyond the features that are always on; later ones win.
  package var features: [FeatureSetting]

  /// Takes a run; a range beyond the text is cut.
  package init(
    text: [Unicode.Scalar], range: Range<Int>? = nil, font: Font, script: Script,
    language: String? = nil, isRightToLeft: Bool = false, features: [FeatureSetting] = []
  ) {
    self.text = text
    self.range = (range ?? 0..<text.count).clamped(to: 0..<text.count)
    self.font = font
    self.script = script
    self.language = language
    self.isRightToLeft = isRightToLeft
    self.features = features
  }
}

/// A feature of a font, such as "smcp", switched on, off or to one of its alternatives.
package struct FeatureSetting: Hashable, Sendable {
  /// The feature's name in the font.
  package var tag: Tag
  /// 0 is off, 1 on, more a choice among alternatives, at most 255.
  package var value: Int
  /// The scalars of the text that it holds for; nil for all.
  package var range: Range<Int>?

  /// Sets a feature; a value out of range is held within it.
  package init(_ tag: Tag, _ value: Int, range: Range<Int>? = nil) {
    self.tag = tag
    self.value = min(max(value, 0), FeatureMap.mostValue)
    self.range = range
  }
}
