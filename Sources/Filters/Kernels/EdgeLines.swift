/// The straight edges that run through samples which are covered in part, as in Gustavson and Strand,
/// "Anti-aliased Euclidean distance transform" (2011): across the steepest change, where they leave
/// a sample's share.
///
/// Many samples ask for the same edges one after another, so the latest are kept.
struct EdgeLines {
  /// A share of which less counts as nothing.
  static let least: UInt16 = 1300
  /// No part of a sample is farther from its middle than half of its diagonal.
  static let halfDiagonal: Float = 0.72

  private static let kept = 1024
  /// What shares may differ by that are the same.
  private static let even: Float = 0.01

  /// The covered shares, 0 to 65,535, or what they are of with `flip`.
  let cover: UnsafePointer<UInt16>
  let width: Int
  let height: Int
  let flip: UInt16
  private let lines: UnsafeMutablePointer<Line>

  /// An edge within a sample, as seen from the sample's middle.
  private struct Line: BitwiseCopyable {
    /// The sample's place, or none.
    var place: Int32 = -1
    var kind: Int32 = Line.blunt
    /// The point of the edge that is nearest to the middle; of a box, its middle.
    var startX: Float = 0
    var startY: Float = 0
    /// The direction across the edge; of a box, half of its sides.
    var normalX: Float = 0
    var normalY: Float = 0
    /// Where along the edge the sample's square begins and ends; of an edge without a direction, how
    /// much farther it is than the middle.
    var first: Float = 0
    var last: Float = 0

    /// Kinds: without a direction, with one, and with two, along the axes.
    static let blunt: Int32 = 0
    static let straight: Int32 = 1
    static let box: Int32 = 2
  }

  init(
    cover: UnsafePointer<UInt16>, width: Int, height: Int, flip: UInt16, _ scratch: Scratch
  ) {
    (self.cover, self.width, self.height, self.flip) = (cover, width, height, flip)
    lines = scratch.take(Line.self, Self.kept)
    lines.update(repeating: Line(), count: Self.kept)
  }

  /// The distance of a point from the covered part of a sample: from its square, or from its edge.
  ///
  /// - Parameters:
  ///   - across: how far the point lies to the right of the sample's middle.
  ///   - down: how far it lies below that.
  @inline(__always)
  func distance(_ across: Float, _ down: Float, fromPartOf column: Int, _ row: Int) -> Float {
    let place = row &* width &+ column
    let share = cover[place] ^ flip
    guard share > Self.least else { return .infinity }
    if share == .max {
      let (beyondX, beyondY) = (max(abs(across) - 0.5, 0), max(abs(down) - 0.5, 0))
      return (beyondX * beyondX + beyondY * beyondY).squareRoot()
    }
    let kept = lines + (place & (Self.kept &- 1))
    if kept.pointee.place != Int32(truncatingIfNeeded: place) { find(column, row, kept) }
    let line = kept.pointee
    if line.kind != Line.straight {
      if line.kind == Line.blunt {
        return (across * across + down * down).squareRoot() + line.first
      }
      let beyondX = max(abs(across - line.startX) - line.normalX, 0)
      let beyondY = max(abs(down - line.startY) - line.normalY, 0)
      return (beyondX * beyondX + beyondY * beyondY).squareRoot()
    }
    let along = (down - line.startY) * line.normalX - (across - line.startX) * line.normalY
    let nearest = line.first < line.last ? min(max(along, line.first), line.last) : 0
    let awayX = across - line.startX + line.normalY * nearest
    let awayY = down - line.startY - line.normalX * nearest
    return (awayX * awayX + awayY * awayY).squareRoot()
  }

  /// Finds the edge that leaves a sample's share and runs across the steepest change.
  @inline(never)
  private func find(_ column: Int, _ row: Int, _ found: UnsafeMutablePointer<Line>) {
    let place = row &* width &+ column
    let part = Float(cover[place] ^ flip) / 65535
    var line = Line(place: Int32(truncatingIfNeeded: place))
    if findBox(column, row, part, &line) {
      found.pointee = line
      return
    }
    let slope = outward(column, row)
    let steepness = (slope.x * slope.x + slope.y * slope.y).squareRoot()
    if steepness > 0.05 {
      line.kind = Line.straight
      (line.normalX, line.normalY) = (slope.x / steepness, slope.y / steepness)
      let edge = -Self.edge(part, line.normalX, line.normalY)
      // Along the edge from its point nearest to the middle, as far as the sample's square.
      (line.startX, line.startY) = (line.normalX * edge, line.normalY * edge)
      (line.first, line.last) = (-.infinity, .infinity)
      limit(&line, line.startX, -line.normalY)
      limit(&line, line.startY, line.normalX)
    } else {
      line.first = 0.5 - part
    }
    found.pointee = line
  }

  /// Finds the part of a box along the axes that a sample at its corner or its edge holds. Across
  /// the steepest change, its corners would be cut off, and its edges bent beside them.
  private func findBox(_ column: Int, _ row: Int, _ part: Float, _ line: inout Line) -> Bool {
    guard column > 0, row > 0, column < width - 1, row < height - 1 else { return false }
    let (left, right) = (share(column - 1, row), share(column + 1, row))
    let (above, below) = (share(column, row - 1), share(column, row + 1))
    // How far the box reaches into the sample along each axis.
    let (wide, high) = (max(above, below), max(left, right))
    let inner = (right > left ? column + 1 : column - 1, below > above ? row + 1 : row - 1)
    let outer = (2 * column - inner.0, 2 * row - inner.1)
    // Of a box, all shares are those along one axis times those along the other.
    let (beside, beyond) = (share(outer.0, inner.1), share(inner.0, outer.1))
    guard wide > 0, high > 0, abs(wide * high - part) < Self.even,
      abs(beside * high - min(left, right)) < Self.even,
      abs(beyond * wide - min(above, below)) < Self.even,
      abs(beside * beyond - share(outer.0, outer.1)) < Self.even
    else { return false }
    line.kind = Line.box
    (line.normalX, line.normalY) = (0.5 * wide, 0.5 * high)
    line.startX = right > left ? 0.5 - line.normalX : line.normalX - 0.5
    line.startY = below > above ? 0.5 - line.normalY : line.normalY - 0.5
    return true
  }

  /// Ends a line where it leaves the square along one axis.
  @inline(__always)
  private func limit(_ line: inout Line, _ start: Float, _ step: Float) {
    guard abs(step) > 1e-4 else { return }
    let (one, other) = ((-0.5 - start) / step, (0.5 - start) / step)
    line.first = max(line.first, min(one, other))
    line.last = min(line.last, max(one, other))
  }

  private func share(_ column: Int, _ row: Int) -> Float {
    Float(cover[row * width + column] ^ flip) / 65535
  }

  /// The direction in which less is covered, and how much less.
  private func outward(_ column: Int, _ row: Int) -> (x: Float, y: Float) {
    let (left, right) = (max(column - 1, 0), min(column + 1, width - 1))
    let (above, below) = (max(row - 1, 0) * width, min(row + 1, height - 1) * width)
    let here = row * width
    func value(_ x: Int, _ y: Int) -> Float { Float(cover[y + x] ^ flip) / 65535 }
    let corners = (
      value(left, above), value(right, above), value(left, below), value(right, below)
    )
    let root: Float = 1.41421356
    let x =
      corners.0 + corners.2 - corners.1 - corners.3
      + root * (value(left, here) - value(right, here))
    let y =
      corners.0 + corners.1 - corners.2 - corners.3
      + root * (value(column, above) - value(column, below))
    return (x, y)
  }

  /// How far a sample's middle lies beyond a straight edge across the direction that leaves `part`
  /// of it covered; below 0 within.
  private static func edge(_ part: Float, _ x: Float, _ y: Float) -> Float {
    let (long, short) = (max(abs(x), abs(y)), min(abs(x), abs(y)))
    let corner = 0.5 * short / long
    if part < corner {
      return 0.5 * (long + short) - (2 * long * short * part).squareRoot()
    }
    if part < 1 - corner { return (0.5 - part) * long }
    return -0.5 * (long + short) + (2 * long * short * (1 - part)).squareRoot()
  }
}
