import Y4M

/// Where a matte's range is cut off.
struct MatteLevels: Sendable {
  /// What all goes and what all stays, amid what nearly does.
  let inner: ClosedRange<Float>
  /// The same in soft parts.
  let outer: ClosedRange<Float>
  /// The noise of the screen's unlikeness, and that of it which averaging leaves.
  let noise: Float
  let unevenness: Float

  /// Up to a tolerance of 0.07, and of the rest up to 0.13, are cut off amid what nearly goes or
  /// stays alone.
  ///
  /// - Parameter floor: the noise that there is in any case, of rounding.
  init(tolerance: Double, softness: Double, _ field: ScreenField, floor: Float) {
    let low = Float(min(max(tolerance, 0), 1))
    let high = low + Float(min(max(softness, 1.0 / 1024), 1))
    inner = low...high
    outer = max(low - 0.07, 0)...max(high, min(high + 0.13, 1))
    noise = (field.noise * field.noise + floor * floor).squareRoot()
    unevenness = field.unevenness
  }
}

/// The passes by which a matte is made, each over rows of the grid.
struct MatteStages {
  /// How far around a place is smoothed, and how much of noise is taken for it.
  private static let reach = 2
  private static let caution: Float = 2.5

  let job: EffectJob
  let grid: ScreenGrid
  let unlikeness: Unlikeness
  let light: ScreenLight
  let levels: MatteLevels

  /// Writes how unlike the screen colours are, and their luma.
  func measure<S: Sample>(
    to unlike: UnsafeMutablePointer<Float>, _ luma: UnsafeMutablePointer<Float>,
    _ rows: Range<Int>, _: S.Type
  ) {
    let width = grid.width
    split(rows) { rows, scratch in
      var colors = StraightColors<S>(job, at: grid.sites, 0..<width, scratch)
      let coding = colors.coding
      for y in rows {
        let (target, lumaTarget) = (unlike + y * width, luma + y * width)
        let samples = colors.readLuma(y)
        coding.normalize(samples, to: lumaTarget, count: width)
        colors.readColors(y, 0..<width)
        scratch.scope {
          let place = KeyedPlace(y: y, columns: 0..<width, sites: grid.sites)
          let light = light.row(place, unlikeness.screen, scratch)
          unlikeness.measure(colors.row, light, to: target)
        }
        guard colors.isPremultiplied else { continue }
        // What is not there is as if it were screen.
        for x in 0..<width { target[x] = colors.cover[x] > 0 ? target[x] : 0 }
      }
    }
  }

  /// Brings values to the mean of their neighbourhood, as far as they vary no more than noise does:
  /// a Wiener filter.
  func smooth(
    _ source: UnsafeMutablePointer<Float>, to target: UnsafeMutablePointer<Float>,
    _ rows: Range<Int>
  ) {
    let width = grid.width
    let noise = Self.caution * Self.caution * levels.noise * levels.noise
    split(rows) { rows, scratch in
      let (sums, squares) = (line(scratch, Self.reach), line(scratch, Self.reach))
      for y in rows {
        let (a, b, c) = (row(source, y - 2), row(source, y - 1), row(source, y))
        let (d, e) = (row(source, y + 1), row(source, y + 2))
        for x in 0..<width {
          sums[x] = a[x] + b[x] + c[x] + d[x] + e[x]
          let outer = a[x] * a[x] + b[x] * b[x] + d[x] * d[x]
          squares[x] = outer + c[x] * c[x] + e[x] * e[x]
        }
        pad(sums, Self.reach)
        pad(squares, Self.reach)
        let made = target + y * width
        for x in 0..<width {
          let sum = sums[x - 2] + sums[x - 1] + sums[x] + sums[x + 1] + sums[x + 2]
          let square =
            squares[x - 2] + squares[x - 1] + squares[x] + squares[x + 1] + squares[x + 2]
          let mean = sum * (1.0 / 25)
          let variance = max(square * (1.0 / 25) - mean * mean, 1e-9)
          made[x] = mean + (c[x] - mean) * (max(variance - noise, 0) / variance)
        }
      }
    }
  }

  /// Runs bands of rows.
  func split(_ rows: Range<Int>, _ body: (Range<Int>, Scratch) -> Void) {
    job.workspace.split(rows, least: max(Workspace.leastRows(width: grid.width), 16), body)
  }

  /// A row of a plane, which repeats itself beyond its edges.
  func row(_ plane: UnsafeMutablePointer<Float>, _ y: Int) -> UnsafeMutablePointer<Float> {
    plane + min(max(y, 0), grid.height - 1) * grid.width
  }

  /// A line with room for so many repeated ends.
  func line(_ scratch: Scratch, _ reach: Int) -> UnsafeMutablePointer<Float> {
    scratch.take(Float.self, grid.width + 2 * reach) + reach
  }

  func pad(_ line: UnsafeMutablePointer<Float>, _ reach: Int) {
    (line - reach).update(repeating: line[0], count: reach)
    (line + grid.width).update(repeating: line[grid.width - 1], count: reach)
  }
}
