import Y4M

/// What a screen is like from place to place: how bright it is, as a multiple of its given colour,
/// and how noisy. It is measured where the picture shows nothing but screen, spread from there, and
/// 1 far from all of it.
struct ScreenField {
  /// Cells along the shorter side of a picture.
  private static let cells = 20
  /// How far a cell's measure is spread, in passes of 1-2-1.
  private static let passes = 6
  /// How much of a cell counts as a screen of just the given colour.
  private static let prior: Float = 0.02
  /// A cell is screen whose K is, on the whole, so much of what its brightness would have it be:
  /// from the first on it counts, at the second in full. Thin smoke has less.
  private static let purity: (from: Float, to: Float) = (0.985, 0.995)

  private let grid: ScreenGrid
  /// The side of a cell in places of the grid, and how many cells there are.
  private let size: Int
  private let width: Int
  private let height: Int
  /// The brightness above 1.
  private let values: UnsafeMutablePointer<Float>
  /// The standard deviation of K on the screen, as a part of the screen's: of all its noise.
  private(set) var noise: Float = 0
  /// The same of what is left when neighbours are averaged.
  private(set) var unevenness: Float = 0

  /// Measures the source of a job; valid as long as what was taken from the job's scratch memory.
  ///
  /// - Parameter plate: a still of the screen, which says how bright it is instead.
  init(_ job: EffectJob, _ grid: ScreenGrid, _ screen: KeyScreen, plate: PicturePlanes? = nil) {
    self.grid = grid
    size = max((min(grid.width, grid.height) + Self.cells / 2) / Self.cells, 4)
    width = (grid.width + size - 1) / size
    height = (grid.height + size - 1) / size
    values = job.scratch.take(Float.self, width * height)
    let weights = job.scratch.take(Float.self, width * height)
    let spare = job.scratch.take(Float.self, width * height)
    let cells = job.scratch.take(ScreenCell.self, width * height)
    if job.source.format.depth == 8 {
      measure(job, screen, plate, cells, UInt8.self)
    } else {
      measure(job, screen, plate, cells, UInt16.self)
    }
    for i in 0..<width * height {
      weights[i] = cells[i].weight(Self.purity.from, Self.purity.to)
      values[i] = plate == nil ? weights[i] * cells[i].mean : 0
    }
    spread(values, spare)
    spread(weights, spare)
    for i in 0..<width * height { values[i] /= weights[i] + Self.prior }
    measureNoise(cells)
  }

  /// Adds up, cell by cell, what screen there is in every few rows.
  private func measure<S: Sample>(
    _ job: EffectJob, _ screen: KeyScreen, _ plate: PicturePlanes?,
    _ cells: UnsafeMutablePointer<ScreenCell>, _: S.Type
  ) {
    let step = max(size / 4, 1)
    job.workspace.split(0..<height, least: 4) { rows, scratch in
      var colors = StraightColors<S>(job, at: grid.sites, 0..<grid.width, scratch)
      let line = ScreenLine(count: grid.width, scratch)
      for cell in rows {
        let row = cells + cell * width
        row.update(repeating: ScreenCell(), count: width)
        for y in stride(from: cell * size, to: min((cell + 1) * size, grid.height), by: step) {
          colors.read(y)
          scratch.scope {
            let place = KeyedPlace(y: y, columns: 0..<grid.width, sites: grid.sites)
            let light = plate.map { ScreenLight.plate($0).row(place, screen, scratch) }
            line.find(screen, colors.row, colors.cover, light)
          }
          for x in 0..<width {
            row[x].add(line, x * size..<min((x + 1) * size, grid.width))
          }
        }
      }
    }
  }

  private mutating func measureNoise(_ cells: UnsafeMutablePointer<ScreenCell>) {
    var (sum, all, slow): (Float, Float, Float) = (0, 0, 0)
    for i in 0..<width * height {
      let cell = cells[i]
      let weight = cell.weight(Self.purity.from, Self.purity.to)
      guard weight > 0, cell.isFull else { continue }
      let apart = cell.mean - values[i]
      sum += weight
      all += weight * (cell.variance + apart * apart)
      slow += weight * (cell.covariance + apart * apart)
    }
    guard sum > 0 else { return }
    noise = (all / sum).squareRoot()
    unevenness = (max(slow / sum, 0) + noise * noise / 16).squareRoot()
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
    // The cells in samples of luma.
    let scale = 1 / Float(size << grid.sites.shiftX)
    func position(_ index: Int, _ shift: Int, _ origin: Double, _ count: Int) -> (Int, Float) {
      let luma = Float(index << shift) + Float(origin) + 0.5
      let cell = min(max(luma * scale - 0.5, 0), Float(count - 1))
      let whole = Int(cell)
      return (whole, cell - Float(whole))
    }
    let (upper, part) = position(place.y, sites.shiftY, sites.originY, height)
    let rows = (values + upper * width, values + min(upper + 1, height - 1) * width)
    for i in 0..<width { line[i] = 1 + rows.0[i] + (rows.1[i] - rows.0[i]) * part }
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
