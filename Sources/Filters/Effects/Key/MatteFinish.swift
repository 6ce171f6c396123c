import Y4M

/// Planes of a grid that say what shares are; see ``ScreenMatte``.
typealias MattePlanes = (
  slope: UnsafeMutablePointer<Float>, base: UnsafeMutablePointer<Float>,
  gain: UnsafeMutablePointer<Float>?, cut: UnsafeMutablePointer<Float>?
)

extension MatteStages {
  /// How far around a place is looked for what all stays or goes.
  private static var range: Int { 3 }
  /// How much more slope is taken than least squares give, since the grid's luma is a mean.
  private static var slopeGain: Float { 1.25 }

  /// Makes shares of unlikeness: cut off where that is due, and a function of luma.
  func finish(
    _ unlike: UnsafeMutablePointer<Float>, _ luma: UnsafeMutablePointer<Float>,
    to planes: MattePlanes, _ rows: Range<Int>
  ) {
    let lows = job.scratch.take(Float.self, grid.count)
    let highs = job.scratch.take(Float.self, grid.count)
    split(grid.rows(rows, margin: 1)) { rows, scratch in
      let lines = (line(scratch, Self.range), line(scratch, Self.range))
      for y in rows {
        let start = y * grid.width
        findEnds(unlike, y, lines, to: (lows + start, highs + start))
      }
    }
    split(rows) { rows, scratch in
      let ends = MatteEnds(
        near: line(scratch, 1), black: line(scratch, 0), white: line(scratch, 0))
      let sums = MatteSums(
        unlike: line(scratch, 1), luma: line(scratch, 1), products: line(scratch, 1),
        squares: line(scratch, 1))
      for y in rows {
        cut(lows, highs, y, ends)
        add(unlike, luma, y, sums)
        let start = y * grid.width
        fit(
          sums, ends, (unlike + start, luma + start), (planes.slope + start, planes.base + start))
        guard let gain = planes.gain, let cut = planes.cut else { continue }
        // This line is free now.
        addSquares(unlike, y, to: ends.near)
        distrust(sums, ends, (gain + start, cut + start))
      }
    }
  }

  /// Finds the least and the greatest of the neighbourhoods of a row.
  private func findEnds(
    _ plane: UnsafeMutablePointer<Float>, _ y: Int,
    _ lines: (low: UnsafeMutablePointer<Float>, high: UnsafeMutablePointer<Float>),
    to target: (low: UnsafeMutablePointer<Float>, high: UnsafeMutablePointer<Float>)
  ) {
    let (low, high) = lines
    let middle = row(plane, y)
    low.update(from: middle, count: grid.width)
    high.update(from: middle, count: grid.width)
    for step in 1...Self.range {
      let (above, below) = (row(plane, y - step), row(plane, y + step))
      for x in 0..<grid.width {
        low[x] = min(low[x], min(above[x], below[x]))
        high[x] = max(high[x], max(above[x], below[x]))
      }
    }
    pad(low, Self.range)
    pad(high, Self.range)
    for x in 0..<grid.width {
      let before = min(min(low[x - 3], low[x - 2]), low[x - 1])
      target.low[x] = min(min(before, low[x]), min(min(low[x + 1], low[x + 2]), low[x + 3]))
      let greatest = max(max(high[x - 3], high[x - 2]), high[x - 1])
      target.high[x] = max(max(greatest, high[x]), max(max(high[x + 1], high[x + 2]), high[x + 3]))
    }
  }

  /// Turns the least and the greatest of neighbourhoods into what all goes there, and what all
  /// stays.
  private func cut(
    _ lows: UnsafeMutablePointer<Float>, _ highs: UnsafeMutablePointer<Float>, _ y: Int,
    _ ends: MatteEnds
  ) {
    let (near, black, white) = (ends.near, ends.black, ends.white)
    let (inner, outer) = (levels.inner, levels.outer)
    let (rise, fall) = (inner.lowerBound - outer.lowerBound, outer.upperBound - inner.upperBound)
    let uneven = levels.unevenness
    let outside = 1 / (3 * uneven + 1e-6)
    // What lies beside the inside of something counts as inside, up to where its edge is near.
    let (above, low, below) = (row(lows, y - 1), row(lows, y), row(lows, y + 1))
    for x in 0..<grid.width { near[x] = max(max(above[x], low[x]), below[x]) }
    pad(near, 1)
    let high = row(highs, y)
    for x in 0..<grid.width {
      let inside = max(max(near[x - 1], near[x]), near[x + 1])
      let core = min(max((inside - 0.58) * 25, 0), 1)
      let isNear =
        min(max((high[x] - 0.4) * (1 / 0.3), 0), 1) * min(max((0.3 - low[x]) * 4, 0), 1)
      let edge = 0.6 * isNear
      let gone = 1 - min(max((high[x] - 2 * uneven) * outside, 0), 1)
      black[x] = outer.lowerBound + rise * edge + gone * 3 * uneven
      white[x] = max(outer.upperBound - fall * max(core, edge), black[x] + 1.0 / 1024)
    }
  }

  /// Adds up neighbours above and below.
  private func add(
    _ unlike: UnsafeMutablePointer<Float>, _ luma: UnsafeMutablePointer<Float>, _ y: Int,
    _ sums: MatteSums
  ) {
    let (a, b, c) = (row(unlike, y - 1), row(unlike, y), row(unlike, y + 1))
    let (k, l, m) = (row(luma, y - 1), row(luma, y), row(luma, y + 1))
    for x in 0..<grid.width {
      sums.unlike[x] = a[x] + b[x] + c[x]
      sums.luma[x] = k[x] + l[x] + m[x]
      sums.products[x] = a[x] * k[x] + b[x] * l[x] + c[x] * m[x]
      sums.squares[x] = k[x] * k[x] + l[x] * l[x] + m[x] * m[x]
    }
    pad(sums.unlike, 1)
    pad(sums.luma, 1)
    pad(sums.products, 1)
    pad(sums.squares, 1)
  }

  /// Writes slopes and bases of a row.
  private func fit(
    _ sums: MatteSums, _ ends: MatteEnds,
    _ row: (unlike: UnsafeMutablePointer<Float>, luma: UnsafeMutablePointer<Float>),
    _ target: (slope: UnsafeMutablePointer<Float>, base: UnsafeMutablePointer<Float>)
  ) {
    let caution = levels.noise * levels.noise + 1e-6
    let unit: Float = 1.0 / 9
    let (u, l, p, s) = (sums.unlike, sums.luma, sums.products, sums.squares)
    for x in 0..<grid.width {
      let unlike = (u[x - 1] + u[x] + u[x + 1]) * unit
      let luma = (l[x - 1] + l[x] + l[x + 1]) * unit
      let products = (p[x - 1] + p[x] + p[x + 1]) * unit
      let squares = (s[x - 1] + s[x] + s[x + 1]) * unit
      let variance = max(squares - luma * luma, 0) + caution
      let slope = Self.slopeGain * (products - unlike * luma) / variance
      let gain = 1 / (ends.white[x] - ends.black[x])
      target.slope[x] = slope * gain
      target.base[x] = (row.unlike[x] - slope * row.luma[x] - ends.black[x]) * gain
    }
  }
}

extension MatteStages {
  private func addSquares(
    _ plane: UnsafeMutablePointer<Float>, _ y: Int, to sums: UnsafeMutablePointer<Float>
  ) {
    let (a, b, c) = (row(plane, y - 1), row(plane, y), row(plane, y + 1))
    for x in 0..<grid.width { sums[x] = a[x] * a[x] + b[x] * b[x] + c[x] * c[x] }
    pad(sums, 1)
  }

  /// Writes what makes shares of fine chroma's unlikeness; where luma explains most of how
  /// unlikeness varies, they become a half, which luma's are never less sure than.
  private func distrust(
    _ sums: MatteSums, _ ends: MatteEnds,
    _ target: (gain: UnsafeMutablePointer<Float>, cut: UnsafeMutablePointer<Float>)
  ) {
    let caution = levels.noise * levels.noise + 1e-6
    let unit: Float = 1.0 / 9
    let (u, l, p, s, v) = (sums.unlike, sums.luma, sums.products, sums.squares, ends.near)
    for x in 0..<grid.width {
      let unlike = (u[x - 1] + u[x] + u[x + 1]) * unit
      let luma = (l[x - 1] + l[x] + l[x + 1]) * unit
      let both = (p[x - 1] + p[x] + p[x + 1]) * unit - unlike * luma
      let first = max((s[x - 1] + s[x] + s[x + 1]) * unit - luma * luma, 0) + caution
      let second = max((v[x - 1] + v[x] + v[x + 1]) * unit - unlike * unlike, 0) + caution
      let trust = min(max(2 - both * both / (first * second) * 4, 0), 1)
      let gain = trust / (ends.white[x] - ends.black[x])
      target.gain[x] = gain
      target.cut[x] = gain * ends.black[x] - 0.5 * (1 - trust)
    }
  }
}

/// Lines of what neighbourhoods of a row have: what is least in them, of several rows, and what all
/// goes and what all stays.
struct MatteEnds {
  let near: UnsafeMutablePointer<Float>
  let black: UnsafeMutablePointer<Float>
  let white: UnsafeMutablePointer<Float>
}

/// Lines of sums over columns of neighbours.
struct MatteSums {
  let unlike: UnsafeMutablePointer<Float>
  let luma: UnsafeMutablePointer<Float>
  let products: UnsafeMutablePointer<Float>
  let squares: UnsafeMutablePointer<Float>
}
