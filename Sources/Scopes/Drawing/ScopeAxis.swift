/// Where code values stand along an axis of a plot.
struct ScopeAxis {
  let coding: ScopeCoding
  /// Pixels of the axis.
  let size: Int
  /// The code values at its ends, of which a code value takes one.
  private let low: Double
  private let high: Double

  /// All code values; beyond those of full range there is a margin, as black and white would touch
  /// the frame.
  init(_ coding: ScopeCoding, size: Int) {
    self.coding = coding
    self.size = size
    let codes = Double(coding.peak + 1)
    let margin = coding.range == .full ? 0.03 * codes : 0
    low = -margin
    high = codes + margin
  }

  /// The distance from the axis' start to the lower edge of a code value, in pixels.
  func edge(_ code: Double) -> Double { (code - low) / (high - low) * Double(size) }

  /// The pixel of a code value, counted from the axis' start.
  func pixel(_ code: Double) -> Int { Int(edge(code + 0.5).rounded(.down)) }

  /// The pixel of a level in percent.
  func pixel(percent: Double) -> Int { pixel(coding.code(percent)) }

  /// How many percent a number of pixels is.
  func percent(pixels: Double) -> Double {
    coding.percent(Double(coding.black) + pixels / Double(size) * (high - low))
  }

  /// Spreads levels of so many code values, as a power of 2, from `first` on.
  func spread(levels: Int, shift: Int, first: Int = 0) -> ScopeSpread {
    ScopeSpread(edges: (0...levels).map { edge(Double($0 << shift + first)) }, size: size)
  }
}
