import Fonts

/// How a line along a path looks, in the path's own units.
package struct StrokeStyle: Hashable, Sendable {
  /// Where the line lies beside the path.
  package enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// Half of it to each side.
    case center
    /// All of it within what the path bounds.
    case inside
    /// All of it around what the path bounds.
    case outside
  }

  /// At least 0.
  package var width: Double
  /// What its ends look like.
  package var cap: LineCap
  /// What its corners look like.
  package var join: LineJoin
  /// How long a miter may be, in widths of the line; a longer one is a bevel.
  package var miterLimit: Double
  /// Where it lies.
  package var alignment: Alignment
  /// Nil for a whole line.
  package var dashes: DashPattern?

  /// A line as SVG draws it where only its width is given.
  package init(
    width: Double, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Double = 4,
    alignment: Alignment = .center, dashes: DashPattern? = nil
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.alignment = alignment
    self.dashes = dashes
  }

  /// How far from the path it may reach.
  package var reach: Double {
    let half = alignment == .center ? width / 2 : width
    let corner = join == .miter ? max(miterLimit, 1) : 1
    return max(half, 0) * max(corner, cap == .square ? 2.0.squareRoot() : 1)
  }
}
