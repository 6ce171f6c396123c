import Bytes
import Y4M

/// Units of 16 bits at directions and distances, for the planes of a group, and where samples lie
/// between them.
struct PolarGrid {
  let rows: Int
  let columns: Int
  private let units: UnsafeMutablePointer<UInt16>
  /// Where samples of a run lie: rows and columns.
  let placeRows: UnsafeMutablePointer<Float>
  let placeColumns: UnsafeMutablePointer<Float>
  /// Where the first of four units of a sample stands, in bytes, and the pairs of two rows.
  private let offsets: UnsafeMutablePointer<Int32>
  private let upper: UnsafeMutablePointer<UInt32>
  private let lower: UnsafeMutablePointer<UInt32>

  /// The longest run that is located at once.
  static let longest = 65_536

  init(rows: Int, columns: Int, planes: Int, _ scratch: Scratch) {
    (self.rows, self.columns) = (rows, columns)
    units = scratch.take(UInt16.self, rows * columns * planes + 2)
    placeRows = scratch.take(Float.self, Self.longest)
    placeColumns = scratch.take(Float.self, Self.longest)
    offsets = scratch.take(Int32.self, Self.longest)
    upper = scratch.take(UInt32.self, Self.longest)
    lower = scratch.take(UInt32.self, Self.longest)
  }

  func row(_ row: Int, of plane: Int) -> UnsafeMutablePointer<UInt16> {
    units + (plane * rows + row) * columns
  }

  /// Writes the means of the rows around each odd one to its first columns.
  func fillOddRows(of plane: Int, count: Int) {
    for index in stride(from: 1, to: rows, by: 2) {
      let (row, above) = (row(index, of: plane), row(index - 1, of: plane))
      let below = index + 1 < rows ? self.row(index + 1, of: plane) : above
      for x in 0..<count {
        row[x] = UInt16(truncatingIfNeeded: (UInt32(above[x]) + UInt32(below[x]) + 1) &>> 1)
      }
    }
  }

  /// Writes the samples of a run that is located.
  func read<S: Sample>(
    _ count: Int, plane: Int, to target: UnsafeMutablePointer<S>, peak: Int
  ) {
    // Reads pairs of units first, which no vector does well, and then mixes them in vectors.
    let first = UnsafeRawPointer(row(0, of: plane))
    let second = first + 2 &* columns
    for i in 0..<count {
      let offset = Int(offsets[i])
      upper[i] = UInt32(
        littleEndian: first.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      lower[i] = UInt32(
        littleEndian: second.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
    let (scale, most) = (Float(peak + 1) / 65536, Float(peak))
    for i in 0..<count {
      let (above, below, shareX) = (upper[i], lower[i], placeColumns[i])
      @inline(__always) func number(_ unit: UInt32) -> Float {
        Float(Int32(bitPattern: unit))
      }
      let (a, b) = (number(above & 65535), number(above &>> 16))
      let (c, d) = (number(below & 65535), number(below &>> 16))
      let (one, two) = (a + (b - a) * shareX, c + (d - c) * shareX)
      let value = (one + (two - one) * placeRows[i]) * scale
      target[i] = S(truncatingIfNeeded: (min(max(value, 0), most) + 8_388_608).bitPattern)
    }
  }

  /// Finds the units of a run whose rows and columns are written, and puts shares in place of
  /// these.
  func settle(_ count: Int) {
    let (pitch, lastRow) = (Int32(truncatingIfNeeded: columns), Int32(rows - 2))
    let lastColumn = pitch &- 2
    for i in 0..<count {
      let (y, x) = (placeRows[i], placeColumns[i])
      let row = min(max(y.flooredToInt32, 0), lastRow)
      let column = min(max(x.flooredToInt32, 0), lastColumn)
      placeRows[i] = y - Float(row)
      placeColumns[i] = x - Float(column)
      offsets[i] = 2 &* (row &* pitch &+ column)
    }
  }
}

/// A part of a plane between two directions from a centre.
struct PolarWedge {
  /// Lines for each step where they lie furthest apart.
  private static let fineness = 1.5
  /// How many there are about a centre.
  static let count = 64

  /// How many lines from the centre its grid has.
  let lines: Int
  /// The least and the greatest distance of its samples.
  let distances: ClosedRange<Double>
  private let start: Double
  private let middle: SIMD2<Double>
  private let perRadian: Double
  private let runs: UnsafeMutablePointer<SIMD2<Int32>>

  /// Nil where there are no samples.
  init?(_ index: Int, _ plane: PolarPlane, _ scratch: Scratch) {
    let box = Box(x: 0, y: 0, width: plane.width, height: plane.height)
    func direction(_ angle: Double) -> SIMD2<Double> { SIMD2(Maths.cos(angle), Maths.sin(angle)) }
    let angle = 2 * Double.pi / Double(Self.count)
    start = Double(index) * angle
    let (from, to) = (direction(start), direction(Double((index + 1) % Self.count) * angle))
    middle = direction(start + angle / 2)
    runs = scratch.take(SIMD2<Int32>.self, box.height)
    var (least, most) = (Double.infinity, 0.0)
    for y in box.y..<box.maxY {
      let run = plane.wedge(from, to, row: y, box)
      runs[y] = SIMD2(Int32(run.lowerBound), Int32(run.upperBound))
      guard let last = run.last else { continue }
      let ends = (plane.distance(run.lowerBound, y), plane.distance(last, y))
      // A row is nearest to the centre at an end, or right below or above it.
      let foot = run.contains(Int(min(max(plane.x, -1), 1e6)))
      least = foot ? min(least, (Double(y) - plane.y).magnitude * plane.stepsY) : least
      least = min(least, ends.0, ends.1)
      most = max(most, ends.0, ends.1)
    }
    guard least <= most else { return nil }
    // What is told of a sample's distance may differ by a rounding.
    distances = max(least - 1, 0)...most + 1
    perRadian = Self.fineness * (most + 2)
    lines = Int((angle * perRadian).rounded(.up)) + 4
  }

  /// The columns of a row that are in the wedge and in a box.
  func run(_ row: Int, _ box: Box) -> Range<Int> {
    let run = runs[row]
    return (Int(run.x)..<Int(run.y)).clamped(to: box.x..<box.maxX)
  }

  /// Where a line of the grid leads: the first and the last lie beyond the wedge.
  func direction(of line: Int) -> SIMD2<Double> {
    let angle = start + Double(line - 1) / perRadian
    return SIMD2(Maths.cos(angle), Maths.sin(angle))
  }

  /// Finds the samples of a run in a grid whose first column has a distance.
  func locate(
    _ run: Range<Int>, _ row: Int, _ plane: PolarPlane, from first: Double, _ grid: PolarGrid
  ) {
    let dy = (Double(row) - plane.y) * plane.stepsY
    let dx = (Double(run.lowerBound) - plane.x) * plane.stepsX
    // Along the middle and across it.
    let (along, across) = (dx * middle.x + dy * middle.y, dy * middle.x - dx * middle.y)
    let (alongStep, acrossStep) = (middle.x * plane.stepsX, -middle.y * plane.stepsX)
    let (u0, v0) = (Float(along), Float(across))
    let (uStep, vStep) = (Float(alongStep), Float(acrossStep))
    let (first, scale) = (Float(first), Float(perRadian))
    let half = Float(perRadian * .pi / Double(Self.count) + 1)
    let (rows, columns) = (grid.placeRows, grid.placeColumns)
    for i in 0..<run.count {
      let step = Float(Int32(truncatingIfNeeded: i))
      let (u, v) = (u0 + step * uStep, v0 + step * vStep)
      // The root of 1 + z^2 and the arc tangent of z, at most a twentieth, within 10^-9.
      let z = v / max(u, 1e-6)
      let square = z * z
      columns[i] = u * (1 + square * (0.5 - 0.125 * square)) - first
      rows[i] = z * (1 - square * (0.333_333_33 - 0.2 * square)) * scale + half
    }
  }
}

/// A part of the picture between two distances from a centre.
struct PolarRings {
  /// Rings for each step.
  private static let fineness = 2.0
  /// How many steps wide it is.
  static let width = 24.0

  let inner: Double
  /// How many rings its grid has, and how many directions each.
  let count: Int
  let directions: Int
  let isEmpty: Bool
  let cosines: UnsafeMutablePointer<Float>
  let sines: UnsafeMutablePointer<Float>

  init(inner: Double, _ plane: PolarPlane, _ box: Box, _ scratch: Scratch) {
    self.inner = inner
    count = Int(Self.fineness * Self.width) + 4
    let outer = inner + Self.width
    directions =
      Int(min((2 * .pi * (outer + 1)).rounded(.up), LineIntegral<UInt16>.longest - 8)) + 8
    isEmpty = !(box.y..<box.maxY).contains { y in
      let (outside, inside) = (plane.disc(outer, row: y, box), plane.disc(inner, row: y, box))
      return outside.count > inside.count
    }
    cosines = scratch.take(Float.self, directions)
    sines = scratch.take(Float.self, directions)
    if isEmpty { return }
    let step = 2 * Double.pi / Double(directions)
    let turn = SIMD2(Maths.cos(step), Maths.sin(step))
    var now = SIMD2(1.0, 0.0)
    for i in 0..<directions {
      cosines[i] = Float(now.x)
      sines[i] = Float(now.y)
      now = SIMD2(now.x * turn.x - now.y * turn.y, now.x * turn.y + now.y * turn.x)
    }
  }

  /// The distance of a ring of the grid.
  func distance(of ring: Int) -> Double { max(inner + Double(ring - 1) / Self.fineness, 0) }

  /// What lies within the outer distance of a row, and the part of it within the inner one.
  func runs(_ row: Int, _ plane: PolarPlane, _ box: Box) -> (Range<Int>, Range<Int>) {
    let outside = plane.disc(inner + Self.width, row: row, box)
    let inside = plane.disc(inner, row: row, box)
    if inside.isEmpty { return (outside, outside.upperBound..<outside.upperBound) }
    return (outside, inside)
  }

  /// Finds the samples of a run in the grid.
  func locate(_ run: Range<Int>, _ row: Int, _ plane: PolarPlane, _ grid: PolarGrid) {
    let dy = Float((Double(row) - plane.y) * plane.stepsY)
    let start = Float((Double(run.lowerBound) - plane.x) * plane.stepsX)
    let step = Float(plane.stepsX)
    let scale = Float(Double(directions) / (2 * .pi))
    let fineness = Float(Self.fineness)
    let (height, first) = (dy.magnitude, Float(inner) - 1 / fineness)
    // Below the centre directions go from 0 to half a turn, above it from a whole one back.
    let (base, sign): (Float, Float) = dy < 0 ? (Float(directions), -scale) : (0, scale)
    let (rows, columns) = (grid.placeRows, grid.placeColumns)
    for i in 0..<run.count {
      let dx = start + Float(Int32(truncatingIfNeeded: i)) * step
      let width = dx.magnitude
      rows[i] = ((dx * dx + dy * dy).squareRoot() - first) * fineness
      let isSteep = height > width
      let z = (isSteep ? width : height) / max(isSteep ? height : width, 1e-6)
      let square = z * z
      // Abramowitz and Stegun 4.4.49, of more terms: within 2 * 10^-6 up to 1.
      var sum = -0.011_721_2 * square + 0.052_653_32
      sum = sum * square - 0.116_432_87
      sum = sum * square + 0.193_543_46
      sum = sum * square - 0.332_623_47
      sum = (sum * square + 0.999_977_26) * z
      let corner = isSteep ? Float.pi / 2 - sum : sum
      columns[i] = (dx < 0 ? Float.pi - corner : corner) * sign + base
    }
  }
}
