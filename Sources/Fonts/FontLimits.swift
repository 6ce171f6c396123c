/// How much work a font may ask for. No font that is in use comes near to these.
enum FontLimits {
  /// How deep glyphs of other glyphs, and the glyphs of these, may go.
  static let componentDepth = 16
  /// How many glyphs one glyph may be put together of, at all depths.
  static let components = 1024
  /// How many points one glyph may have.
  static let points = 100_000
  /// How deep subroutines of a charstring may call each other (10 in the specification).
  static let subroutineDepth = 16
  /// How many operators one glyph's charstrings may run, those of its subroutines each time.
  static let operators = 200_000
  /// How many axes a design space may have.
  static let axes = 64
}
