/// A gaussian blur of one plane.
///
/// Reduces the plane by up to four along each axis, blurs what is left, and leads back. What is
/// left is a plane of 16-bit units, so the same is done again for a wide blur; on the coarsest grid
/// follows a convolution.
struct GaussianBlur<S: Sample> {
  let source: GaussianGrid<S>
  /// Where the blurred samples go; on a coarse grid, the source itself. It may reach beyond the
  /// source, but has columns in common with it.
  let target: GaussianGrid<S>
  /// Bits of a sample.
  let depth: Int
  let across: GaussianAxis
  let down: GaussianAxis
  let scratch: Scratch

  /// Blurs the samples of `box`.
  func run(_ box: Box) {
    scratch.scope {
      let (columns, rows) = (box.x..<box.maxX, box.y..<box.maxY)
      if across.levels == 0 && down.levels == 0 { return convolve(columns, rows, box) }
      let (x, y) = (across.coarse(for: columns), down.coarse(for: rows))
      // What is led back is made, also where it lies beyond the source.
      let coarse = GaussianGrid<UInt16>(
        x: x.grown(by: across.inner.reach).clamped(to: across.coarse(of: source.x).joined(with: x)),
        y: y.grown(by: down.inner.reach).clamped(to: down.coarse(of: source.y).joined(with: y)),
        scratch)
      reduce(to: coarse)
      GaussianBlur<UInt16>(
        source: coarse, target: coarse, depth: 16, across: across.inner, down: down.inner,
        scratch: scratch
      ).run(Box(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count))
      enlarge(coarse, x, columns, rows)
    }
  }

  // MARK: - Reducing

  /// Fills a coarse grid with weighted means of the source.
  func reduce(to coarse: GaussianGrid<UInt16>) {
    scratch.scope {
      let sums = WeightedRows(step: down.step, scratch)
      // Wide rows start a little before the first sample that is read, on the coarse grid.
      let lead = across.step == 0 ? 0 : 8
      let count = coarse.x.count << across.step + 2 * lead
      let start = coarse.x.lowerBound << across.step - lead
      let inside = (start..<start + count).clamped(to: source.x)
      let line = WideRow(count: count, scratch)
      let rest = WideRow(count: count, scratch)
      for y in coarse.y {
        for tap in 0...2 * sums.radius {
          let row = source.row(y << down.step + tap - sums.radius)
          sums.rows[tap] = UnsafeRawPointer(row + (inside.lowerBound - source.x.lowerBound))
        }
        let target = coarse.row(y)
        add(sums, to: line, at: inside.lowerBound - start, count: inside.count)
        switch across.step {
        case 0:
          if S.self == UInt8.self { line.join() }
          target.update(from: line.whole, count: count)
        case 1:
          GaussianRows.halve(
            even: line.even + 4, odd: line.odd + 4, to: target, count: coarse.x.count,
            isOneOfTwo: across.step == 2)
        default:
          GaussianRows.halve(
            even: line.even + 1, odd: line.odd + 1, to: rest.whole + 1, count: count / 2 - 2,
            isOneOfTwo: true)
          rest.split(count: count / 2)
          GaussianRows.halve(
            even: rest.even + 2, odd: rest.odd + 2, to: target, count: coarse.x.count,
            isOneOfTwo: across.step == 2)
        }
      }
    }
  }

  /// Adds up rows to one that is parted into even and odd samples, where it is to be halved, and
  /// repeats its first and its last sample on both sides.
  private func add(_ sums: WeightedRows, to line: WideRow, at start: Int, count: Int) {
    let end = start + count
    if S.self == UInt8.self {
      // Halved rows start at an even sample; others, with the first.
      let (even, odd) = (line.even + start / 2, line.odd + start / 2)
      sums.add(count: count, toEven: even, odd: odd)
      let last = count & 1 == 0 ? odd[count / 2 - 1] : even[count / 2]
      if count & 1 == 1 { odd[count / 2] = last }
      let pairs = (end + 1) / 2
      for index in 0...1 {
        let row = index == 0 ? line.even : line.odd
        row.update(repeating: even[0], count: start / 2)
        (row + pairs).update(repeating: last, count: (line.count + 1) / 2 - pairs)
      }
    } else {
      sums.add(count: count, depth: depth, to: line.whole + start)
      line.whole.update(repeating: line.whole[start], count: start)
      (line.whole + end).update(repeating: line.whole[end - 1], count: line.count - end)
      if across.step > 0 { line.split(count: line.count) }
    }
  }

  // MARK: - Leading back

  /// Interpolates `columns` and `rows` of the target from a coarse grid that holds columns `x`.
  func enlarge(
    _ coarse: GaussianGrid<UInt16>, _ x: Range<Int>, _ columns: Range<Int>, _ rows: Range<Int>
  ) {
    let count = x.count << across.step
    let start = x.lowerBound << across.step
    let window = WideRows(count: count, isParted: S.self == UInt8.self, scratch)
    let outputs = EnlargedRows<S>(
      step: down.step, columns: columns.lowerBound - start..<columns.upperBound - start,
      depth: depth, scratch)
    var next = down.coarse(for: rows).lowerBound
    let groups = rows.lowerBound >> down.step..<(rows.upperBound - 1) >> down.step + 1
    for group in groups {
      while next < down.coarse(for: group << down.step..<(group + 1) << down.step).upperBound {
        let samples = coarse.row(next) + (x.lowerBound - coarse.x.lowerBound)
        window.fill(next, from: samples, count: x.count, step: across.step)
        next += 1
      }
      for index in 0..<1 << down.step {
        let y = group << down.step + index
        outputs.targets[index] =
          rows.contains(y) ? target.row(y) + (start - target.x.lowerBound) : outputs.unwanted
      }
      outputs.make(group, from: window)
    }
  }

  // MARK: - Convolving

  /// Blurs without halving: across into a window of rows, and these down.
  private func convolve(_ columns: Range<Int>, _ rows: Range<Int>, _ box: Box) {
    if let bytes, let target = target as? GaussianGrid<UInt8> {
      bytes.run(box) { y, columns, units in
        let row = target.row(y) + (columns.lowerBound - target.x.lowerBound)
        GaussianBytes.round(units, to: row, count: columns.count)
      }
      return
    }
    let (before, window) = (across.radius, 2 * down.radius + 1)
    let line = GaussianRows.row(Float.self, columns.count + 2 * before, scratch)
    let blurred = GaussianRows.row(Float.self, columns.count, scratch)
    let held = (columns.count + 31) / 32 * 32
    let ring = scratch.take(Float.self, held * window)
    let taps = scratch.take(UnsafePointer<Float>.self, 2 * max(before, down.radius) + 1)
    let (first, last) = (source.y.lowerBound, source.y.upperBound - 1)
    var next = min(max(rows.lowerBound - down.radius, first), last)
    func slot(_ row: Int) -> UnsafeMutablePointer<Float> {
      ring + (row - source.y.lowerBound) % window * held
    }
    for y in rows {
      while next <= max(min(y + down.radius, last), first) {
        widen(source.row(next), columns.grown(by: before), to: line)
        for tap in 0...2 * before { taps[tap] = UnsafePointer(line + tap) }
        GaussianRows.convolve(
          taps, weights: across.weights, radius: before, to: slot(next), count: columns.count)
        next += 1
      }
      for tap in 0..<window {
        let row = y + tap - down.radius
        taps[tap] = UnsafePointer(
          slot(min(max(row, first), last)))
      }
      GaussianRows.convolve(
        taps, weights: down.weights, radius: down.radius, to: blurred, count: columns.count)
      GaussianRows.round(
        blurred, to: target.row(y) + (columns.lowerBound - target.x.lowerBound),
        count: columns.count, peak: 1 << depth - 1)
    }
  }

  /// The blur of samples of 8 bits that are not halved; nil for others.
  var bytes: GaussianBytes? {
    guard across.levels == 0, down.levels == 0, let source = source as? GaussianGrid<UInt8>
    else { return nil }
    return GaussianBytes(source, across: across, down: down, scratch)
  }

  /// Reads `columns` of a row, with its ends repeated.
  private func widen(
    _ row: UnsafeMutablePointer<S>, _ columns: Range<Int>, to line: UnsafeMutablePointer<Float>
  ) {
    let inside = columns.clamped(to: source.x)
    let start = inside.lowerBound - columns.lowerBound
    let samples = row + (inside.lowerBound - source.x.lowerBound)
    for i in 0..<inside.count { line[start &+ i] = Float(samples[i]) }
    let end = start + inside.count
    line.update(repeating: line[start], count: start)
    (line + end).update(repeating: line[end - 1], count: columns.count - end)
  }
}
