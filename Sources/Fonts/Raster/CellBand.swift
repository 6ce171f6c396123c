/// Some rows of cells in which edges leave what they cover.
///
/// A running sum along a row gives each pixel's signed cover: an edge that passes through a pixel
/// adds the area to its right there, and its whole height to all pixels behind. Everything counts
/// in whole parts of 2^-40, so that sums are exact: the end of a row is zero again, and the order
/// of edges does not matter.
struct CellBand {
  private let cells: UnsafeMutablePointer<Int64>
  /// Pixels in a row.
  let width: Int
  private let stride: Int
  private let limit: Double
  /// The first row, and the one behind the last.
  let top: Int
  let bottom: Int

  /// How many cells a row takes: two more than pixels, so that no edge has to look where it ends.
  static func stride(_ width: Int) -> Int { width &+ 2 }

  /// - Precondition: `cells` are zero, `stride(width)` for each row.
  init(
    cells: UnsafeMutableBufferPointer<Int64>, width: Int, rows: Range<Int>,
    base: UnsafeMutablePointer<Int64>
  ) {
    precondition(cells.count >= Self.stride(width) &* rows.count && width > 0)
    self.cells = base
    self.width = width
    stride = Self.stride(width)
    limit = Double(width)
    top = rows.lowerBound
    bottom = rows.upperBound
  }

  /// Adds an edge, as far as it lies within the rows.
  func add(_ edge: Edge) {
    let first = Double(top)
    let last = Double(bottom)
    guard edge.y1 > first, edge.y0 < last else { return }
    let slope = edge.slope
    var y = max(edge.y0, first)
    let end = min(edge.y1, last)
    var x = edge.y0 < first ? edge.x(at: first, slope: slope) : edge.x0
    var row = Int(y)
    while y < end {
      let next = min(Double(row &+ 1), end)
      let nextX = next == edge.y1 ? edge.x1 : edge.x(at: next, slope: slope)
      let height = Grid.integer((next - y) * Grid.one)
      addPiece(x, nextX, height: edge.winding < 0 ? 0 &- height : height, row: row)
      x = nextX
      y = next
      row &+= 1
    }
  }

  /// Adds a piece that lies within one row, from one `x` to another.
  @inline(__always)
  func addPiece(_ from: Double, _ to: Double, height: Int64, row: Int) {
    var low = min(from, to)
    var high = max(from, to)
    var height = height
    if low >= limit { return }
    let line = cells + (row &- top) &* stride
    if low < 0 {
      if high <= 0 {
        line[0] &+= height
        return
      }
      let hidden = Grid.integer(Double(height) * (-low / (high - low)))
      line[0] &+= hidden
      height &-= hidden
      low = 0
    }
    if high > limit {
      height &-= Grid.integer(Double(height) * ((high - limit) / (high - low)))
      high = limit
    }
    let cell = Int(low)
    if high <= Double(cell &+ 1) {
      let area = Grid.integer(Double(height) * (Double(cell &+ 1) - 0.5 * (low + high)))
      line[cell] &+= area
      line[cell &+ 1] &+= height &- area
    } else {
      spread(low, high, height, over: line + cell, from: cell)
    }
  }

  /// Adds a piece that crosses several cells.
  ///
  /// Up to a place t, the area to its right is the height times (t - low)² / 2 over its width; a
  /// cell's cover is the difference at its sides.
  private func spread(
    _ low: Double, _ high: Double, _ height: Int64, over cells: UnsafeMutablePointer<Int64>,
    from cell: Int
  ) {
    let scale = 0.5 * Double(height) / (high - low)
    var place = Double(cell &+ 1)
    var before = 0.0
    var sum: Int64 = 0
    var index = 0
    while place < high {
      let reach = (place - low) * (place - low)
      let cover = Grid.integer(scale * (reach - before))
      cells[index] &+= cover &- sum
      sum = cover
      before = reach
      place += 1
      index &+= 1
    }
    // Behind its end the piece covers all its height.
    let reach = (high - low) * (high - low) + 2 * (high - low) * (place - high)
    let cover = Grid.integer(scale * (reach - before))
    cells[index] &+= cover &- sum
    cells[index &+ 1] &+= height &- cover
  }

  /// Turns some columns of a row into coverage, leaves zeros in all, and returns the least and the
  /// largest signed cover. Without `bytes` it does all but the first.
  ///
  /// A cover above one is cut at one, or with `folds` folded there: twice is nothing again.
  func sweep(
    _ row: Int, columns: Range<Int>, folds: Bool = false, into bytes: UnsafeMutablePointer<UInt8>?
  ) -> (low: Int64, high: Int64) {
    let line = cells + (row &- top) &* stride
    var sum: Int64 = 0
    var low: Int64 = 0
    var high: Int64 = 0
    func step(_ index: Int) {
      sum &+= line[index]
      line[index] = 0
      low = min(low, sum)
      high = max(high, sum)
    }
    let columns = bytes == nil ? 0..<0 : columns.clamped(to: 0..<width)
    for index in 0..<columns.lowerBound { step(index) }
    if let bytes {
      for index in columns {
        step(index)
        let whole = sum.magnitude
        let cover = min(folds ? Self.folded(whole) : whole, 1 << 40)
        bytes[index &- columns.lowerBound] = UInt8(
          truncatingIfNeeded: (cover &* 255 &+ 1 << 39) &>> 40)
      }
    }
    for index in columns.upperBound..<width { step(index) }
    line[width] = 0
    line[width &+ 1] = 0
    return (low, high)
  }

  /// The share of a pixel that is wound around an odd number of times, if it is wound around about
  /// equally often everywhere.
  @inline(__always)
  private static func folded(_ cover: UInt64) -> UInt64 {
    let rest = cover & (1 << 41 - 1)
    return min(rest, 1 << 41 - rest)
  }
}
