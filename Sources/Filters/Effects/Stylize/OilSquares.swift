import Y4M

/// Sums of squares of samples, of which each has its upper left sample in a row and a column of a
/// plane; beyond the plane its edge repeats.
///
/// Rows are added up as they are gone through downwards, and as many are kept as lie above a sample
/// in its squares.
struct OilSquares<S: Sample> {
  private let source: PlaneSource<S>
  private let radiusX: Int
  private let radiusY: Int
  /// The samples that are asked for; squares begin a radius before them.
  private let columns: Range<Int>
  /// Rows of sums, by their number modulo how many there are.
  private let ring: UnsafeMutablePointer<Int32>
  private let pitch: Int
  /// What the rows of a square add up to in each column, and samples of a row.
  private let sums: UnsafeMutablePointer<Int32>
  private let line: UnsafeMutablePointer<Int32>
  /// The row of the last squares that were added up.
  private let state: UnsafeMutablePointer<Int>

  init(
    _ source: PlaneSource<S>, radiusX: Int, radiusY: Int, columns: Range<Int>, _ scratch: Scratch
  ) {
    (self.source, self.radiusX, self.radiusY) = (source, radiusX, radiusY)
    self.columns = columns
    pitch = columns.count + radiusX
    ring = scratch.take(Int32.self, pitch * (radiusY + 1))
    sums = scratch.take(Int32.self, pitch + radiusX)
    line = scratch.take(Int32.self, pitch + radiusX)
    state = scratch.take(Int.self, 1)
    state[0] = .min
  }

  /// How far the samples of squares spread, in rows as of the sums.
  struct Spread {
    /// What the rows of a square, and their squares, add up to in each column.
    fileprivate let values: UnsafeMutablePointer<Int32>
    fileprivate let squares: UnsafeMutablePointer<Int32>
    /// A row of the sums of both.
    fileprivate let joined: UnsafeMutablePointer<Int32>
    fileprivate let joinedSquares: UnsafeMutablePointer<Int32>
    fileprivate let ring: UnsafeMutablePointer<Float>
    fileprivate let pitch: Int
    fileprivate let rows: Int

    /// The variances of the squares that begin in a row, times a constant.
    func row(_ y: Int) -> UnsafeMutablePointer<Float> {
      ring + ((y % rows + rows) % rows) * pitch
    }
  }

  func makeSpread(_ scratch: Scratch) -> Spread {
    func line() -> UnsafeMutablePointer<Int32> { scratch.take(Int32.self, pitch + radiusX) }
    return Spread(
      values: line(), squares: line(), joined: line(), joinedSquares: line(),
      ring: scratch.take(Float.self, pitch * (radiusY + 1)), pitch: pitch, rows: radiusY + 1)
  }

  private func row(_ y: Int) -> UnsafeMutablePointer<Int32> {
    let rows = radiusY + 1
    return ring + ((y % rows + rows) % rows) * pitch
  }

  /// Adds up the squares that begin in the rows from a radius above `y` to `y`, if that was not
  /// done.
  func advance(to y: Int, _ spread: Spread?) {
    var next = state[0] == .min ? y - radiusY : state[0] + 1
    while next <= y {
      if state[0] == .min {
        sums.update(repeating: 0, count: pitch + radiusX)
        spread?.values.update(repeating: 0, count: pitch + radiusX)
        spread?.squares.update(repeating: 0, count: pitch + radiusX)
        for index in next...next + radiusY { add(index, 1, spread) }
      } else {
        add(next - 1, -1, spread)
        add(next + radiusY, 1, spread)
      }
      join(sums, to: row(next))
      if let spread { measure(next, spread) }
      state[0] = next
      next += 1
    }
  }

  /// Adds a row of samples to the columns, or takes it away.
  private func add(_ y: Int, _ sign: Int32, _ spread: Spread?) {
    let count = pitch + radiusX
    let row = source.row(min(max(y, 0), source.height - 1))
    let first = columns.lowerBound - radiusX
    let (left, right) = (
      min(max(-first, 0), count), min(max(first + count - source.width, 0), count)
    )
    let inside = row + (first + left)
    let (line, sums) = (line, sums)
    for x in 0..<count - left - right {
      line[left &+ x] = Int32(truncatingIfNeeded: inside[x])
    }
    line.update(repeating: Int32(truncatingIfNeeded: row[0]), count: left)
    (line + (count - right)).update(
      repeating: Int32(truncatingIfNeeded: row[source.width - 1]), count: right)
    for x in 0..<count { sums[x] &+= sign &* line[x] }
    guard let spread else { return }
    let (values, squares) = (spread.values, spread.squares)
    // 12 bits at the most, around 0.
    let depth = source.peak.bitWidth - source.peak.leadingZeroBitCount
    let shift = Int32(truncatingIfNeeded: max(depth - 12, 0))
    let middle = Int32(truncatingIfNeeded: 1 << (min(depth, 12) - 1))
    for x in 0..<count {
      let value = line[x] &>> shift &- middle
      values[x] &+= sign &* value
      squares[x] &+= sign &* (value &* value)
    }
  }

  /// Finds the variances of the squares that begin in a row.
  private func measure(_ y: Int, _ spread: Spread) {
    join(spread.values, to: spread.joined)
    join(spread.squares, to: spread.joinedSquares)
    let (target, values, squares) = (spread.row(y), spread.joined, spread.joinedSquares)
    let size = Float((radiusX + 1) * (radiusY + 1))
    for x in 0..<pitch {
      let value = Float(values[x])
      target[x] = Float(squares[x]) * size - value * value
    }
  }

  /// Adds up so many columns as a square has.
  private func join(_ sums: UnsafeMutablePointer<Int32>, to target: UnsafeMutablePointer<Int32>) {
    let count = pitch
    target.update(from: sums, count: count)
    for tap in 1..<radiusX + 1 {
      let sums = sums + tap
      for x in 0..<count { target[x] &+= sums[x] }
    }
  }

  /// Writes the means of the squares that were chosen around the samples of row `y`.
  func read(_ y: Int, _ choice: UnsafeMutablePointer<UInt8>, to target: UnsafeMutablePointer<Float>)
  {
    let (upper, lower, radius) = (row(y - radiusY), row(y), radiusX)
    let scale = 1 / Float((radiusX + 1) * (radiusY + 1))
    for x in 0..<columns.count {
      let which = Int32(truncatingIfNeeded: choice[x])
      let above = which & 1 == 0 ? upper[x] : upper[x &+ radius]
      let below = which & 1 == 0 ? lower[x] : lower[x &+ radius]
      target[x] = Float(which < 2 ? above : below) * scale
    }
  }

  /// Rounds means to samples.
  func write(
    _ line: UnsafeMutablePointer<Float>, _ target: UnsafeMutablePointer<S>, count: Int
  ) {
    for x in 0..<count {
      target[x] = S(truncatingIfNeeded: (line[x] + 8_388_608).bitPattern)
    }
  }
}
