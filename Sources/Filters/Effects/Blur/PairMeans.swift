import Y4M

/// Numbers of a line, or their sums.
protocol UnitInteger: FixedWidthInteger, UnsignedInteger, BitwiseCopyable {}

extension UInt16: UnitInteger {}
extension UInt32: UnitInteger {}
extension UInt64: UnitInteger {}

/// Two lines that are multiplied; of one alone, its own sum is wanted.
struct LinePair: BitwiseCopyable {
  let one: Int
  let two: Int?

  init(_ one: Int, _ two: Int? = nil) { (self.one, self.two) = (one, two) }
}

/// Means of products of two rows over rectangles that move down a picture: what variances are made
/// of.
///
/// A picture is given row by row, as several lines of whole numbers; beyond it its edge repeats.
/// Sums are whole numbers, so that a mean does not depend on where the rows begin.
///
/// A sum has room for the products of a column of 301 numbers, 64 times.
struct PairMeans<Value: UnitInteger, Sum: UnitInteger> {
  typealias Line = UnsafeMutablePointer<Value>
  typealias Pair = LinePair

  /// The columns of which means are made, and those that are read for them.
  let columns: Range<Int>
  let inside: Range<Int>
  private let window: (across: RunningWindow, down: RunningWindow)
  private let height: Int
  private let pairs: UnsafeMutablePointer<Pair>
  let pairCount: Int
  /// The latest rows: of each all lines.
  private let lines: Line
  let lineCount: Int
  private let rowCount: Int
  /// A sum for each column that is read, for each pair.
  private let sums: UnsafeMutablePointer<Sum>
  /// Sums with their share of the rows next to them, and room for repeated ends.
  private let spread: UnsafeMutablePointer<Sum>
  private let means: UnsafeMutablePointer<Double>
  /// The row whose means were made last, and the last that was read.
  private var current: Int?
  private var last = -1

  /// - Parameters:
  ///   - columns: those of which means are wanted.
  ///   - size: of the picture.
  init(
    _ columns: Range<Int>, of size: (width: Int, height: Int), across: RunningWindow,
    down: RunningWindow, lines lineCount: Int, _ pairs: [Pair], _ scratch: Scratch
  ) {
    self.columns = columns
    inside = columns.grown(by: across.whole + 1).clamped(to: 0..<size.width)
    window = (across, down)
    height = size.height
    self.lineCount = lineCount
    rowCount = 2 * down.whole + 3
    pairCount = pairs.count
    self.pairs = scratch.take(Pair.self, pairs.count)
    for (index, pair) in pairs.enumerated() { (self.pairs + index).initialize(to: pair) }
    lines = scratch.take(Value.self, rowCount * lineCount * inside.count)
    sums = scratch.take(Sum.self, pairCount * inside.count)
    spread = scratch.take(Sum.self, columns.count + 2 * across.whole + 2)
    means = scratch.take(Double.self, pairCount * columns.count)
  }

  /// A line of a row that was read lately, or of the nearest; it starts with ``inside``.
  func line(_ index: Int, _ y: Int) -> Line {
    let row = min(max(y, 0), height - 1) % rowCount
    return lines + (row * lineCount + index) * inside.count
  }

  /// The means of a pair in the current row; they start with ``columns``.
  func mean(_ pair: Int) -> UnsafeMutablePointer<Double> { means + pair * columns.count }

  /// Makes the means of row `y`, the one below the current row or any at first.
  ///
  /// - Parameter fill: writes the lines of a row of the picture.
  mutating func move(to y: Int, fill: (_ y: Int, _ means: PairMeans) -> Void) {
    let reach = window.down.whole
    let isFirst = current == nil
    if isFirst { last = max(y - reach - 1, 0) - 1 }
    while last < min(y + reach + 1, height - 1) {
      last += 1
      fill(last, self)
    }
    current = y
    for index in 0..<pairCount {
      let pair = pairs[index]
      let sums = sums + index * inside.count
      if isFirst {
        sums.update(repeating: 0, count: inside.count)
        for row in y - reach...y + reach { add(pair, row, to: sums) }
      } else {
        replace(pair, y - reach - 1, by: y + reach, in: sums)
      }
      weigh(pair, y, sums)
      average(to: mean(index))
    }
  }

  private func add(_ pair: Pair, _ y: Int, to sums: UnsafeMutablePointer<Sum>) {
    let one = line(pair.one, y)
    guard let two = pair.two.map({ line($0, y) }) else {
      for x in 0..<inside.count { sums[x] &+= Sum(truncatingIfNeeded: one[x]) }
      return
    }
    for x in 0..<inside.count {
      sums[x] &+= Sum(truncatingIfNeeded: one[x]) &* Sum(truncatingIfNeeded: two[x])
    }
  }

  private func replace(
    _ pair: Pair, _ old: Int, by new: Int, in sums: UnsafeMutablePointer<Sum>
  ) {
    let (a, b) = (line(pair.one, new), line(pair.one, old))
    guard let index = pair.two else {
      for x in 0..<inside.count {
        sums[x] = sums[x] &+ Sum(truncatingIfNeeded: a[x]) &- Sum(truncatingIfNeeded: b[x])
      }
      return
    }
    let (c, d) = (line(index, new), line(index, old))
    for x in 0..<inside.count {
      sums[x] =
        sums[x] &+ Sum(truncatingIfNeeded: a[x]) &* Sum(truncatingIfNeeded: c[x]) &- Sum(
          truncatingIfNeeded: b[x]) &* Sum(truncatingIfNeeded: d[x])
    }
  }

  /// Writes sums with their share of the rows above and below, and repeats the ends.
  private func weigh(_ pair: Pair, _ y: Int, _ sums: UnsafeMutablePointer<Sum>) {
    let reach = window.across.whole + 1
    let start = inside.lowerBound - columns.lowerBound + reach
    let (target, count) = (spread + start, inside.count)
    let share = Value(truncatingIfNeeded: window.down.share)
    let (above, below) = (y - window.down.whole - 1, y + window.down.whole + 1)
    let (a, b) = (line(pair.one, above), line(pair.one, below))
    if share == 0 {
      for x in 0..<count { target[x] = sums[x] &* 64 }
    } else if let index = pair.two {
      let (c, d) = (line(index, above), line(index, below))
      for x in 0..<count {
        // A share of one factor still fits it.
        let p = Sum(truncatingIfNeeded: a[x] &* share)
        let q = Sum(truncatingIfNeeded: b[x] &* share)
        target[x] =
          sums[x] &* 64 &+ p &* Sum(truncatingIfNeeded: c[x]) &+ q &* Sum(truncatingIfNeeded: d[x])
      }
    } else {
      let share = Sum(truncatingIfNeeded: share)
      for x in 0..<count {
        target[x] =
          sums[x] &* 64 &+ Sum(truncatingIfNeeded: a[x]) &* share &+ Sum(truncatingIfNeeded: b[x])
          &* share
      }
    }
    let end = start + count
    spread.update(repeating: spread[start], count: start)
    (spread + end).update(
      repeating: spread[end - 1], count: columns.count + 2 * reach - end)
  }

  /// The means along the row.
  private func average(to target: UnsafeMutablePointer<Double>) {
    let (line, share) = (spread, window.across.share)
    let width = 2 &* window.across.whole &+ 1
    let scale = 1 / (Double(window.across.total) * Double(window.down.total))
    var sum = 0
    for x in 1..<width &+ 1 { sum &+= Int(truncatingIfNeeded: line[x]) }
    if share == 0 {
      for x in 0..<columns.count {
        target[x] = Double(sum) * (scale * 64)
        let after = Int(truncatingIfNeeded: line[x &+ width &+ 1])
        sum = sum &+ (after &- Int(truncatingIfNeeded: line[x &+ 1]))
      }
      return
    }
    for x in 0..<columns.count {
      let before = Int(truncatingIfNeeded: line[x])
      let after = Int(truncatingIfNeeded: line[x &+ width &+ 1])
      target[x] = Double(sum &* 64 &+ (before &+ after) &* share) * scale
      sum = sum &+ (after &- Int(truncatingIfNeeded: line[x &+ 1]))
    }
  }
}
