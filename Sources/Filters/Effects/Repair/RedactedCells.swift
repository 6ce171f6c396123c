import Timeline
import Y4M

/// What is seen in place of what is hidden.
enum RedactMode: String, Choice {
  /// Each cell's mean.
  case pixelate
  /// A smooth surface through the cells' means.
  case blur
  /// A colour.
  case fill
}

/// The kernel: areas in their order, each from the picture as it was before.
///
/// Whatever is written depends on the means of whole cells alone, which are rounded to steps of 8
/// bits at every depth.
struct RedactedCells: PlaneKernel {
  let areas: UnsafeBufferPointer<RedactedArea>
  let mode: RedactMode
  /// The side of a cell in pixels of the canvas.
  let size: Double
  /// The colour of ``RedactMode/fill`` by the roles luma, blue, red and alpha.
  let color: SIMD4<UInt16>

  // A cell on the border of two bands is added up for each of them.
  var leastRows: Int { mode == .fill ? 32 : max(64, Int(size) * (mode == .blur ? 8 : 4)) }

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    for area in areas {
      let part = planes[0].source.layout.footprint(of: area.bounds).intersection(box)
      if part.isEmpty { continue }
      for plane in planes { scratch.scope { draw(area, plane, part, scratch) } }
    }
  }

  private func draw<S: Sample>(
    _ area: RedactedArea, _ plane: PlanePair<S>, _ box: Box, _ scratch: Scratch
  ) {
    let layout = plane.source.layout
    let columns = box.x..<box.maxX
    let line = scratch.take(S.self, columns.count)
    let cover = scratch.take(UInt16.self, columns.count)
    let cells = CellMeans(
      plane.source, size: size, around: area.middle, box, mode: mode, scratch)
    if mode == .fill {
      let value = S(truncatingIfNeeded: color[colorIndex(plane.source.role)])
      line.update(repeating: value, count: columns.count)
    }
    var latest = Int.min
    for y in box.y..<box.maxY {
      switch mode {
      case .pixelate:
        let cell = cells.down.index(of: y)
        if cell != latest { cells.repeatMeans(of: cell, columns, to: line) }
        latest = cell
      case .blur: cells.raise(y, columns, to: line)
      case .fill: break
      }
      let solid = area.cover(layout, y: y, columns: columns, to: cover)
      let target = plane.target.row(y)
      (target + solid.lowerBound).update(
        from: line + (solid.lowerBound - columns.lowerBound), count: solid.count)
      for part in [columns.lowerBound..<solid.lowerBound, solid.upperBound..<columns.upperBound] {
        for x in part {
          let share = UInt32(cover[x &- columns.lowerBound])
          let new = UInt32(truncatingIfNeeded: line[x &- columns.lowerBound])
          let old = UInt32(truncatingIfNeeded: target[x])
          target[x] = S(
            truncatingIfNeeded: (new &* share &+ old &* (65535 &- share) &+ 32767) / 65535)
        }
      }
    }
  }

  private func colorIndex(_ role: PlaneRole) -> Int {
    switch role {
    case .luma: 0
    case .blue: 1
    case .red: 2
    case .alpha: 3
    }
  }
}

/// Cells of one axis of a plane: number `k` begins at the sample next to `origin + k * step`.
private struct RedactedAxis: BitwiseCopyable {
  let origin: Double
  let step: Double
  /// How many samples there are.
  let limit: Int

  /// The first sample of a cell, were there no end to them.
  private func start(_ cell: Int) -> Int { Int((origin + Double(cell) * step).rounded()) }

  /// The samples of a cell.
  func samples(_ cell: Int) -> Range<Int> {
    let low = min(max(start(cell), 0), limit)
    return low..<max(min(start(cell + 1), limit), low)
  }

  /// The cell of a sample.
  func index(of sample: Int) -> Int {
    var cell = Int(((Double(sample) + 0.5 - origin) / step).rounded(.down))
    while start(cell) > sample { cell -= 1 }
    while start(cell + 1) <= sample { cell += 1 }
    return cell
  }

  /// The cells of some samples, and `more` on both sides, as far as there are any.
  func cells(of samples: Range<Int>, more: Int) -> Range<Int> {
    let low = max(index(of: samples.lowerBound) - more, index(of: 0))
    return low..<min(index(of: samples.upperBound - 1) + more, index(of: limit - 1)) + 1
  }

  /// The cell left of a sample whose middle is nearest, and how far from there to the next it is.
  func place(of sample: Int) -> (cell: Int, share: Double) {
    let place = (Double(sample) + 0.5 - origin) / step - 0.5
    return (Int(place.rounded(.down)), place - place.rounded(.down))
  }
}

/// The means of the cells that a box of a plane is made of.
private struct CellMeans<S: Sample> {
  let across: RedactedAxis
  let down: RedactedAxis
  private let columns: Range<Int>
  private let rows: Range<Int>
  private let means: UnsafeMutablePointer<Float>
  /// Means of cells, mixed of four rows of them, with two more on both sides.
  private let mixed: UnsafeMutablePointer<Float>

  init(
    _ plane: PlaneSource<S>, size: Double, around middle: (x: Double, y: Double), _ box: Box,
    mode: RedactMode, _ scratch: Scratch
  ) {
    let map = plane.layout.map
    across = RedactedAxis(
      origin: map.a * middle.x + map.tx, step: map.a * size, limit: plane.width)
    down = RedactedAxis(origin: map.d * middle.y + map.ty, step: map.d * size, limit: plane.height)
    let more = mode == .blur ? 2 : 0
    columns = across.cells(of: box.x..<box.maxX, more: more)
    rows = mode == .fill ? 0..<0 : down.cells(of: box.y..<box.maxY, more: more)
    means = scratch.take(Float.self, columns.count * rows.count)
    mixed = scratch.take(Float.self, columns.count + 4)
    scratch.scope { add(plane, scratch) }
  }

  private func add(_ plane: PlaneSource<S>, _ scratch: Scratch) {
    let first = across.samples(columns.lowerBound).lowerBound
    let count = across.samples(columns.upperBound - 1).upperBound - first
    let sums = scratch.take(UInt32.self, count)
    // Steps of 8 bits.
    let unit = (plane.peak + 1) >> 8
    for row in rows {
      let lines = down.samples(row)
      sums.update(repeating: 0, count: count)
      for y in lines {
        let source = plane.row(y) + first
        for x in 0..<count { sums[x] &+= UInt32(truncatingIfNeeded: source[x]) }
      }
      for column in columns {
        let part = across.samples(column)
        var sum = 0
        for x in part { sum &+= Int(sums[x &- first]) }
        let size = part.count * lines.count * unit
        let mean = min((sum + size / 2) / max(size, 1) * unit, plane.peak)
        means[(row - rows.lowerBound) * columns.count + column - columns.lowerBound] = Float(mean)
      }
    }
  }

  private func line(_ row: Int) -> UnsafeMutablePointer<Float> {
    let row = min(max(row, rows.lowerBound), rows.upperBound - 1)
    return means + (row - rows.lowerBound) * columns.count
  }

  /// Writes the means of a row of cells.
  func repeatMeans(of row: Int, _ samples: Range<Int>, to target: UnsafeMutablePointer<S>) {
    let line = line(row)
    for column in columns {
      let part = across.samples(column).clamped(to: samples)
      (target + (part.lowerBound - samples.lowerBound)).update(
        repeating: S(truncatingIfNeeded: Int(line[column - columns.lowerBound])),
        count: part.count)
    }
  }

  /// Writes a row of the surface whose control points are the means: a uniform cubic B-spline,
  /// which stays within them.
  func raise(_ y: Int, _ samples: Range<Int>, to target: UnsafeMutablePointer<S>) {
    let (row, share) = down.place(of: y)
    let weights = Self.weights(Float(share))
    let lines = (line(row - 1), line(row), line(row + 1), line(row + 2))
    let count = columns.count
    for i in 0..<count {
      let first = lines.0[i] * weights.x + lines.1[i] * weights.y
      mixed[i &+ 2] = first + (lines.2[i] * weights.z + lines.3[i] * weights.w)
    }
    mixed.update(repeating: mixed[2], count: 2)
    (mixed + count + 2).update(repeating: mixed[count + 1], count: 2)
    var x = samples.lowerBound
    while x < samples.upperBound {
      // All samples between the middles of two cells.
      let (cell, _) = across.place(of: x)
      let middle = across.origin + (Double(cell) + 0.5) * across.step - 0.5
      let end = min(max(Int((middle + across.step).rounded(.up)), x + 1), samples.upperBound)
      let base = min(max(cell - columns.lowerBound + 1, 0), count)
      Self.curve(
        mixed + base, x..<end, from: middle, step: across.step,
        to: target - samples.lowerBound)
      x = end
    }
  }

  private static func weights(_ t: Float) -> SIMD4<Float> {
    let s = 1 - t
    return SIMD4(
      s * s * s, (3 * t - 6) * t * t + 4, (3 * s - 6) * s * s + 4, t * t * t) / 6
  }

  /// Writes the piece of a curve between the second and the third of four points.
  private static func curve(
    _ points: UnsafeMutablePointer<Float>, _ samples: Range<Int>, from middle: Double,
    step: Double, to target: UnsafeMutablePointer<S>
  ) {
    let (a, b, c, d) = (points[0], points[1], points[2], points[3])
    let start = Int(middle.rounded(.down))
    let lead = Float(Double(start) - middle)
    let scale = Float(1 / step)
    let (k0, k1) = ((a + 4 * b + c) / 6, (c - a) / 2)
    let (k2, k3) = ((a - 2 * b + c) / 2, (d - 3 * c + 3 * b - a) / 6)
    for x in samples {
      let t = (Float(Int32(truncatingIfNeeded: x &- start)) + lead) * scale
      let value = ((k3 * t + k2) * t + k1) * t + k0
      // The nearest whole number stands in the low bits.
      target[x] = S(truncatingIfNeeded: (value + 8_388_608).bitPattern)
    }
  }
}
