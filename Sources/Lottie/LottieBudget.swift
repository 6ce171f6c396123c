import Fonts

/// How much may still be done for one picture.
///
/// Work is counted in nanoseconds as it takes no longer on most computers: what has a size that is
/// known is counted before, outlines after they are drawn.
struct LottieBudget {
  /// What one thing costs.
  enum Cost {
    /// A layer, and a step along the layers on which it hangs.
    static let layer = 2_000
    static let parent = 600
    /// A part of a shape layer, an outline that is used once more, one that a group moves, and a
    /// point of one.
    static let item = 600
    static let use = 600
    static let move = 60
    static let point = 80
    /// A point by which the bounds of what is drawn are measured.
    static let bound = 20
    /// A point that is changed, one on whose sides teeth are made, for each of them, and one whose
    /// sides are measured.
    static let change = 160
    static let tooth = 1_200
    static let measure = 4_000
    /// The colours of a gradient, and one of its numbers.
    static let gradient = 50_000
    static let stop = 40
    /// A letter for one selector.
    static let letter = 160
    /// What the rasterizer counts as one; a piece of the outline of a line, at most, and one of an
    /// outline that has too many to be drawn.
    static let raster = 10
    static let piece = 1_000
    static let vain = 150
    /// A pixel that is made and put on others, one that is a mean of those of a picture, one that
    /// is mixed with them, one that becomes soft, and one that is changed otherwise.
    static let pixel = 4
    static let sample = 24
    static let mix = 26
    static let blur = 20
    static let effect = 4
  }

  /// How many nanoseconds are left.
  private(set) var left: Int

  /// Whether what is not yet begun is left out.
  var isSpent: Bool { left <= 0 }

  /// What a picture of a size may cost, or a share of that.
  init(_ box: PixelBox, share: Double = 1) {
    let whole = LottieLimits.work + LottieLimits.workOfPixel * box.width * box.height
    left = Int(Double(whole) * share)
  }

  /// Counts work.
  mutating func spend(_ time: Int) { left -= time }

  /// Counts work at each pixel of a box.
  mutating func spend(_ time: Int, on box: PixelBox) { left -= time * box.width * box.height }
}
