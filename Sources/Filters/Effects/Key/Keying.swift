import Timeline
import Y4M

/// Decides row by row how much of each colour stays, and what colour that is.
protocol KeyRule {
  /// Writes to `shares` how much of each colour stays, 0 to 1, and changes colours to what stays.
  ///
  /// Called from several threads at once. What is taken from `scratch` is taken back afterwards.
  func key(
    _ colors: RGBRow, shares: UnsafeMutablePointer<Float>, at place: KeyedPlace, scratch: Scratch)
}

/// Where a row of colours lies in the picture.
struct KeyedPlace {
  let y: Int
  let columns: Range<Int>
  /// The plane whose places these are.
  let sites: PlaneLayout
}

/// What a key shows.
enum KeyView: String, Choice {
  case composite
  case alpha
  case source
}

/// Reads a frame as rows of R'G'B' and takes away what a rule keys.
///
/// A premultiplied frame loses alpha, and its colours with it; any other becomes darker, as over
/// black. What is written comes from the sample that was there: where all of a colour stays as it is,
/// so does the sample, at every depth and subsampling.
struct Keying<Rule: KeyRule> {
  let job: EffectJob
  let rule: Rule
  /// Whether the shares are shown, as grey.
  let showsAlpha: Bool

  /// Writes the samples of the job's box.
  func run() {
    let format = job.source.format
    for (index, layout) in format.planes.enumerated() where format.roles[index] != .alpha {
      guard job.source.isFirstOfGroup(index) else { continue }
      let part = layout.box(covering: job.box)
      if part.isEmpty { continue }
      let least = max(Workspace.leastRows(width: part.width), 8)
      job.workspace.split(part.y..<part.maxY, least: least) { rows, scratch in
        let columns = part.x..<part.maxX
        if format.depth == 8 {
          KeyedRows<Rule, UInt8>(self, index, columns, scratch).run(rows, scratch)
        } else {
          KeyedRows<Rule, UInt16>(self, index, columns, scratch).run(rows, scratch)
        }
      }
    }
  }
}

/// The rows of the planes that lie at one plane's places.
private struct KeyedRows<Rule: KeyRule, S: Sample> {
  private let keying: Keying<Rule>
  private let colors: StraightColors<S>
  private let after: RGBRow
  private let shares: UnsafeMutablePointer<Float>
  private let difference: UnsafeMutablePointer<Float>

  init(_ keying: Keying<Rule>, _ index: Int, _ columns: Range<Int>, _ scratch: Scratch) {
    self.keying = keying
    colors = StraightColors(keying.job, index, columns, scratch)
    after = RGBRow(count: columns.count, scratch)
    shares = scratch.take(Float.self, columns.count)
    difference = scratch.take(Float.self, columns.count)
  }

  func run(_ rows: Range<Int>, _ scratch: Scratch) {
    for y in rows {
      colors.read(y)
      after.copy(from: colors.row)
      let place = KeyedPlace(y: y, columns: colors.columns, sites: colors.sites)
      scratch.scope { keying.rule.key(after, shares: shares, at: place, scratch: scratch) }
      if keying.showsAlpha {
        show()
      } else {
        after.clamp(around: colors.row)
        if colors.alpha == nil { darken() }
      }
      makeChange()
      write(y)
    }
  }

  /// Makes the shares the colours.
  private func show() {
    for x in 0..<after.count {
      let share = shares[x]
      after.red[x] = share
      after.green[x] = share
      after.blue[x] = share
      shares[x] = 1
    }
  }

  /// Puts what stays over black.
  private func darken() {
    for x in 0..<after.count {
      let share = shares[x]
      after.red[x] *= share
      after.green[x] *= share
      after.blue[x] *= share
      shares[x] = 1
    }
  }

  /// Leaves of the colours how far they have changed.
  private func makeChange() {
    for (row, before) in zip(after.channels, colors.row.channels) {
      for x in 0..<after.count { row[x] -= before[x] }
    }
  }

  private func write(_ y: Int) {
    let format = keying.job.source.format
    let start = y * colors.sites.width + colors.columns.lowerBound
    for (index, layout) in format.planes.enumerated() where layout.map == colors.sites.map {
      let source: UnsafeMutablePointer<S> = keying.job.source.samples(layout)
      let target: UnsafeMutablePointer<S> = keying.job.target.samples(layout)
      let role = format.roles[index]
      switch role {
      case .luma: colors.coding.luma(of: after, difference)
      case .blue: colors.coding.blue(of: after, difference)
      case .red: colors.coding.red(of: after, difference)
      case .alpha:
        if colors.alpha == nil { continue }
        difference.update(repeating: 0, count: after.count)
      }
      put(source + start, target + start)
    }
  }

  /// Writes the shares of samples that lie so far from those of the source.
  private func put(_ source: UnsafeMutablePointer<S>, _ target: UnsafeMutablePointer<S>) {
    let peak = Float(keying.job.source.format.peak)
    let cover = colors.cover
    for x in 0..<after.count {
      let sample = (Float(source[x]) + cover[x] * difference[x]) * shares[x]
      // Adding 2^23 leaves the nearest whole number in the low bits.
      target[x] = S(truncatingIfNeeded: (min(max(sample, 0), peak) + 8_388_608).bitPattern)
    }
  }
}
