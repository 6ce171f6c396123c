import Bytes
import Geometry
import Y4M

/// The kernel that gives the cell of every point of a field its mean.
///
/// A cell's mean is that of the samples whose middles lie in it. Where two cells meet, samples are
/// mixed by how far from the border they lie.
struct SeedCells: PlaneKernel {
  let field: SeedField

  // Each band adds up the cells around it.
  var leastRows: Int { max(32, Int(16 * field.height)) }

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    SeedPainting(planes: planes, box: box, field: field, scratch).paint()
  }
}

/// A part of a row that lies in one cell.
private struct SeedRun: BitwiseCopyable {
  /// Where it begins, in pixels and in samples; its first sample is the first at or beyond that.
  var start: Double
  var first: Int
  var row: Int
  var column: Int
  var x: Double
  var y: Double
}

/// What a cell adds up to and what comes of it, of each plane.
private struct SeedSum: BitwiseCopyable {
  var sums: SIMD4<UInt64> = .zero
  var count: UInt64 = 0
  var mean: SIMD4<UInt32> = .zero
}

/// The cells of the planes of a group, in a ring of rows of them: samples are added up some rows
/// ahead of those that are painted.
private struct SeedPainting<S: Sample> {
  let planes: PlaneGroup<S>
  let box: Box
  let field: SeedField
  private let map: Affine
  /// The columns of points that are near to the samples that count, and those samples.
  private let points: Range<Int>
  private let columns: Range<Int>
  /// Rows of cells; a power of two, more than are needed at once.
  private static var ringCount: Int { 16 }
  private let ring: UnsafeMutablePointer<SeedSum>
  private let adding: RunFinder
  private let painting: RunFinder

  init(planes: PlaneGroup<S>, box: Box, field: SeedField, _ scratch: Scratch) {
    (self.planes, self.box, self.field) = (planes, box, field)
    let layout = planes[0].source.layout
    map = layout.map
    let reach = Int((3 * field.width * map.a).rounded(.up)) + 2
    columns = max(box.x - reach, 0)..<min(box.maxX + reach, layout.width)
    let (left, right) = (
      (Double(columns.lowerBound) - map.tx) / map.a, (Double(columns.upperBound) - map.tx) / map.a
    )
    points = field.column(at: left) - 2..<field.column(at: right) + 3
    ring = scratch.take(SeedSum.self, Self.ringCount * points.count)
    adding = RunFinder(field: field, points: points, map: map, columns: columns, scratch)
    // Cells beyond the box have borders in it, too.
    painting = RunFinder(field: field, points: points, map: map, columns: columns, scratch)
  }

  /// Writes the samples of the box.
  func paint() {
    func fieldRow(_ y: Int) -> Int { field.row(at: (Double(y) + 0.5 - map.ty) / map.d) }
    let height = planes[0].source.height
    let first = fieldRow(box.y)
    // Samples of a cell lie at most two rows of points from it, and those of a place's cell two
    // more.
    var next = Int(
      ((field.origin.y + Double(first - 4) * field.height) * map.d + map.ty).rounded(.down))
    next = min(max(next, 0), box.y)
    var (opened, averaged) = (first - 9, first - 3)
    for y in box.y..<box.maxY {
      let row = fieldRow(y)
      while next < height {
        let ahead = fieldRow(next)
        if ahead > row + 4 { break }
        while opened < ahead + 2 {
          opened += 1
          clear(opened)
        }
        add(next, ahead)
        next += 1
      }
      while averaged < row + 2 {
        averaged += 1
        average(averaged)
      }
      paint(y, row)
    }
  }

  private func cells(_ row: Int) -> UnsafeMutablePointer<SeedSum> {
    ring + (row & (Self.ringCount - 1)) * points.count - points.lowerBound
  }

  private func clear(_ row: Int) {
    (cells(row) + points.lowerBound).update(repeating: SeedSum(), count: points.count)
  }

  private func average(_ row: Int) {
    let cells = cells(row)
    for column in points where cells[column].count > 0 {
      let (sums, count) = (cells[column].sums, cells[column].count)
      for plane in 0..<planes.count {
        cells[column].mean[plane] = UInt32(truncatingIfNeeded: (sums[plane] + count / 2) / count)
      }
    }
  }

  /// Adds a row of samples to the cells in which they lie.
  private func add(_ y: Int, _ row: Int) {
    let count = adding.find(y, row)
    let runs = adding.runs
    for index in 0..<count {
      let run = runs[index]
      let end = index + 1 < count ? runs[index + 1].first : columns.upperBound
      let cell = cells(run.row) + run.column
      cell.pointee.count &+= UInt64(truncatingIfNeeded: end - run.first)
      for plane in 0..<planes.count {
        let samples = planes[plane].source.row(y)
        var sum: UInt32 = 0
        for x in run.first..<end { sum &+= UInt32(truncatingIfNeeded: samples[x]) }
        cell.pointee.sums[plane] &+= UInt64(sum)
      }
    }
  }

  private func paint(_ y: Int, _ row: Int) {
    let count = painting.find(y, row)
    let runs = painting.runs
    func end(_ index: Int) -> Int {
      index + 1 < count ? runs[index + 1].first : columns.upperBound
    }
    for index in 0..<count {
      let (start, stop) = (max(runs[index].first, box.x), min(end(index), box.maxX))
      if start >= stop { continue }
      let mean = (cells(runs[index].row) + runs[index].column).pointee.mean
      for plane in 0..<planes.count {
        (planes[plane].target.row(y) + start).update(
          repeating: S(truncatingIfNeeded: mean[plane]), count: stop - start)
      }
    }
    var index = 1
    while index < count {
      smooth(y, runs[index - 1], runs[index], end(index))
      index += 1
    }
  }

  /// Mixes the samples at the border between two runs, each up to its middle.
  private func smooth(_ y: Int, _ left: SeedRun, _ right: SeedRun, _ end: Int) {
    let (dx, dy) = (right.x - left.x, right.y - left.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0, dx > 0 else { return }
    let (acrossX, acrossY) = (dx / length / map.a, dy / length / map.d)
    let size = (acrossX * acrossX + acrossY * acrossY).squareRoot()
    // How much of a sample lies beyond the border, for each sample further along.
    let slope = dx / length / size / map.a
    let border = right.start * map.a + map.tx
    let half = 0.5 / slope
    let first = max((left.first + right.first) / 2, Int(max(border - half, -1).rounded(.down)))
    let last = min((right.first + end) / 2, Int(min(border + half, 1e6).rounded(.up)))
    let (start, stop) = (max(first, left.first, box.x), min(last, box.maxX))
    if start >= stop { return }
    let from = (cells(left.row) + left.column).pointee.mean
    let to = (cells(right.row) + right.column).pointee.mean
    for x in start..<stop {
      let part = min(max((Double(x) + 0.5 - border) * slope + 0.5, 0), 1)
      let share = Int(part * 256 + 0.5)
      for plane in 0..<planes.count {
        let mixed = Int(from[plane]) &* (256 &- share) &+ Int(to[plane]) &* share &+ 128
        planes[plane].target.row(y)[x] = S(truncatingIfNeeded: mixed &>> 8)
      }
    }
  }
}

/// Finds the runs of a row: the lower envelope of the squared distances to points, each of which is
/// least in one part of the row.
///
/// Felzenszwalb and Huttenlocher, "Distance transforms of sampled functions", 2012.
private struct RunFinder {
  let field: SeedField
  let points: Range<Int>
  let map: Affine
  /// The samples of a row that are parted.
  let columns: Range<Int>
  /// What was found.
  let runs: UnsafeMutablePointer<SeedRun>
  /// The points near a row of them from left to right, and which row that is.
  private let near: UnsafeMutablePointer<SeedRun>
  private let state: UnsafeMutablePointer<Int>

  init(
    field: SeedField, points: Range<Int>, map: Affine, columns: Range<Int>, _ scratch: Scratch
  ) {
    (self.field, self.points, self.map, self.columns) = (field, points, map, columns)
    let count = points.count * (2 * SeedField.reach + 1)
    runs = scratch.take(SeedRun.self, count)
    near = scratch.take(SeedRun.self, count)
    state = scratch.take(Int.self, 1)
    state[0] = .min
  }

  /// Finds the runs of row `y` of the plane, which lies in a row of the field, and how many they
  /// are.
  func find(_ y: Int, _ row: Int) -> Int {
    if state[0] != row {
      gather(row)
      state[0] = row
    }
    let height = (Double(y) + 0.5 - map.ty) / map.d
    let farthest = 2 * max(field.width, field.height) * max(field.width, field.height) + 1
    var count = 0
    for index in 0..<points.count * (2 * SeedField.reach + 1) {
      var point = near[index]
      let (x, dy) = (point.x, point.y - height)
      // Farther from all of the row than the nearest point of a place can be.
      if dy * dy > farthest { continue }
      let level = x * x + dy * dy
      point.start = -.infinity
      while count > 0 {
        let last = runs[count - 1]
        let (gap, fall) = (x - last.x, last.y - height)
        if gap <= 0 {
          // One above the other.
          if fall * fall <= dy * dy { break }
        } else {
          point.start = (level - (last.x * last.x + fall * fall)) / (2 * gap)
          if point.start > last.start { break }
        }
        count -= 1
        point.start = -.infinity
      }
      if count > 0, x <= runs[count - 1].x { continue }
      runs[count] = point
      count += 1
    }
    return locate(count)
  }

  /// Finds the first samples of runs, and leaves out those without any.
  private func locate(_ count: Int) -> Int {
    var kept = 0
    for index in 0..<count {
      var run = runs[index]
      let start = run.start * map.a + map.tx - 0.5
      let first = start > Double(columns.lowerBound) ? Int(min(start, 1e6).rounded(.up)) : 0
      run.first = max(first, columns.lowerBound)
      if run.first >= columns.upperBound { break }
      // The one before ends where this one begins.
      if kept > 0, runs[kept - 1].first == run.first { kept -= 1 }
      runs[kept] = run
      kept += 1
    }
    return kept
  }

  /// Lists the points of rows around one, from left to right.
  private func gather(_ row: Int) {
    var count = 0
    for column in points {
      let first = count
      for row in row - SeedField.reach...row + SeedField.reach {
        let point = field.point(row, column)
        let run = SeedRun(start: 0, first: 0, row: row, column: column, x: point.x, y: point.y)
        var place = count
        while place > first, near[place - 1].x > run.x {
          near[place] = near[place - 1]
          place -= 1
        }
        near[place] = run
        count += 1
      }
    }
  }
}
