import Y4M

/// What of a picture is led to a grid: a function of its colours.
protocol LightSource {
  /// Luma above 0 up to which no colour gives any light; nil where there is none.
  var darkness: Float? { get }

  /// Puts what colours of R'G'B' give in place of them: numbers of 0 and above; rows have room for
  /// whole lanes of eight.
  func extract(_ colors: RGBRow, scratch: Scratch)
}

extension LightGrid {
  /// Fills the grid with what the picture gives: means weighted by triangles of two cells, blurred
  /// across. Beyond the picture its edge repeats.
  func fill(from job: EffectJob, _ source: some LightSource, across: LightBlur) {
    if job.source.format.depth == 8 {
      fill(job, source, across, UInt8.self)
    } else {
      fill(job, source, across, UInt16.self)
    }
  }

  private func fill<S: Sample>(
    _ job: EffectJob, _ source: some LightSource, _ across: LightBlur, _: S.Type
  ) {
    job.workspace.split(rows, least: max(32 / factor, 4)) { part, scratch in
      ReducedRows<_, S>(self, job, source, across, scratch).run(part, scratch)
    }
  }
}

/// The rows of a grid, made one after the other.
private struct ReducedRows<Source: LightSource, S: Sample> {
  /// Samples that are looked at together.
  private static var block: Int { 64 }

  private let grid: LightGrid
  private let job: EffectJob
  private let source: Source
  private let across: LightBlur
  private let picture: SampledColors<S>
  /// The samples of luma that cells take, and those of them that there are.
  private let wanted: Range<Int>
  private let inside: Range<Int>
  /// What a row of the picture gives, and the parts of it that give anything.
  private let light: RGBRow
  private let lit: UnsafeMutablePointer<SIMD2<Int>>
  /// Sums of rows for a row of cells and the next one; from the first sample wanted on.
  private let sums: (RGBRow, RGBRow)
  /// A row of cells of one channel, with its ends repeated.
  private let line: UnsafeMutablePointer<Float>
  private let taps: UnsafeMutablePointer<UnsafePointer<Float>>
  /// What samples of two cells count for the one midway.
  private let shares: UnsafeMutablePointer<Float>
  /// The sample of luma up to which there is no light.
  private let dark: S

  init(
    _ grid: LightGrid, _ job: EffectJob, _ source: Source, _ across: LightBlur,
    _ scratch: Scratch
  ) {
    (self.grid, self.job, self.source, self.across) = (grid, job, source, across)
    let factor = grid.factor
    wanted = (grid.columns.lowerBound - 1) * factor..<(grid.columns.upperBound + 1) * factor
    inside = wanted.clamped(to: 0..<job.source.format.width)
    picture = SampledColors(job, 0, inside, scratch)
    light = RGBRow(count: inside.count + 16, scratch)
    lit = scratch.take(SIMD2<Int>.self, inside.count / Self.block + 2)
    sums = (RGBRow(count: wanted.count, scratch), RGBRow(count: wanted.count, scratch))
    line = scratch.take(Float.self, grid.columns.count + 2 * across.radius) + across.radius
    taps = scratch.take(UnsafePointer<Float>.self, 2 * across.radius + 1)
    shares = scratch.take(Float.self, 2 * factor)
    for x in 0..<2 * factor {
      let distance = (Float(x) + 0.5 - Float(factor)).magnitude
      shares[x] = (1 - distance / Float(factor)) / Float(factor * factor)
    }
    if let darkness = source.darkness, !job.includesAlpha {
      let sample = picture.coding.black + darkness * picture.coding.lumaSpan
      dark = S(truncatingIfNeeded: Int(min(max(sample, 0), Float(job.source.format.peak))))
    } else {
      dark = 0
    }
  }

  func run(_ rows: Range<Int>, _ scratch: Scratch) {
    var (upper, lower) = sums
    clear(upper)
    clear(lower)
    let factor = grid.factor
    var current = rows.lowerBound - 1
    var (known, parts) = (Int.min, 0)
    for y in current * factor + factor / 2..<rows.upperBound * factor + factor / 2 {
      // The row of cells whose middle is this row or lies above it, and how far above.
      let place = 2 * y + 1 - factor
      let row = place >> (factor.trailingZeroBitCount + 1)
      let share = Float(place - 2 * factor * row) / Float(2 * factor)
      if row > current {
        if current >= rows.lowerBound { finish(current, upper) }
        swap(&upper, &lower)
        clear(lower)
        current = row
      }
      let inner = min(max(y, 0), job.source.format.height - 1)
      if inner != known {
        parts = extract(inner, scratch)
        known = inner
      }
      for index in 0..<parts {
        if row >= rows.lowerBound { add(lit[index].x..<lit[index].y, 1 - share, to: upper) }
        if share > 0 { add(lit[index].x..<lit[index].y, share, to: lower) }
      }
    }
    finish(current, upper)
  }

  private func clear(_ row: RGBRow) {
    for channel in 0..<3 { row[channel].update(repeating: 0, count: row.count) }
  }

  /// Finds out what a row gives; returns in how many parts.
  private func extract(_ y: Int, _ scratch: Scratch) -> Int {
    let samples: UnsafeMutablePointer<S> = job.source.samples(picture.sites)
    let row = samples + y * picture.sites.width
    var count = 0
    var start = inside.lowerBound
    while start < inside.upperBound {
      var end = start
      while end < inside.upperBound, isLit(row, end) { end += Self.block }
      if end > start {
        lit[count] = SIMD2(start, min(end, inside.upperBound))
        count += 1
      }
      start = end + Self.block
    }
    for index in 0..<count {
      let colors = picture.read(y, lit[index].x..<lit[index].y)
      scratch.scope { source.extract(colors, scratch: scratch) }
      for channel in 0..<3 { picture.cover(colors[channel], count: colors.count) }
      let start = lit[index].x - inside.lowerBound
      light.part(start..<start + colors.count).copy(from: colors)
    }
    return count
  }

  /// Whether a block of a row may give light.
  private func isLit(_ row: UnsafeMutablePointer<S>, _ start: Int) -> Bool {
    if dark == 0 { return true }
    var most: S = 0
    for x in start..<min(start &+ Self.block, inside.upperBound) { most = max(most, row[x]) }
    return most > dark
  }

  private func add(_ part: Range<Int>, _ share: Float, to sums: RGBRow) {
    let (from, to) = (part.lowerBound - inside.lowerBound, part.lowerBound - wanted.lowerBound)
    Self.add(light.red + from, share, to: sums.red + to, part.count)
    Self.add(light.green + from, share, to: sums.green + to, part.count)
    Self.add(light.blue + from, share, to: sums.blue + to, part.count)
  }

  private static func add(
    _ row: UnsafeMutablePointer<Float>, _ share: Float, to sums: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    for x in 0..<count { sums[x] += row[x] * share }
  }

  /// Writes a row of cells.
  private func finish(_ row: Int, _ sums: RGBRow) {
    let radius = across.radius
    for channel in 0..<3 {
      let sums = sums[channel]
      // Beyond the picture its edge repeats.
      let (first, last) = (
        inside.lowerBound - wanted.lowerBound, inside.upperBound - 1 - wanted.lowerBound
      )
      sums.update(repeating: sums[first], count: first)
      (sums + last).update(repeating: sums[last], count: wanted.count - last)
      gather(sums)
      let count = grid.columns.count
      (line - radius).update(repeating: line[0], count: radius)
      (line + count).update(repeating: line[count - 1], count: radius)
      for tap in 0...2 * radius { taps[tap] = UnsafePointer(line + (tap - radius)) }
      LightRowBlur.convolve(
        taps, weights: across.weights, radius: radius, to: grid.row(channel, row), count: count)
    }
  }

  /// Adds up samples to cells, by triangles.
  private func gather(_ sums: UnsafeMutablePointer<Float>) {
    let factor = grid.factor
    if factor == 1 {
      for cell in 0..<grid.columns.count { line[cell] = sums[cell &+ 1] }
      return
    }
    for cell in 0..<grid.columns.count {
      // From half a cell before its first sample on.
      let samples = sums + (cell &* factor &+ factor / 2)
      if factor == 2 {
        let (outer, inner) = (samples[0] + samples[3], samples[1] + samples[2])
        line[cell] = outer * shares[0] + inner * shares[1]
        continue
      }
      var sum = SIMD4<Float>.zero
      var x = 0
      while x < 2 &* factor {
        sum += Self.four(samples + x) * Self.four(shares + x)
        x &+= 4
      }
      line[cell] = (sum.x + sum.y) + (sum.z + sum.w)
    }
  }

  @inline(__always)
  private static func four(_ row: UnsafeMutablePointer<Float>) -> SIMD4<Float> {
    UnsafeRawPointer(row).loadUnaligned(as: SIMD4<Float>.self)
  }
}
