import Y4M

/// How much of a screen's colours stays, as a function of luma in every place of a grid: smoothed
/// as far as the screen is noisy, made whole amid what all stays and what all goes, and as sharp as
/// luma.
///
/// The shares of a soft part, such as smoke, are what the model says. Only where all of a
/// neighbourhood nearly stays, or nearly goes, or where both are near, as at hair, are ends of the
/// range cut off. Chroma has no more detail than the grid, but luma has: what colours near a place
/// say of shares and luma together, by least squares (He, Sun and Tang, "Guided Image Filtering",
/// 2010), says how shares go on between the grid's places.
struct ScreenMatte {
  let grid: ScreenGrid
  /// A share is `slope` times luma, and `base`.
  private let slope: UnsafeMutablePointer<Float>
  private let base: UnsafeMutablePointer<Float>
  /// A share is unlikeness by the `gain`, less what is `cut`: where chroma is finer than the grid.
  private let gain: UnsafeMutablePointer<Float>?
  private let cut: UnsafeMutablePointer<Float>?

  /// Measures the source of a job around a part of it; valid as long as what was taken from the
  /// job's scratch memory.
  init(
    _ job: EffectJob, _ grid: ScreenGrid, _ unlikeness: Unlikeness, _ light: ScreenLight,
    _ levels: MatteLevels, around part: Box
  ) {
    func plane() -> UnsafeMutablePointer<Float> { job.scratch.take(Float.self, grid.count) }
    self.grid = grid
    (slope, base) = (plane(), plane())
    let isFine = grid.isCoarser && job.source.format.roles.contains(.blue)
    (gain, cut) = isFine ? (plane(), plane()) : (nil, nil)
    let (smooth, luma) = (plane(), plane())
    // What is measured stands in the memory of the slopes until it is smoothed.
    let stages = MatteStages(
      job: job, grid: grid, unlikeness: unlikeness, light: light, levels: levels)
    if job.source.format.depth == 8 {
      stages.measure(to: slope, luma, grid.rows(of: part, margin: 9), UInt8.self)
    } else {
      stages.measure(to: slope, luma, grid.rows(of: part, margin: 9), UInt16.self)
    }
    stages.smooth(slope, to: smooth, grid.rows(of: part, margin: 7))
    stages.finish(
      smooth, luma, to: (slope, base, gain, cut), grid.rows(of: part, margin: 2))
  }

  /// About how much memory a matte takes of a job, while it is made.
  static func byteCount(of grid: ScreenGrid) -> Int {
    (grid.isCoarser ? 6 : 4) * MemoryLayout<Float>.stride * grid.count
  }

  /// Writes the shares of colours of such luma, 0 to 1 as a part of the stream's range.
  func read(
    _ place: KeyedPlace, _ luma: UnsafeMutablePointer<Float>,
    to shares: UnsafeMutablePointer<Float>, _ scratch: Scratch
  ) {
    let count = place.columns.count
    let slopes = scratch.take(Float.self, count)
    read(slope, place, to: slopes, scratch)
    read(base, place, to: shares, scratch)
    for x in 0..<count { shares[x] = min(max(slopes[x] * luma[x] + shares[x], 0), 1) }
  }

  /// Takes the shares that unlikeness gives where chroma is finer than the grid, and they differ by
  /// more than noise from those that luma gives, and are nearer to all or nothing.
  func sharpen(
    _ shares: UnsafeMutablePointer<Float>, by unlike: UnsafeMutablePointer<Float>,
    beyond least: Float, _ place: KeyedPlace, _ scratch: Scratch
  ) {
    guard let gain, let cut else { return }
    let count = place.columns.count
    let (gains, cuts) = (scratch.take(Float.self, count), scratch.take(Float.self, count))
    read(gain, place, to: gains, scratch)
    read(cut, place, to: cuts, scratch)
    for x in 0..<count {
      let share = shares[x]
      let other = min(max(unlike[x] * gains[x] - cuts[x], 0), 1)
      let isNearer = abs(other - 0.5) > abs(share - 0.5) && abs(other - share) > least
      shares[x] = isNearer && share > 0 ? other : share
    }
  }

  /// Whether ``sharpen`` does anything.
  var isFine: Bool { gain != nil }

  private func read(
    _ plane: UnsafeMutablePointer<Float>, _ place: KeyedPlace,
    to target: UnsafeMutablePointer<Float>, _ scratch: Scratch
  ) {
    let (from, to) = (grid.sites, place.sites)
    let down = SiteAxis((from.shiftY, from.originY), at: (to.shiftY, to.originY), scratch)
    let across = SiteAxis((from.shiftX, from.originX), at: (to.shiftX, to.originX), scratch)
    let (first, taps) = down.taps(of: place.y)
    let margin = 8
    let line = scratch.take(Float.self, from.width + 2 * margin) + margin
    let sources = across.sources(of: place.columns)
    let low = min(max(sources.lowerBound, 0), from.width - 1)
    let high = max(min(sources.upperBound, from.width), low + 1)
    for (index, share) in taps.enumerated() {
      let row = plane + min(max(first + index, 0), from.height - 1) * from.width
      if index == 0 {
        for x in low..<high { line[x] = row[x] * share }
      } else {
        for x in low..<high { line[x] += row[x] * share }
      }
    }
    (line + low - margin).update(repeating: line[low], count: margin)
    (line + high).update(repeating: line[high - 1], count: margin)
    across.resample(line, place.columns, to: target)
  }
}

/// How unlike a screen colours are, by the colour-difference model: 0 is the screen, 1 what has
/// nothing of it.
///
/// With k = K(p) / K(screen), that is 1 - k, less what a tint that is not the screen's tells:
/// coloured foregrounds have a K below 0, and would else come out too opaque. A saturated colour's
/// K is about minus 0.4 of its tint, that of a weak one about 0.
///
/// It is no less than what the two other channels tell: no foreground is brighter than white, so
/// that of what a channel has more than the screen, the foreground's share is at least that part of
/// the way to white. So orange, yellow and cyan are opaque, whose K is above 0.
struct Unlikeness: Sendable {
  /// How much any tint tells of a K below 0.
  private static let tintShare: Float = 0.1
  /// How much of K a strong one does, of weak screens at most how much, and how strong a weak one
  /// is.
  private static let strongShare: Float = 0.4
  private static let mostShare: Float = 1.2
  private static let weak: Float = 0.17
  /// How much brighter than its colour a screen may be in other channels: so many times, and more.
  private static let brighter: (times: Float, more: Float) = (1.15, 0.05)
  /// How much more than 1 - k the least share may be: a glint of the screen has little of the one,
  /// and none of the other.
  private static let mostTimes: Float = 4

  let screen: KeyScreen

  /// - Parameter light: how bright the screen is there.
  func measure(
    _ colors: RGBRow, _ light: UnsafeMutablePointer<Float>, to unlike: UnsafeMutablePointer<Float>
  ) {
    let weights = screen.weights / screen.strength
    let (red, green, blue) = (weights.x, weights.y, weights.z)
    let tint = screen.tint
    let (tintRed, tintGreen, tintBlue) = (tint.x, tint.y, tint.z)
    let screenTint = (screen.color * tint).sum()
    let (some, weak) = (Self.tintShare, Self.weak)
    let strong = min(Self.strongShare / screen.strength, Self.mostShare)
    for x in 0..<colors.count {
      let (r, g, b) = (colors.red[x], colors.green[x], colors.blue[x])
      let k = (r * red + g * green + b * blue) / light[x]
      let rest = abs(r * tintRed + g * tintGreen + b * tintBlue - k * screenTint)
      let plain = 1 - k
      unlike[x] = plain - some * rest - strong * max(rest - weak * plain, 0)
    }
    raise(unlike, colors, light, weights)
  }

  /// Raises unlikeness to the least share that the channels tell which are not the screen's own.
  private func raise(
    _ unlike: UnsafeMutablePointer<Float>, _ colors: RGBRow,
    _ light: UnsafeMutablePointer<Float>, _ weights: SIMD3<Float>
  ) {
    let (own, color) = (screen.own, screen.color)
    let (one, other) = (
      own.x > 0 ? colors.green : colors.red, own.z > 0 ? colors.green : colors.blue
    )
    let first = (own.x > 0 ? color.y : color.x) * Self.brighter.times
    let second = (own.z > 0 ? color.y : color.z) * Self.brighter.times
    let (more, times) = (Self.brighter.more, Self.mostTimes)
    let (red, green, blue) = (colors.red, colors.green, colors.blue)
    for x in 0..<colors.count {
      let k = (red[x] * weights.x + green[x] * weights.y + blue[x] * weights.z) / light[x]
      let (low, high) = (
        min(first * light[x] + more, 0.95), min(second * light[x] + more, 0.95)
      )
      let least = max((one[x] - low) / (1 - low), (other[x] - high) / (1 - high))
      unlike[x] = max(unlike[x], min(max(least, 0), times * (1 - k)))
    }
  }
}
