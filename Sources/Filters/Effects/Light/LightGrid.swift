import Bytes
import Y4M

/// Light of three channels on a coarse grid: a reduced picture, or something drawn.
///
/// Cell i of an axis lies in the middle of `factor` luma samples, the first of which is number
/// `i * factor`: cells lie in the same places whatever part of a picture is wanted. Numbers are 0
/// and above.
struct LightGrid {
  /// Luma samples from cell to cell, a power of two.
  let factor: Int
  /// The cells that there are. What lies beyond is like the nearest of them.
  let columns: Range<Int>
  let rows: Range<Int>
  /// What leads from cells to places: how far a light must still be blurred, down.
  var down: LightBlur
  private let planes: UnsafeMutablePointer<Float>

  /// Memory for the light of a part of a job's picture.
  ///
  /// - Parameters:
  ///   - box: the part; the whole picture, or what is changed.
  ///   - margin: cells beyond the part that are wanted, but for those that a picture has not.
  init(_ job: EffectJob, _ box: Box, factor: Int, margin: Int = 0, down: LightBlur) {
    let margin = margin + 2
    func cells(_ start: Int, _ end: Int, _ side: Int) -> Range<Int> {
      let wanted = start / factor - margin..<(end - 1) / factor + 1 + margin
      // Two cells beyond the picture have nothing but its edge.
      return wanted.clamped(to: -2..<(side - 1) / factor + 3)
    }
    self.factor = factor
    self.down = down
    columns = cells(box.x, box.maxX, job.source.format.width)
    rows = cells(box.y, box.maxY, job.source.format.height)
    planes = job.scratch.take(Float.self, 3 * columns.count * rows.count)
  }

  /// A grid that is drawn on, over what a job changes: nothing stands in it yet.
  init(drawingOn job: EffectJob, factor: Int) {
    self.init(job, job.box, factor: factor, down: .none(job.scratch))
    planes.update(repeating: 0, count: 3 * columns.count * rows.count)
  }

  /// Another grid of the same cells.
  init(like other: LightGrid, _ scratch: Scratch) {
    (factor, columns, rows, down) = (other.factor, other.columns, other.rows, other.down)
    planes = scratch.take(Float.self, 3 * columns.count * rows.count)
  }

  /// Where the middle of a cell lies, in pixels.
  func place(_ cell: Int) -> Double { (Double(cell) + 0.5) * Double(factor) }

  /// The first cell of a row of a channel; of rows that there are not, that of the nearest.
  func row(_ channel: Int, _ y: Int) -> UnsafeMutablePointer<Float> {
    let y = min(max(y, rows.lowerBound), rows.upperBound - 1) - rows.lowerBound
    return planes + (channel * rows.count + y) * columns.count
  }
}

/// A blur along one axis of a grid, by a gaussian that makes up for what leads to the grid and from
/// it.
struct LightBlur: BitwiseCopyable {
  let radius: Int
  /// `radius + 1` weights from the middle outwards; all, on both sides, add up to 1.
  let weights: UnsafePointer<Float>

  /// No blur.
  static func none(_ scratch: Scratch) -> LightBlur {
    let weights = scratch.take(Float.self, 1)
    weights[0] = 1
    return LightBlur(radius: 0, weights: UnsafePointer(weights))
  }

  private init(radius: Int, weights: UnsafePointer<Float>) {
    self.radius = radius
    self.weights = weights
  }

  /// - Parameter sigma: in luma samples, of all that happens from picture to picture.
  init(sigma: Double, factor: Int, _ scratch: Scratch) {
    let steps = Self.steps(sigma: sigma, factor: factor)
    radius = Self.radius(steps: steps)
    let weights = scratch.take(Float.self, radius + 1)
    var sum = 1.0
    for n in 0..<radius { sum += 2 * Self.weight(n + 1, steps) }
    var rest = 1.0
    for n in 0..<radius {
      weights[n + 1] = Float(Self.weight(n + 1, steps) / sum)
      rest -= 2 * Double(weights[n + 1])
    }
    weights[0] = Float(rest)
    self.weights = UnsafePointer(weights)
  }

  private static func weight(_ n: Int, _ steps: Double) -> Double {
    Maths.exp(-Double(n * n) / (2 * steps * steps))
  }

  /// Luma samples from cell to cell for a blur of `sigma` luma samples.
  ///
  /// - Parameter area: of the picture, in luma samples; a large one is always reduced.
  static func factor(sigma: Double, area: Int) -> Int {
    var factor = area > 1 << 19 ? 2 : 1
    while factor < 256, sigma >= leastSteps * Double(2 * factor) { factor *= 2 }
    return factor
  }

  /// The least sigma in cells for which a grid is halved.
  private static let leastSteps = 2.0

  /// What is left to be done on the grid, in cells: triangles of two cells lead to it, and squares
  /// of three from it.
  private static func steps(sigma: Double, factor: Int) -> Double {
    let variance = sigma * sigma / Double(factor * factor)
    let triangle = (1 - 1 / Double(factor * factor)) / 6
    return max(variance - triangle - 0.25, 1.0 / 64).squareRoot()
  }

  private static func radius(steps: Double) -> Int {
    Int(min((4 * steps).rounded(.up), 1024))
  }

  /// How many cells a blur of `sigma` luma samples reads around a cell.
  static func reach(sigma: Double, factor: Int) -> Int {
    radius(steps: steps(sigma: sigma, factor: factor))
  }
}

/// Reads a grid at the places of a plane, led back by quadratic splines.
struct LightReader {
  private let grid: LightGrid
  private let sites: PlaneLayout
  private let columns: Range<Int>
  /// The latest four rows of cells, blurred down, of each channel.
  private let window: UnsafeMutablePointer<Float>
  /// Which rows these are.
  private let held: UnsafeMutablePointer<Int>
  private let taps: UnsafeMutablePointer<UnsafePointer<Float>>
  private let line: UnsafeMutablePointer<Float>
  private let spread: Int
  private let splines: Splines

  init(
    _ grid: LightGrid, _ columns: Range<Int>, _ sites: PlaneLayout, _ scratch: Scratch
  ) {
    self.grid = grid
    self.sites = sites
    self.columns = columns
    spread = (grid.columns.count + 31) / 32 * 32
    window = scratch.take(Float.self, 12 * spread)
    held = scratch.take(Int.self, 4)
    held.update(repeating: Int.min, count: 4)
    taps = scratch.take(UnsafePointer<Float>.self, 2 * grid.down.radius + 1)
    line = scratch.take(Float.self, spread)
    splines = Splines(columns, sites, factor: grid.factor, scratch)
  }

  /// Writes the light at row `y` of the places.
  func read(_ y: Int, to light: RGBRow) {
    let place = Float(y << sites.shiftY) + Float(sites.originY) + 0.5
    let cell = Int((place / Float(grid.factor)).rounded(.down))
    let weights = Splines.weights(place / Float(grid.factor) - 0.5 - Float(cell))
    for row in cell - 1...cell + 1 where held[row & 3] != row { blur(row) }
    for channel in 0..<3 {
      func row(_ row: Int) -> UnsafeMutablePointer<Float> {
        window + (3 * (row & 3) + channel) * spread
      }
      let (a, b, c) = (row(cell - 1), row(cell), row(cell + 1))
      for x in 0..<grid.columns.count {
        line[x] = a[x] * weights.x + b[x] * weights.y + c[x] * weights.z
      }
      splines.lead(line - grid.columns.lowerBound, to: light[channel])
    }
  }

  /// Fills a row of the window.
  private func blur(_ row: Int) {
    let radius = grid.down.radius
    held[row & 3] = row
    for channel in 0..<3 {
      let target = window + (3 * (row & 3) + channel) * spread
      for tap in 0...2 * radius {
        taps[tap] = UnsafePointer(grid.row(channel, row + tap - radius))
      }
      LightRowBlur.convolve(
        taps, weights: grid.down.weights, radius: radius, to: target, count: grid.columns.count)
    }
  }
}

/// Symmetrically weighted sums of rows.
enum LightRowBlur {
  /// Adds up those of `rows[radius]` and of its neighbours on both sides.
  static func convolve(
    _ rows: UnsafeMutablePointer<UnsafePointer<Float>>, weights: UnsafePointer<Float>,
    radius: Int, to target: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (middle, weight) = (rows[radius], weights[0])
    for x in 0..<count { target[x] = middle[x] * weight }
    for n in 0..<radius {
      let (a, b) = (rows[radius &- n &- 1], rows[radius &+ n &+ 1])
      let weight = weights[n &+ 1]
      for x in 0..<count { target[x] += (a[x] + b[x]) * weight }
    }
  }
}

/// Quadratic splines through cells, at the places of columns of a plane.
private struct Splines {
  private let columns: Range<Int>
  /// Places from cell to cell; 0 where cells are closer.
  private let ratio: Int
  /// Three weights for each place of a cell: all of one neighbour, then all of the next.
  private let phases: UnsafeMutablePointer<Float>
  /// The cell of each place, where ``ratio`` is 0, and its weights.
  private let cells: UnsafeMutablePointer<Int>
  /// A row of whole cells.
  private let whole: UnsafeMutablePointer<Float>

  /// Weights of the cell before a place's, its own and the next, `offset` from its middle.
  static func weights(_ offset: Float) -> SIMD3<Float> {
    let (left, right) = (0.5 - offset, 0.5 + offset)
    return SIMD3(0.5 * left * left, 0.75 - offset * offset, 0.5 * right * right)
  }

  init(_ columns: Range<Int>, _ sites: PlaneLayout, factor: Int, _ scratch: Scratch) {
    self.columns = columns
    let isAligned = sites.originX >= 0 && sites.originX < Double(1 << sites.shiftX) - 0.25
    let ratio = isAligned ? factor >> sites.shiftX : 0
    self.ratio = ratio
    let count = ratio > 0 ? ratio : columns.count
    phases = scratch.take(Float.self, 3 * count)
    cells = scratch.take(Int.self, ratio > 0 ? 1 : count)
    whole = scratch.take(Float.self, columns.count + 2 * max(ratio, 1) + 16)
    for index in 0..<count {
      let site = ratio > 0 ? index : index + columns.lowerBound
      let place = Float(site << sites.shiftX) + Float(sites.originX) + 0.5
      let cell = (place / Float(factor)).rounded(.down)
      let weights = Self.weights(place / Float(factor) - 0.5 - cell)
      for tap in 0..<3 { phases[tap * count + index] = weights[tap] }
      if ratio == 0 { cells[index] = Int(cell) }
    }
  }

  /// Writes the columns of a line of cells, whose first has the number 0.
  func lead(_ line: UnsafeMutablePointer<Float>, to target: UnsafeMutablePointer<Float>) {
    if ratio == 0 { return leadFar(line, to: target) }
    let first = columns.lowerBound / ratio
    let count = (columns.upperBound - 1) / ratio + 1 - first
    let source = line + first
    switch ratio {
    case 1: leadOne(source, count)
    case 2: leadTwo(source, count)
    default: leadMany(source, count)
    }
    target.update(from: whole + (columns.lowerBound - first * ratio), count: columns.count)
  }

  private func leadOne(_ line: UnsafeMutablePointer<Float>, _ count: Int) {
    let (a, b, c) = (phases[0], phases[1], phases[2])
    let before = line - 1
    for i in 0..<count { whole[i] = before[i] * a + before[i &+ 1] * b + before[i &+ 2] * c }
  }

  private func leadTwo(_ line: UnsafeMutablePointer<Float>, _ count: Int) {
    let (a, b, c) = (phases[0], phases[2], phases[4])
    let (d, e, f) = (phases[1], phases[3], phases[5])
    let before = line - 1
    for i in 0..<count {
      let (one, two, three) = (before[i], before[i &+ 1], before[i &+ 2])
      whole[2 &* i] = one * a + two * b + three * c
      whole[2 &* i &+ 1] = one * d + two * e + three * f
    }
  }

  private func leadMany(_ line: UnsafeMutablePointer<Float>, _ count: Int) {
    typealias Four = SIMD4<Float>
    func four(_ index: Int) -> Four {
      UnsafeRawPointer(phases + index).loadUnaligned(as: Four.self)
    }
    var start = 0
    while start < ratio {
      let (a, b, c) = (four(start), four(ratio &+ start), four(2 &* ratio &+ start))
      let target = UnsafeMutableRawPointer(whole + start)
      for i in 0..<count {
        let near = Four(repeating: line[i &- 1]) * a + Four(repeating: line[i]) * b
        target.storeBytes(
          of: near + Four(repeating: line[i &+ 1]) * c, toByteOffset: 4 &* i &* ratio,
          as: Four.self)
      }
      start &+= 4
    }
  }

  /// Of cells that are closer than places, or lie otherwise.
  private func leadFar(
    _ line: UnsafeMutablePointer<Float>, to target: UnsafeMutablePointer<Float>
  ) {
    let count = columns.count
    for x in 0..<count {
      let cell = line + cells[x]
      target[x] =
        cell[-1] * phases[x] + cell[0] * phases[count &+ x] + cell[1] * phases[2 &* count &+ x]
    }
  }
}
