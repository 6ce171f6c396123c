import Bytes
import Y4M

/// A disc or polygon whose means are taken.
///
/// What it covers whole of a row is added up from sums of 1, 2, 4, 8 and more neighbours; what it
/// covers in part, cell by cell. A mean takes the same sums in the same order wherever a picture
/// begins.
struct Aperture {
  /// A sum of `1 << level` neighbours that counts: how far it lies to the right, and how much.
  private struct Tap: BitwiseCopyable {
    let level: Int
    let column: Int
    let weight: Float
  }

  /// Parts of a side of a cell in which what is covered is counted.
  private static var parts: Int { 8 }
  /// Cells of a row that are made at once, so that their sums are at hand.
  private static var block: Int { 256 }

  /// Cells that it covers around its middle, on each side.
  let reach: Int
  private let taps: UnsafeMutablePointer<Tap>
  /// Where each row's taps begin.
  private let starts: UnsafeMutablePointer<Int>
  /// The levels that there are.
  private let levels: Int

  /// - Parameters:
  ///   - radius: of the disc, or of the corners, in cells.
  ///   - degrees: how far it is turned.
  init(radius: Double, blades: Int, degrees: Double, _ scratch: Scratch) {
    let reach = Int((radius - 0.5).rounded(.up))
    let side = 2 * reach + 1
    self.reach = reach
    let taps = scratch.take(Tap.self, side * (side + 1))
    starts = scratch.take(Int.self, side + 1)
    let shape = Shape(radius: radius, blades: blades, degrees: degrees, scratch)
    let covers = scratch.take(Int.self, side * side)
    var sum = 0
    for y in 0..<side {
      for x in 0..<side {
        let cover = shape.cover(x - reach, y - reach, parts: Self.parts)
        // Of the smallest there is still a middle.
        covers[y * side + x] = x == reach && y == reach ? max(cover, 1) : cover
        sum += covers[y * side + x]
      }
    }
    let whole = Self.parts * Self.parts
    var (count, most) = (0, 0)
    for y in 0..<side {
      starts[y] = count
      var x = 0
      while x < side {
        let cover = covers[y * side + x]
        var end = x + 1
        if cover == whole { while end < side, covers[y * side + end] == whole { end += 1 } }
        // The largest sum that fits.
        let level = (end - x).bitWidth - 1 - (end - x).leadingZeroBitCount
        if cover > 0 {
          let tap = Tap(level: level, column: x, weight: Float(Double(cover) / Double(sum)))
          (taps + count).initialize(to: tap)
          count += 1
          most = max(most, level)
        }
        x += 1 << level
      }
    }
    starts[side] = count
    self.taps = taps
    levels = most + 1
  }

  /// Writes the means around all cells of a grid; what lies beyond is like the nearest of them.
  func blur(_ grid: LightGrid, to target: LightGrid, _ job: EffectJob) {
    job.workspace.split(grid.rows, least: max(16, 2 * reach)) { rows, scratch in
      for channel in 0..<3 {
        for start in stride(from: 0, to: grid.columns.count, by: Self.block) {
          let columns = start..<min(start + Self.block, grid.columns.count)
          scratch.scope { blur(grid, to: target, channel, rows, columns, scratch) }
        }
      }
    }
  }

  private func blur(
    _ grid: LightGrid, to target: LightGrid, _ channel: Int, _ rows: Range<Int>,
    _ columns: Range<Int>, _ scratch: Scratch
  ) {
    let (side, count) = (2 * reach + 1, columns.count)
    let pitch = count + side
    let sums = scratch.take(Float.self, side * levels * pitch)
    func row(_ y: Int) -> UnsafeMutablePointer<Float> {
      sums + (y - rows.lowerBound + reach) % side * levels * pitch
    }
    func read(_ y: Int) {
      let wanted = columns.lowerBound - reach..<columns.upperBound + reach
      add(grid.row(channel, y), grid.columns.count, wanted, to: row(y), pitch)
    }
    for y in rows.lowerBound - reach..<rows.lowerBound + reach { read(y) }
    for y in rows {
      read(y + reach)
      let line = target.row(channel, y) + columns.lowerBound
      line.update(repeating: 0, count: count)
      for part in 0..<side {
        let sums = row(y + part - reach)
        func tap(_ index: Int) -> (UnsafeMutablePointer<Float>, Float) {
          (sums + taps[index].level * pitch + taps[index].column, taps[index].weight)
        }
        var index = starts[part]
        while index + 4 <= starts[part + 1] {
          Self.add(tap(index), tap(index + 1), tap(index + 2), tap(index + 3), to: line, count)
          index += 4
        }
        while index < starts[part + 1] {
          let (sums, weight) = tap(index)
          for x in 0..<count { line[x] += sums[x] * weight }
          index += 1
        }
      }
    }
  }

  private typealias Term = (row: UnsafeMutablePointer<Float>, weight: Float)

  private static func add(
    _ one: Term, _ two: Term, _ three: Term, _ four: Term, to line: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    let (a, b, c, d) = (one.row, two.row, three.row, four.row)
    let (k, l, m, n) = (one.weight, two.weight, three.weight, four.weight)
    for x in 0..<count { line[x] += (a[x] * k + b[x] * l) + (c[x] * m + d[x] * n) }
  }

  /// Writes sums of neighbours of all levels, from each cell on.
  private func add(
    _ row: UnsafeMutablePointer<Float>, _ count: Int, _ wanted: Range<Int>,
    to sums: UnsafeMutablePointer<Float>, _ pitch: Int
  ) {
    let left = min(max(-wanted.lowerBound, 0), wanted.count)
    let right = min(max(wanted.upperBound - count, 0), wanted.count - left)
    let inner = wanted.count - left - right
    sums.update(repeating: row[0], count: left)
    (sums + left).update(from: row + (wanted.lowerBound + left), count: inner)
    (sums + left + inner).update(repeating: row[count - 1], count: right)
    var rest = wanted.count
    for level in 1..<max(levels, 1) {
      let (before, after, step) = (
        sums + (level - 1) * pitch, sums + level * pitch, 1 << (level - 1)
      )
      rest -= step
      for x in 0..<rest { after[x] = before[x] + before[x &+ step] }
    }
  }
}

/// What of cells lies within a disc or a polygon around the middle of one.
private struct Shape {
  let radius: Double
  /// The directions of a polygon's sides, and how far these lie from the middle; as what is read
  /// around a place is what shines on it, they are those of the aperture turned by half a circle.
  let normals: UnsafeMutablePointer<SIMD2<Double>>
  let count: Int
  let distance: Double

  init(radius: Double, blades: Int, degrees: Double, _ scratch: Scratch) {
    self.radius = radius
    let turn = degrees.truncatingRemainder(dividingBy: 360) * .pi / 180
    count = blades < 3 ? 0 : blades
    normals = scratch.take(SIMD2<Double>.self, count)
    for side in 0..<count {
      let angle = turn + (2 * Double(side) + 1) * .pi / Double(count)
      (normals + side).initialize(to: SIMD2(-Maths.sin(angle), Maths.cos(angle)))
    }
    distance = count > 0 ? radius * Maths.cos(.pi / Double(count)) : 0
  }

  /// How many of the parts of a cell lie within.
  func cover(_ x: Int, _ y: Int, parts: Int) -> Int {
    var covered = 0
    let size = 1 / Double(parts)
    for row in 0..<parts {
      let down = Double(y) - 0.5 + (Double(row) + 0.5) * size
      for column in 0..<parts {
        let right = Double(x) - 0.5 + (Double(column) + 0.5) * size
        var isInside = right * right + down * down <= radius * radius
        for side in 0..<count
        where right * normals[side].x + down * normals[side].y > distance {
          isInside = false
        }
        covered += isInside ? 1 : 0
      }
    }
    return covered
  }
}
