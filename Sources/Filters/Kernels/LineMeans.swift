import Y4M

/// Even means along parallel lines that are at least as steep as a diagonal, by running sums: the
/// cost does not depend on their length.
///
/// A line is read once in each row, linearly between two neighbours. Lines stand side by side,
/// several to a sample, each with a sum that moves down with the rows; a sample between two of them
/// is interpolated. Where lines stand depends on the plane alone, and sums are whole numbers, so a
/// mean does not depend on the part of the plane that is made.
struct LineMeans {
  /// The rows that are taken.
  let window: RunningWindow
  /// How far lines go to the right from a row to the next, -1 to 1.
  let slope: Double
  /// Bits of a sample.
  let depth: Int

  init(window: RunningWindow, slope: Double, depth: Int) {
    self.window = window
    // Diagonals are exact.
    let whole = slope.rounded()
    self.slope = (slope - whole).magnitude < 1e-9 ? whole : slope
    self.depth = depth
  }

  /// Lines to a sample. Those that go through samples alone need none between them. For others the
  /// error of interpolating between four is well below a code of 8 bits in most pictures; the more
  /// rows a line crosses, the smoother is what lies between two.
  private var lanes: Int { slope == slope.rounded() ? 1 : window.reach < 6 ? 8 : 4 }
  /// How finely a place between two samples is known: sums of 1001 samples fit 31 bits.
  private var steps: Int { 1 << min(9, 21 - depth) }

  /// How far to the side lines read.
  var reach: Int { Int((slope.magnitude * Double(window.reach)).rounded(.up)) + 2 }

  /// Writes the means about the samples of `box`.
  func run<S: Sample>(
    _ source: GaussianGrid<S>, to target: GaussianGrid<S>, _ box: Box, _ scratch: Scratch
  ) {
    // A strip reads the rows around it once more; a tall one has lines that begin beside the plane.
    let strip = max(128, 4 * window.reach)
    var y = box.y
    while y < box.maxY {
      let part = Box(x: box.x, y: y, width: box.width, height: min(strip, box.maxY - y))
      scratch.scope { runStrip(source, to: target, part, scratch) }
      y += strip
    }
  }

  private func runStrip<S: Sample>(
    _ source: GaussianGrid<S>, to target: GaussianGrid<S>, _ box: Box, _ scratch: Scratch
  ) {
    // Lines are numbered by where they meet row 0, in samples.
    let ends = (slope * Double(box.y), slope * Double(box.maxY - 1))
    let first = box.x - Int(max(ends.0, ends.1).rounded(.up)) - 1
    let count = box.maxX - Int(min(ends.0, ends.1).rounded(.down)) + 2 - first
    let rows = LineRows(lanes: lanes, count: count, scratch)
    func read(_ y: Int, to lines: UnsafeMutablePointer<Int32>) {
      let start = slope * Double(y)
      let whole = Int(start.rounded(.down))
      rows.fill(source.row(y), from: first + whole - source.x.lowerBound, width: source.x.count)
      for lane in 0..<lanes {
        let place = (start - Double(whole) + Double(lane) / Double(lanes)) * Double(steps)
        rows.place(
          Int(place.rounded()), steps: steps, to: lines + lane * count)
      }
    }
    rows.clear()
    for y in box.y - window.whole...box.y + window.whole {
      read(y, to: rows.new)
      rows.add()
    }
    read(box.y - window.whole - 1, to: rows.old)
    let scale = 64 / Float(window.total * steps)
    for y in box.y..<box.maxY {
      read(y + window.whole + 1, to: rows.new)
      // The line through the first sample: whole ones, and the share of the next.
      let place = (Double(box.x - first) - slope * Double(y)) * Double(lanes)
      let line = Int(place.rounded(.down))
      rows.write(
        line: line, share: Float(place - place.rounded(.down)), ends: Float(window.share) / 64,
        scale: scale, to: target.row(y) + (box.x - target.x.lowerBound), width: box.width)
      rows.add()
      read(y - window.whole, to: rows.old)
      rows.subtract()
    }
  }
}

/// The sums of lines, several to a sample: all first ones of samples, then all second ones.
private struct LineRows {
  let lanes: Int
  let count: Int
  let sums: UnsafeMutablePointer<Int32>
  /// What the next row below brings, and the last one above.
  let new: UnsafeMutablePointer<Int32>
  let old: UnsafeMutablePointer<Int32>
  private let row: UnsafeMutablePointer<Float>

  init(lanes: Int, count: Int, _ scratch: Scratch) {
    (self.lanes, self.count) = (lanes, count)
    sums = scratch.take(Int32.self, lanes * count)
    new = scratch.take(Int32.self, lanes * count)
    old = scratch.take(Int32.self, lanes * count)
    row = scratch.take(Float.self, count + 4)
  }

  func clear() { sums.update(repeating: 0, count: lanes * count) }

  func add() {
    let (sums, new) = (sums, new)
    for x in 0..<lanes &* count { sums[x] &+= new[x] }
  }

  func subtract() {
    let (sums, old) = (sums, old)
    for x in 0..<lanes &* count { sums[x] &-= old[x] }
  }

  /// Reads a row of samples from column `first` on; beyond its ends they repeat.
  func fill<S: Sample>(_ samples: UnsafeMutablePointer<S>, from first: Int, width: Int) {
    let row = row
    let room = count + 4
    let start = min(max(-first, 0), room)
    let end = min(max(width - first, start), room)
    for x in start..<end { row[x] = Float(samples[x &+ first]) }
    row.update(repeating: Float(samples[0]), count: start)
    (row + end).update(repeating: Float(samples[width - 1]), count: room - end)
  }

  /// Writes what lies so many steps to the right of the samples of the row.
  func place(_ place: Int, steps: Int, to lines: UnsafeMutablePointer<Int32>) {
    let row = row + place / steps
    let share = Float(place % steps)
    let rest = Float(steps) - share
    for x in 0..<count {
      // Whole numbers below 2^21: adding 2^23 leaves them in the low bits.
      let sum = row[x] * rest + row[x &+ 1] * share + 8_388_608
      lines[x] = Int32(truncatingIfNeeded: sum.bitPattern &- 0x4B00_0000)
    }
  }

  /// Writes samples between a line and the next, from number `line` on.
  func write<S: Sample>(
    line: Int, share: Float, ends: Float, scale: Float, to target: UnsafeMutablePointer<S>,
    width: Int
  ) {
    func start(_ line: Int) -> Int { line / lanes + line % lanes * count }
    let (a, b) = (start(line), start(share == 0 ? line : line + 1))
    let (near, far) = ((1 - share) * scale, share * scale)
    let (sums, new, old) = (sums, new, old)
    let (sumsA, newA, oldA) = (sums + a, new + a, old + a)
    let (sumsB, newB, oldB) = (sums + b, new + b, old + b)
    for x in 0..<width {
      let one = Float(sumsA[x]) + ends * Float(newA[x] &+ oldA[x])
      let two = Float(sumsB[x]) + ends * Float(newB[x] &+ oldB[x])
      target[x] = S(truncatingIfNeeded: (one * near + two * far + 8_388_608).bitPattern)
    }
  }
}
