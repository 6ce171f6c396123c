import Bytes
import Timeline
import Y4M

/// Eddies of several sizes at one time.
struct Eddies {
  /// In pixels, as is the size.
  let amount: Double
  let size: Double
  let octaves: Int
  /// In cells of time.
  let moment: Double
  let seed: Int

  /// The least size of cells that is drawn, in pixels.
  static let leastSize = 4.0
}

/// Gradient noise as a distortion.
///
/// Noise of three dimensions is made of slopes at the corners of cells. For one moment, what a
/// corner says of places around it is an even plane, a mixture of those of the moments before and
/// after; so planes are found for all corners first, and mixed for a place by Perlin's fade 6 t^5 -
/// 15 t^4 + 10 t^3 ("Improving noise", 2002).
///
/// A slope is one of length 1, evenly spread, of which the noise is at most the square root of 3/4,
/// so it is scaled to 1. Between nodes h apart, curves of the third degree are off by at most
/// ``leap`` (h / cell)^3 of the amount: the third derivative leaps at the border of cells.
///
/// Unchecked: its tables are written as it is made, and then only read.
struct EddyDistortion: Distortion, @unchecked Sendable {
  /// How far beyond the picture nodes may lie: a tile of a plane with a quarter of the columns.
  private static let overhang = 4 * DistortionTile.side + 16
  /// Found by trying large fields in double precision: 4.5 a direction.
  private static let leap = 6.4

  /// The corners of one octave's cells.
  private struct Lattice {
    let perPixel: Float
    let columns: Int32
    let rows: Int32
    /// At each corner the value, and the slopes across and down in cells, of the move across and of
    /// that down: 0, 1, 2 and 4, 5, 6.
    let corners: UnsafeMutablePointer<SIMD8<Float>>
  }

  let reach: Box
  let stretch: Double
  var fineness: Int { DistortionSpread.mostCount }
  /// In smaller squares the nodes cost more than to compute every place.
  var least: Int { 12 }
  private let lattices: UnsafeMutablePointer<Lattice>
  private let count: Int
  private let spacing: Float

  init(_ eddies: Eddies, canvas: Box, tolerance: Double, _ scratch: Scratch) {
    reach = canvas
    lattices = scratch.take(Lattice.self, 8)
    var (count, steepest, leaps) = (0, 0.0, 0.0)
    for octave in 0..<min(max(eddies.octaves, 1), 8) {
      let share = 1 / Double(1 << octave)
      let cell = eddies.size * share
      if octave > 0, cell < Eddies.leastSize { break }
      lattices[octave] = Self.lattice(eddies, octave, canvas, cell, eddies.amount * share, scratch)
      count += 1
      // The fade is at most 15/8 steep, and slopes are of length 1.
      steepest += 4 * eddies.amount.magnitude * share / cell
      leaps += eddies.amount.magnitude * share / (cell * cell * cell)
    }
    self.count = count
    stretch = 1 + steepest
    spacing = Float(min(Maths.cbrt(0.6 * tolerance / (Self.leap * leaps)), 1024))
  }

  private static func lattice(
    _ eddies: Eddies, _ octave: Int, _ canvas: Box, _ cell: Double, _ amount: Double,
    _ scratch: Scratch
  ) -> Lattice {
    let columns = Int((Double(canvas.width + overhang) / cell).rounded(.up)) + 2
    let rows = Int((Double(canvas.height + overhang) / cell).rounded(.up)) + 2
    let corners = scratch.take(SIMD8<Float>.self, columns * rows)
    let hash = NoiseHash(seed: eddies.seed &+ octave &* 0x1_0001)
    let layer = eddies.moment.rounded(.down)
    let rest = eddies.moment - layer
    let fade = rest * rest * rest * (rest * (rest * 6 - 15) + 10)
    let scale = amount * 2 / 3.0.squareRoot()
    for row in 0..<rows {
      for column in 0..<columns {
        var corner = SIMD8<Float>.zero
        for channel in 0..<2 {
          let before = slope(hash, column, row, Int(layer), channel)
          let after = slope(hash, column, row, Int(layer) &+ 1, channel)
          let plane = (
            before * (1 - fade) + after * fade,
            before.z * rest * (1 - fade) + after.z * (rest - 1) * fade
          )
          corner[4 * channel] = Float(plane.1 * scale)
          corner[4 * channel + 1] = Float(plane.0.x * scale)
          corner[4 * channel + 2] = Float(plane.0.y * scale)
        }
        corners[row * columns + column] = corner
      }
    }
    return Lattice(
      perPixel: Float(1 / cell), columns: Int32(truncatingIfNeeded: columns),
      rows: Int32(truncatingIfNeeded: rows), corners: corners)
  }

  /// A slope of length 1, evenly spread over the directions of space.
  private static func slope(
    _ hash: NoiseHash, _ column: Int, _ row: Int, _ layer: Int, _ channel: Int
  ) -> SIMD3<Double> {
    let bits = hash(column, row, layer &* 2 &+ channel)
    // The height on a sphere is even (Archimedes), as is the direction.
    let height = Double(bits >> 32) / 2_147_483_648 - 1
    let turn = Double(bits & 0xFFFF_FFFF) / 4_294_967_296 * 2 * .pi
    let breadth = max(1 - height * height, 0).squareRoot()
    return SIMD3(breadth * Maths.cos(turn), breadth * Maths.sin(turn), height)
  }

  @inline(__always)
  func displacement(of place: SIMD2<Float>) -> SIMD2<Float> {
    var sum = SIMD2<Float>.zero
    for index in 0..<count { sum += Self.move(lattices[index], place * lattices[index].perPixel) }
    return sum
  }

  /// The move at a place, in cells.
  @inline(__always)
  private static func move(_ lattice: Lattice, _ place: SIMD2<Float>) -> SIMD2<Float> {
    let column = min(max(place.x.flooredToInt32, 0), lattice.columns &- 2)
    let row = min(max(place.y.flooredToInt32, 0), lattice.rows &- 2)
    let (x, y) = (place.x - Float(column), place.y - Float(row))
    // Beyond the picture's corner the first cells go on.
    let (inX, inY) = (min(max(x, 0), 1), min(max(y, 0), 1))
    let fadeX = inX * inX * inX * (inX * (inX * 6 - 15) + 10)
    let fadeY = inY * inY * inY * (inY * (inY * 6 - 15) + 10)
    let upper = lattice.corners + Int(row &* lattice.columns &+ column)
    let lower = upper + Int(lattice.columns)
    @inline(__always) func value(_ corner: SIMD8<Float>, _ x: Float, _ y: Float) -> SIMD2<Float> {
      SIMD2(corner[0], corner[4]) + SIMD2(corner[1], corner[5]) * x
        + SIMD2(corner[2], corner[6]) * y
    }
    let (a, b) = (value(upper[0], x, y), value(upper[1], x - 1, y))
    let (c, d) = (value(lower[0], x, y - 1), value(lower[1], x - 1, y - 1))
    let (above, below) = (a + (b - a) * fadeX, c + (d - c) * fadeX)
    return above + (below - above) * fadeY
  }

  func displace(_ line: DistortionLine) {
    for i in 0..<line.count { line.x[i] = 0 }
    for i in 0..<line.count { line.y[i] = 0 }
    for index in 0..<count { Self.add(lattices[index], to: line) }
  }

  /// Adds an octave's moves to a line, cell by cell.
  ///
  /// Within a cell, what the corners on its left say along the line is one even slope, mixed from
  /// that above and that below, and so is what those on its right say.
  private static func add(_ lattice: Lattice, to line: DistortionLine) {
    let (start, step) = (line.start * lattice.perPixel, line.pitch * lattice.perPixel)
    let row = min(max(start.y.flooredToInt32, 0), lattice.rows &- 2)
    let y = start.y - Float(row)
    let inY = min(max(y, 0), 1)
    let fade = inY * inY * inY * (inY * (inY * 6 - 15) + 10)
    let upper = lattice.corners + Int(row &* lattice.columns)
    let lower = upper + Int(lattice.columns)
    /// The value at a corner and the slope across, of the move across and of that down.
    @inline(__always) func edge(_ column: Int32) -> SIMD4<Float> {
      let (a, b) = (upper[Int(column)], lower[Int(column)])
      let above = SIMD4(a[0] + a[2] * y, a[1], a[4] + a[6] * y, a[5])
      let below = SIMD4(b[0] + b[2] * (y - 1), b[1], b[4] + b[6] * (y - 1), b[5])
      return above + (below - above) * fade
    }
    var column = min(max(start.x.flooredToInt32, 0), lattice.columns &- 2)
    var left = edge(column)
    var i = 0
    while i < line.count {
      let right = edge(column &+ 1)
      let offset = start.x - Float(column)
      // The last cell goes on, as does the first before the picture.
      let room = ((1 - offset) / step).flooredToInt32 &+ 1
      let end =
        column == lattice.columns &- 2 ? line.count : min(max(Int(room), i &+ 1), line.count)
      mix(line, i..<end, offset, step, left, right)
      (left, column, i) = (right, min(column &+ 1, lattice.columns &- 2), end)
    }
  }

  @inline(__always)
  private static func mix(
    _ line: DistortionLine, _ part: Range<Int>, _ offset: Float, _ step: Float,
    _ left: SIMD4<Float>, _ right: SIMD4<Float>
  ) {
    let (toX, toY) = (line.x, line.y)
    let (leftX, slopeX, leftY, slopeY) = (left.x, left.y, left.z, left.w)
    // What is right is counted from the corner on the right.
    let (moreX, steeperX) = (right.x - right.y - left.x, right.y - left.y)
    let (moreY, steeperY) = (right.z - right.w - left.z, right.w - left.w)
    for i in part {
      let x = Float(Int32(truncatingIfNeeded: i)) * step + offset
      let inX = min(max(x, 0), 1)
      let fade = inX * inX * inX * (inX * (inX * 6 - 15) + 10)
      toX[i] += (leftX + slopeX * x) + (moreX + steeperX * x) * fade
      toY[i] += (leftY + slopeY * x) + (moreY + steeperY * x) * fade
    }
  }

  func bend(in part: Extent2D) -> Bend { .nodes(spacing) }
}
