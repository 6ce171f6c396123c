/// How much work a font may ask for. No font that is in use comes near to these.
enum FontLimits {
  /// How deep glyphs of other glyphs, and the glyphs of these, may go.
  static let componentDepth = 16
  /// How many glyphs one glyph may be put together of, at all depths.
  static let components = 1024
  /// How many points or strokes one glyph may have.
  static let points = 100_000
  /// How deep subroutines of a charstring may call each other (10 in the specification).
  static let subroutineDepth = 16
  /// How many numbers and operators the charstrings of one glyph may run, those of subroutines
  /// each time.
  static let charstringSteps = 1_000_000
  /// How many points the changes of a variable font may move in one glyph, each each time.
  static let variationSteps = 8_000_000
  /// How many axes a design space may have.
  static let axes = 256
}
