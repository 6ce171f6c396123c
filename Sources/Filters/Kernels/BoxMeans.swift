import Y4M

/// Even means of rectangles, by running sums: the cost does not depend on their size.
///
/// Sums are whole numbers, and are divided once: a mean is exact.
struct BoxMeans {
  let across: RunningWindow
  let down: RunningWindow
  let scratch: Scratch

  /// Writes the means about the samples of `box`.
  ///
  /// - Parameter scale: how many units of the target make one of the source.
  func run<S: Sample, T: Sample>(
    _ source: GaussianGrid<S>, to target: GaussianGrid<T>, _ box: Box, scale: Double
  ) {
    scratch.scope {
      let reach = across.whole + 1
      let inside = (box.x - reach..<box.maxX + reach).clamped(to: source.x)
      let start = inside.lowerBound - box.x + reach
      let sums = scratch.take(UInt32.self, inside.count)
      let line = scratch.take(UInt32.self, box.width + 2 * reach)
      func row(_ y: Int) -> UnsafePointer<S> {
        UnsafePointer(source.row(y) + (inside.lowerBound - source.x.lowerBound))
      }
      sums.update(repeating: 0, count: inside.count)
      for y in box.y - down.whole...box.y + down.whole {
        Self.add(row(y), to: sums, count: inside.count)
      }
      let scale = scale / (Double(across.total) * Double(down.total))
      for y in box.y..<box.maxY {
        let (above, below) = (row(y - down.whole - 1), row(y + down.whole + 1))
        Self.weigh(sums, above, below, share: down.share, to: line + start, count: inside.count)
        let end = start + inside.count
        line.update(repeating: line[start], count: start)
        (line + end).update(repeating: line[end - 1], count: box.width + 2 * reach - end)
        average(
          line, to: target.row(y) + (box.x - target.x.lowerBound), count: box.width, scale: scale)
        Self.move(sums, below, row(y - down.whole), count: inside.count)
      }
    }
  }

  private static func add<S: Sample>(
    _ row: UnsafePointer<S>, to sums: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    for x in 0..<count { sums[x] &+= UInt32(truncatingIfNeeded: row[x]) }
  }

  /// Moves sums down by a row.
  private static func move<S: Sample>(
    _ sums: UnsafeMutablePointer<UInt32>, _ new: UnsafePointer<S>, _ old: UnsafePointer<S>,
    count: Int
  ) {
    for x in 0..<count {
      let gain = UInt32(truncatingIfNeeded: new[x]) &- UInt32(truncatingIfNeeded: old[x])
      sums[x] = sums[x] &+ gain
    }
  }

  /// The sums with their share of the rows next to them.
  private static func weigh<S: Sample>(
    _ sums: UnsafeMutablePointer<UInt32>, _ above: UnsafePointer<S>, _ below: UnsafePointer<S>,
    share: Int, to line: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    let share = Int16(truncatingIfNeeded: share)
    for x in 0..<count {
      let ends = UInt32(truncatingIfNeeded: above[x]) &+ UInt32(truncatingIfNeeded: below[x])
      line[x] = sums[x] &* 64 &+ ends &* UInt32(truncatingIfNeeded: share)
    }
  }

  /// The means along a row, whose first sample stands a reach and one after the line's.
  private func average<T: Sample>(
    _ line: UnsafeMutablePointer<UInt32>, to target: UnsafeMutablePointer<T>, count: Int,
    scale: Double
  ) {
    let width = 2 &* across.whole &+ 1
    let share = across.share
    var sum = 0
    for x in 1..<width &+ 1 { sum &+= Int(line[x]) }
    for x in 0..<count {
      let (before, after) = (Int(line[x]), Int(line[x &+ width &+ 1]))
      let weighed = sum &* 64 &+ (before &+ after) &* share
      // Adding 2^52 leaves the nearest whole number in the low bits.
      let mean = Double(weighed) * scale + 4_503_599_627_370_496
      target[x] = T(truncatingIfNeeded: mean.bitPattern)
      sum = sum &+ after &- Int(line[x &+ 1])
    }
  }
}
