import Y4M

/// How bright a screen is from place to place, as a multiple of its given colour: measured where the
/// picture shows nothing but screen, spread from there, and 1 far from all of it.
struct ScreenField {
  /// Cells along the shorter side of a picture.
  private static let cells = 20
  /// How far a cell's measure is spread, in passes of 1-2-1.
  private static let passes = 6
  /// How much of a cell counts as a screen of just the given colour.
  private static let prior: Float = 0.02
  /// A colour is screen where its K is at least so much of what its brightness would have it be.
  private static let purity: Float = 0.93
  /// What a screen's brightness may be of the given one.
  private static let range: ClosedRange<Float> = 0.6...1.3

  /// The side of a cell in samples of luma, and how many cells there are.
  private let size: Int
  private let width: Int
  private let height: Int
  private let values: UnsafeMutablePointer<Float>

  /// Measures the source of a job; valid as long as what was taken from the job's scratch memory.
  init(_ job: EffectJob, _ screen: KeyScreen) {
    size = max((min(job.width, job.height) + Self.cells / 2) / Self.cells, 8)
    width = (job.width + size - 1) / size
    height = (job.height + size - 1) / size
    values = job.scratch.take(Float.self, width * height)
    let weights = job.scratch.take(Float.self, width * height)
    let spare = job.scratch.take(Float.self, width * height)
    if job.source.format.depth == 8 {
      measure(job, screen, weights, UInt8.self)
    } else {
      measure(job, screen, weights, UInt16.self)
    }
    spread(values, spare)
    spread(weights, spare)
    for i in 0..<width * height {
      values[i] = (values[i] + Self.prior) / (weights[i] + Self.prior)
    }
  }

  /// Adds up, cell by cell, what pure screen there is in every few rows.
  private func measure<S: Sample>(
    _ job: EffectJob, _ screen: KeyScreen, _ weights: UnsafeMutablePointer<Float>, _: S.Type
  ) {
    let step = max(size / 4, 1)
    job.workspace.split(0..<height, least: 4) { cells, scratch in
      let colors = StraightColors<S>(job, 0, 0..<job.width, scratch)
      let ratios = scratch.take(Float.self, job.width)
      let counts = scratch.take(Float.self, job.width)
      for cell in cells {
        let sums = values + cell * width
        let shares = weights + cell * width
        sums.update(repeating: 0, count: width)
        shares.update(repeating: 0, count: width)
        let last = min((cell + 1) * size, job.height)
        let rows = stride(from: cell * size, to: last, by: step)
        let scale = 1 / Float(size * ((last - cell * size + step - 1) / step))
        for y in rows {
          colors.read(y)
          find(screen, colors, ratios, counts)
          for column in 0..<width {
            for x in column * size..<min((column + 1) * size, job.width) {
              sums[column] += ratios[x] * scale
              shares[column] += counts[x] * scale
            }
          }
        }
      }
    }
  }

  /// Writes where a row is pure screen, and how bright it is there.
  private func find<S>(
    _ screen: KeyScreen, _ colors: StraightColors<S>, _ ratios: UnsafeMutablePointer<Float>,
    _ counts: UnsafeMutablePointer<Float>
  ) {
    let (row, cover) = (colors.row, colors.cover)
    let (red, green, blue) = (screen.weights.x, screen.weights.y, screen.weights.z)
    let own = screen.own
    let peak = own.x * screen.red + own.y * screen.green + own.z * screen.blue
    let (scale, pure) = (1 / screen.strength, Self.purity / max(peak, 1 / 64))
    let (low, high) = (Self.range.lowerBound, Self.range.upperBound)
    for x in 0..<row.count {
      let ratio = (row.red[x] * red + row.green[x] * green + row.blue[x] * blue) * scale
      let brightness = row.red[x] * own.x + row.green[x] * own.y + row.blue[x] * own.z
      var count: Float = ratio > pure * brightness ? 1 : 0
      count *= ratio > low ? 1 : 0
      count *= ratio < high ? 1 : 0
      count *= cover[x]
      counts[x] = count
      ratios[x] = ratio * count
    }
  }

  /// Smooths a field along both axes; beyond its edges it repeats itself.
  private func spread(
    _ field: UnsafeMutablePointer<Float>, _ spare: UnsafeMutablePointer<Float>
  ) {
    func pass(
      _ from: UnsafeMutablePointer<Float>, _ to: UnsafeMutablePointer<Float>, _ stepX: Int,
      _ stepY: Int
    ) {
      for y in 0..<height {
        let rows = (max(y - stepY, 0) * width, y * width, min(y + stepY, height - 1) * width)
        for x in 0..<width {
          let before = from[rows.0 + max(x - stepX, 0)]
          let after = from[rows.2 + min(x + stepX, width - 1)]
          to[rows.1 + x] = 0.25 * before + 0.5 * from[rows.1 + x] + 0.25 * after
        }
      }
    }
    for _ in 0..<Self.passes {
      pass(field, spare, 1, 0)
      pass(spare, field, 0, 1)
    }
  }

  /// Writes the field at the places of a row.
  func read(_ place: KeyedPlace, to target: UnsafeMutablePointer<Float>, _ scratch: Scratch) {
    let sites = place.sites
    let line = scratch.take(Float.self, width + 1)
    let scale = 1 / Float(size)
    func position(_ index: Int, _ shift: Int, _ origin: Double, _ count: Int) -> (Int, Float) {
      let luma = Float(index << shift) + Float(origin) + 0.5
      let cell = min(max(luma * scale - 0.5, 0), Float(count - 1))
      let whole = Int(cell)
      return (whole, cell - Float(whole))
    }
    let (upper, part) = position(place.y, sites.shiftY, sites.originY, height)
    let rows = (values + upper * width, values + min(upper + 1, height - 1) * width)
    for i in 0..<width { line[i] = rows.0[i] + (rows.1[i] - rows.0[i]) * part }
    line[width] = line[width - 1]
    let step = Float(1 << sites.shiftX) * scale
    let first = (Float(sites.originX) + 0.5) * scale - 0.5
    // Between the middles of cells by turns, so that the loops there have nothing to look up.
    var x = place.columns.lowerBound
    while x < place.columns.upperBound {
      let cell = min(max(first + Float(x) * step, -1), Float(width - 1))
      let left = Int(cell.rounded(.down))
      let share = cell - Float(left)
      let rest = place.columns.upperBound - x
      let inside = left + 1 < width ? min(rest, Int(((1 - share) / step).rounded(.up))) : rest
      let count = max(inside, 1)
      let (before, after) = (line[max(left, 0)], line[left + 1])
      Self.fill(
        target + (x - place.columns.lowerBound), count, from: before, slope: after - before, share,
        step)
      x += count
    }
  }

  /// Writes what lies between two numbers, at `share` of the way and on from there.
  private static func fill(
    _ target: UnsafeMutablePointer<Float>, _ count: Int, from start: Float, slope: Float,
    _ share: Float, _ step: Float
  ) {
    for i in 0..<Int32(truncatingIfNeeded: count) {
      let way = share + Float(i) * step
      target[Int(i)] = start + slope * way
    }
  }
}
