import Geometry
import Y4M

/// The kernel that gives every cell of a grid its mean, by area.
///
/// A cell's edges are rounded to 1/256 of a plane's sample. A sample that lies in several cells is
/// their mean, by area.
struct CellGrid: PlaneKernel {
  /// The longest side of a cell, in pixels.
  static let largest = 16_384.0

  /// The side of a cell, more than 1, in pixels; how wide it is, where it has another height.
  let size: Double
  /// The height of a cell that is no square, more than 1, in pixels.
  var height: Double?
  /// Where cells meet, in pixels.
  let origin: Vector

  // Each band sums up the cells that it cuts.
  var leastRows: Int { max(32, 2 * Int(height ?? size)) }

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let layout = planes[0].source.layout
    let map = layout.map
    let across = CellAxis(
      origin: map.a * origin.x + map.tx, size: map.a * size, count: layout.width)
    let down = CellAxis(
      origin: map.d * origin.y + map.ty, size: map.d * (height ?? size), count: layout.height)
    for plane in planes {
      scratch.scope {
        CellRows(plane: plane, box: box, across: across, down: down, scratch).paint()
      }
    }
  }
}

/// The edges of a grid's cells along one axis of a plane.
struct CellAxis {
  /// Where cell 0 begins, and how long cells are, in samples.
  let origin: Double
  let size: Double
  /// How many samples there are.
  let count: Int

  /// Where a cell begins within the plane, in 1/256 of a sample.
  func edge(_ cell: Int) -> Int { min(max(place(cell), 0), count &<< 8) }

  /// Where a cell begins, in 1/256 of a sample.
  private func place(_ cell: Int) -> Int {
    Int(((origin + Double(cell) * size) * 256).rounded())
  }

  /// The cell in which a sample begins.
  func cell(at sample: Int) -> Int {
    let start = sample &<< 8
    var cell = Int(((Double(sample) - origin) / size).rounded(.down))
    while place(cell) > start { cell &-= 1 }
    while place(cell &+ 1) <= start { cell &+= 1 }
    return cell
  }
}

/// The cells of one plane, a row of them at a time.
private struct CellRows<S: Sample> {
  let plane: PlanePair<S>
  let box: Box
  let across: CellAxis
  let down: CellAxis
  /// The cells that the box cuts across, and the samples of which they are made.
  private let cells: Range<Int>
  private let columns: Range<Int>
  /// Where each of `cells` begins, and where the last ends.
  private let edges: UnsafeMutablePointer<Int>
  /// What is added up of each of `columns`.
  private let sums: UnsafeMutablePointer<UInt32>
  /// A row of the box, in 1/65536 and then 1/256 of a code value; and one that is made of several
  /// rows of cells.
  private let line: UnsafeMutablePointer<UInt32>
  private let mixed: UnsafeMutablePointer<UInt32>

  init(
    plane: PlanePair<S>, box: Box, across: CellAxis, down: CellAxis, _ scratch: Scratch
  ) {
    (self.plane, self.box, self.across, self.down) = (plane, box, across, down)
    cells = across.cell(at: box.x)..<across.cell(at: box.maxX) + 1
    let first = across.edge(cells.lowerBound) >> 8
    columns = first..<max((across.edge(cells.upperBound) + 255) >> 8, first)
    edges = scratch.take(Int.self, cells.count + 1)
    for index in 0...cells.count { edges[index] = across.edge(cells.lowerBound + index) }
    sums = scratch.take(UInt32.self, columns.count)
    line = scratch.take(UInt32.self, box.width)
    mixed = scratch.take(UInt32.self, box.width)
    mixed.update(repeating: 0, count: box.width)
  }

  /// Writes the samples of the box.
  func paint() {
    var row = down.cell(at: box.y)
    var y = box.y
    while y < box.maxY {
      let (top, bottom) = (down.edge(row), down.edge(row + 1))
      row += 1
      if bottom <= top { continue }
      average(top, bottom)
      var whole: UnsafeMutablePointer<S>?
      while y < box.maxY, y &<< 8 < bottom {
        let share = min(bottom, (y + 1) &<< 8) - max(top, y &<< 8)
        let target = plane.target.row(y) + box.x
        if share == 256, let whole {
          target.update(from: whole, count: box.width)
        } else if share == 256 {
          for x in 0..<box.width {
            target[x] = S(truncatingIfNeeded: (line[x] &+ 128) &>> 8)
          }
          whole = target
        } else {
          let share = UInt32(truncatingIfNeeded: share)
          for x in 0..<box.width { mixed[x] = mixed[x] &+ line[x] &* share }
          // The rest of the row is that of the cells below.
          if bottom < (y + 1) &<< 8 { break }
          for x in 0..<box.width {
            target[x] = S(truncatingIfNeeded: (mixed[x] &+ 32768) &>> 16)
            mixed[x] = 0
          }
        }
        y += 1
      }
    }
  }

  /// Writes the means of the row of cells between two edges to ``line``.
  private func average(_ top: Int, _ bottom: Int) {
    // Rows that lie in the cells as a whole, and the parts of the two that do not.
    let whole = (top + 255) >> 8..<max(bottom >> 8, (top + 255) >> 8)
    let (first, last) = (top >> 8, (bottom - 1) >> 8)
    let count = columns.count
    sums.update(repeating: 0, count: count)
    for y in whole {
      let row = plane.source.row(y) + columns.lowerBound
      for x in 0..<count { sums[x] = sums[x] &+ UInt32(truncatingIfNeeded: row[x]) }
    }
    let firstShare = whole.contains(first) ? 0 : min(bottom, (first + 1) &<< 8) - top
    let lastShare = whole.contains(last) || last == first ? 0 : bottom - last &<< 8
    let upper = plane.source.row(first)
    let lower = plane.source.row(last)
    /// What a column adds up to, in 1/256 of a code value.
    func sum(_ x: Int) -> Int {
      Int(sums[x &- columns.lowerBound]) &<< 8 &+ Int(upper[x]) &* firstShare
        &+ Int(lower[x]) &* lastShare
    }
    line.update(repeating: 0, count: box.width)
    let height = Double(bottom - top)
    for index in 0..<cells.count {
      let (left, right) = (edges[index], edges[index + 1])
      if right <= left { continue }
      let (inner, end) = ((left + 255) >> 8, right >> 8)
      var total = 0.0
      if inner > end {
        total = Double(sum(left >> 8)) * Double(right - left)
      } else {
        var parts = 0
        for x in inner..<end { parts &+= sum(x) }
        total = Double(parts) * 256
        if inner &<< 8 > left { total += Double(sum(inner - 1)) * Double(inner &<< 8 - left) }
        if right > end &<< 8 { total += Double(sum(end)) * Double(right - end &<< 8) }
      }
      let area = Double(right - left) * height
      fill(left, right, UInt32(total / area * 256 + 0.5))
    }
    for x in 0..<box.width { line[x] = (line[x] &+ 128) &>> 8 }
  }

  /// Adds a mean, in 1/256 of a code value, to the samples between two edges.
  private func fill(_ left: Int, _ right: Int, _ mean: UInt32) {
    let start = max(left >> 8, box.x)
    let end = min((right + 255) >> 8, box.maxX)
    if start >= end { return }
    let (inner, outer) = (max((left + 255) >> 8, start), min(right >> 8, end))
    if inner < outer {
      (line + (inner - box.x)).update(repeating: mean &* 256, count: outer - inner)
    }
    if start < inner || start >= outer { add(start, left, right, mean) }
    if end - 1 > start, end > outer { add(end - 1, left, right, mean) }
  }

  /// Adds a mean to a sample that lies in part between two edges.
  private func add(_ x: Int, _ left: Int, _ right: Int, _ mean: UInt32) {
    let share = min(right, (x + 1) &<< 8) - max(left, x &<< 8)
    line[x - box.x] &+= mean &* UInt32(truncatingIfNeeded: share)
  }
}
