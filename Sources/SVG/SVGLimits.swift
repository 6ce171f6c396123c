/// What no file may go beyond.
enum SVGLimits {
  /// The most bytes of a file, unpacked.
  static let bytes = 32 << 20
  /// The most elements that are drawn, counted as often as they are used; the rest is left out.
  static let items = 200_000
  /// The most items that are drawn for one picture: patterns that are the paint of a context are
  /// drawn for each shape that has it.
  static let draws = 1_000_000
  /// The most pieces of outlines that are drawn for one picture, those of dashes too.
  static let pieces = 50_000_000
  /// The most letters of all texts, counted as often as they are used; the rest is left out.
  static let letters = 20_000
  /// The most lengths that parts of one text are to have.
  static let fittings = 256
  /// How deep elements are drawn in elements, and paints, masks and markers by others.
  static let depth = 64
  /// How deep patterns, masks, clip paths and filters are drawn by one another.
  static let nesting = 12
  /// The largest number that is taken for a length or a place.
  static let number = 1e9
  /// The longest length, in user units; what units make longer is cut off.
  static let length = 1e12
  /// The longest side of a picture that is drawn, in pixels.
  static let side = 8192
  /// The longest side of a tile of a pattern, in pixels.
  static let tile = 4096.0
  /// The most pixels that are filled for one picture on plates of their own, those of steps that
  /// take long counted several times; what would need more is not drawn.
  static let pixels = 1 << 30
  /// The most pixels of all pictures in a file.
  static let pictures = 1 << 26
  /// How deep drawings are shown by one another.
  static let drawings = 4
  /// The most steps of a filter, and the most filters of an element.
  static let steps = 100
  /// The most rules of a style sheet.
  static let rules = 20_000
  /// How often a rule is held against an element, at most.
  static let matches = 20_000_000
  /// How many elements around or before it are looked at for a rule and an element.
  static let ways = 10_000
  /// How many they may be for all rules and elements.
  static let allWays = 10_000_000
  /// The most stops of a gradient.
  static let stops = 4096
  /// The most numbers of a matrix of sums.
  static let taps = 1024
  /// The most points of a list, and numbers of others.
  static let numbers = 1_000_000
}
