/// Narrow gaussian blurs of samples of 8 bits, in lanes of 16: 256 units make a code.
///
/// A sum of two samples, or the mean of two rows, times the weight of both is cut to whole units,
/// and half a unit is added for each: so a sum is off by at most half as many units as there are
/// weights, which across and down is less than a twentieth of a code.
struct GaussianBytes {
  typealias Units = UnsafeMutablePointer<UInt16>
  typealias Lanes = ShareLanes

  let source: GaussianGrid<UInt8>
  private let across: Weights
  private let down: Weights
  private let scratch: Scratch

  /// Weights in whole numbers: of the middle, and of two samples on both sides together; all of
  /// them add up to 65,536.
  private struct Weights {
    let radius: Int
    /// Each as often as vectors are long: of a number that the compiler keeps in a register it does
    /// not see that it has 16 bits, and makes four instructions of every product.
    private let units: Units
    /// What is cut off, on average.
    let rest: UInt16

    init(_ axis: GaussianAxis, _ scratch: Scratch) {
      radius = axis.radius
      units = scratch.take(UInt16.self, Lanes.scalarCount * (radius + 1))
      rest = UInt16(truncatingIfNeeded: (radius + 1) / 2)
      var middle = 65_536
      for n in 0..<radius {
        let weight = Int((axis.weights[n + 1] * 131_072).rounded())
        set(n + 1, UInt16(truncatingIfNeeded: weight))
        middle -= weight
      }
      // A blur of almost nothing: one unit more is nothing too.
      if radius > 0, middle > 65_535 {
        set(1, self[1][0] &+ 1)
        middle -= 1
      }
      set(0, UInt16(truncatingIfNeeded: middle))
    }

    private func set(_ n: Int, _ weight: UInt16) {
      (units + Lanes.scalarCount * n).update(repeating: weight, count: Lanes.scalarCount)
    }

    /// The weight of what lies `n` samples away.
    @inline(__always)
    subscript(n: Int) -> Lanes {
      UnsafeRawPointer(units + Lanes.scalarCount &* n).load(as: Lanes.self)
    }
  }

  /// A blur by axes that are not halved.
  init(
    _ source: GaussianGrid<UInt8>, across: GaussianAxis, down: GaussianAxis, _ scratch: Scratch
  ) {
    self.source = source
    self.across = Weights(across, scratch)
    self.down = Weights(down, scratch)
    self.scratch = scratch
  }

  /// The most bytes of rows that are blurred down together: less than the nearest cache has.
  private static let nearBytes = 24_576

  /// Hands over each row of `box`, blurred, with some room behind it: in strips, of which the rows
  /// that are blurred down stay in the nearest cache.
  func run(_ box: Box, _ emit: (_ y: Int, _ columns: Range<Int>, _ units: Units) -> Void) {
    let most = max(Self.nearBytes / (2 * (2 * down.radius + 1)) & ~63, 64)
    let count = (box.width + most - 1) / most
    guard count > 0 else { return }
    let width = (box.width + count - 1) / count + 63 & ~63
    for start in stride(from: box.x, to: box.maxX, by: width) {
      let columns = start..<min(start + width, box.maxX)
      scratch.scope { run(columns, box.y..<box.maxY) { emit($0, columns, $1) } }
    }
  }

  /// Hands over rows of a strip.
  private func run(
    _ columns: Range<Int>, _ rows: Range<Int>, _ emit: (_ y: Int, _ units: Units) -> Void
  ) {
    let window = 2 * down.radius + 1
    let line = GaussianRows.row(UInt16.self, columns.count + 2 * across.radius, scratch)
    let blurred = GaussianRows.row(UInt16.self, columns.count, scratch)
    let held = (columns.count + 63) / 64 * 64
    let ring = scratch.take(UInt16.self, held * window)
    let taps = scratch.take(Units.self, window)
    func slot(_ row: Int) -> Units { ring + (row - source.y.lowerBound) % window * held }
    let (first, last) = (source.y.lowerBound, source.y.upperBound - 1)
    var next = min(max(rows.lowerBound - down.radius, first), last)
    for y in rows {
      while next <= max(min(y + down.radius, last), first) {
        widen(source.row(next), columns.grown(by: across.radius), to: line)
        Self.blur(line + across.radius, across, to: slot(next), count: columns.count)
        next += 1
      }
      for tap in 0..<window {
        let row = y + tap - down.radius
        taps[tap] = slot(min(max(row, first), last))
      }
      if down.radius == 0 {
        emit(y, taps[0])
      } else {
        Self.blur(taps, down, to: blurred, count: columns.count)
        emit(y, blurred)
      }
    }
  }

  /// Reads `columns` of a row as halves of units, with its ends repeated.
  private func widen(_ row: UnsafeMutablePointer<UInt8>, _ columns: Range<Int>, to line: Units) {
    let inside = columns.clamped(to: source.x)
    if inside.isEmpty {
      let nearest = inside.lowerBound == source.x.lowerBound ? row[0] : row[source.x.count - 1]
      line.update(repeating: UInt16(nearest) &<< 7, count: columns.count)
      return
    }
    let start = inside.lowerBound - columns.lowerBound
    let samples = row + (inside.lowerBound - source.x.lowerBound)
    for i in 0..<inside.count { line[start &+ i] = UInt16(samples[i]) &<< 7 }
    let end = start + inside.count
    line.update(repeating: line[start], count: start)
    (line + end).update(repeating: line[end - 1], count: columns.count - end)
  }

  /// Blurs halves of units across.
  private static func blur(_ line: Units, _ weights: Weights, to target: Units, count: Int) {
    let radius = weights.radius
    guard radius > 0 else {
      for i in 0..<count { target[i] = line[i] &<< 1 }
      return
    }
    let width = Lanes.scalarCount
    let rest = Lanes(repeating: weights.rest)
    var i = 0
    while i < count {
      let (here, there) = (line + i, line + (i &+ width))
      var sum = rest &+ (load(here) &<< 1).upperProduct(weights[0])
      var next = rest &+ (load(there) &<< 1).upperProduct(weights[0])
      for n in 1..<radius &+ 1 {
        let weight = weights[n]
        sum &+= (load(here - n) &+ load(here + n)).upperProduct(weight)
        next &+= (load(there - n) &+ load(there + n)).upperProduct(weight)
      }
      store(sum, target + i)
      store(next, target + (i &+ width))
      i &+= 2 &* width
    }
  }

  /// Blurs rows of units down.
  private static func blur(
    _ rows: UnsafeMutablePointer<Units>, _ weights: Weights, to target: Units, count: Int
  ) {
    let radius = weights.radius
    let width = Lanes.scalarCount
    let rest = Lanes(repeating: weights.rest)
    let middle = rows[radius]
    var i = 0
    while i < count {
      let j = i &+ width
      var sum = rest &+ load(middle + i).upperProduct(weights[0])
      var next = rest &+ load(middle + j).upperProduct(weights[0])
      for n in 1..<radius &+ 1 {
        let (a, b, weight) = (rows[radius &- n], rows[radius &+ n], weights[n])
        sum &+= load(a + i).mean(load(b + i)).upperProduct(weight)
        next &+= load(a + j).mean(load(b + j)).upperProduct(weight)
      }
      store(sum, target + i)
      store(next, target + j)
      i &+= 2 &* width
    }
  }

  @inline(__always)
  private static func load(_ units: Units) -> Lanes {
    UnsafeRawPointer(units).loadUnaligned(as: Lanes.self)
  }

  @inline(__always)
  private static func store(_ lanes: Lanes, _ target: Units) {
    UnsafeMutableRawPointer(target).storeBytes(of: lanes, as: Lanes.self)
  }

  /// Rounds units to the nearest codes.
  static func round(_ units: Units, to target: UnsafeMutablePointer<UInt8>, count: Int) {
    for i in 0..<count { target[i] = UInt8(truncatingIfNeeded: (units[i] &+ 128) &>> 8) }
  }
}
