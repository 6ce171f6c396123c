/// What no file may go beyond.
enum LottieLimits {
  /// The most bytes of JSON, unpacked.
  static let bytes = 16 << 20
  /// The most layers of a file, in all its compositions together.
  static let layers = 20_000
  /// The most shapes of a file.
  static let shapes = 200_000
  /// How deep groups may stand in groups.
  static let groups = 64
  /// How deep compositions are drawn in compositions, and mattes by mattes.
  static let nesting = 24
  /// The most copies of one repeater.
  static let copies = 1_000.0
  /// How much work one picture may be, as ``LottieBudget`` counts it, and how much more each of its
  /// pixels allows; the rest is left out.
  static let work = 1_200_000_000
  static let workOfPixel = 1_500
  /// The most points of a path, and of a star.
  static let points = 100_000
  /// The longest side of a picture that is drawn, in pixels.
  static let side = 8192
  /// The largest number that is taken for a length or a place.
  static let number = 1e7
  /// The most frames of an animation.
  static let frames = 1_000_000.0
  /// The most effects of a layer, and the most styles.
  static let effects = 32
  /// The most pixels that are drawn beyond the edges of a picture for what effects bring into it.
  static let margin = 1024
  /// The widest line around a layer, in pixels.
  static let outline = 250.0
  /// The widest blur, as the standard deviation in pixels.
  static let blur = 400.0
}
