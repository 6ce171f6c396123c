import Y4M

/// The rows of the planes that lie at one plane's places, as a rule keys them.
struct KeyedRows<Rule: KeyRule, S: Sample> {
  /// How many columns are gone together, or none of them.
  private static var block: Int { 64 }

  private let keying: Keying<Rule>
  private var colors: StraightColors<S>
  private var after: RGBRow
  private let shares: UnsafeMutablePointer<Float>
  private let luma: UnsafeMutablePointer<Float>
  /// The shares of a row's columns, as far as luma tells of them.
  private let foreseen: UnsafeMutablePointer<Float>
  private let difference: UnsafeMutablePointer<Float>

  init(_ keying: Keying<Rule>, _ index: Int, _ columns: Range<Int>, _ scratch: Scratch) {
    self.keying = keying
    colors = StraightColors(keying.job, index, columns, scratch)
    after = RGBRow(count: columns.count, scratch)
    shares = scratch.take(Float.self, columns.count)
    luma = scratch.take(Float.self, columns.count)
    foreseen = scratch.take(Float.self, columns.count)
    difference = scratch.take(Float.self, columns.count)
  }

  mutating func run(_ rows: Range<Int>, _ scratch: Scratch) {
    let columns = colors.columns
    for y in rows {
      let samples = colors.readLuma(y)
      let place = KeyedPlace(y: y, columns: columns, sites: colors.sites)
      guard !keying.showsAlpha, foresee(samples, place, scratch) else {
        key(y, columns, scratch)
        continue
      }
      // Up to where columns are gone, and from there to where some stay.
      var x = columns.lowerBound
      while x < columns.upperBound {
        let gone = end(of: x, isGone: true)
        if gone > x { takeAway(y, x..<gone) }
        x = gone
        let kept = end(of: x, isGone: false)
        if kept > x { key(y, x..<kept, scratch) }
        x = kept
      }
    }
  }

  private func foresee(
    _ samples: UnsafeMutablePointer<Float>, _ place: KeyedPlace, _ scratch: Scratch
  ) -> Bool {
    colors.coding.normalize(samples, to: luma, count: place.columns.count)
    return scratch.scope {
      keying.rule.foresee(luma, shares: foreseen, at: place, scratch: scratch)
    }
  }

  /// Where blocks end all of which are gone, or none.
  private func end(of start: Int, isGone: Bool) -> Int {
    var x = start
    while x < colors.columns.upperBound {
      let end = min(x + Self.block, colors.columns.upperBound)
      var most: Float = 0
      for i in x - colors.columns.lowerBound..<end - colors.columns.lowerBound {
        most = max(most, foreseen[i])
      }
      if (most == 0) != isGone { break }
      x = end
    }
    return x
  }

  /// Writes columns of which nothing stays: as nothing, or as black.
  private func takeAway(_ y: Int, _ columns: Range<Int>) {
    let format = keying.job.source.format
    let start = y * colors.sites.width + columns.lowerBound
    for (index, layout) in format.planes.enumerated() where layout.map == colors.sites.map {
      let target: UnsafeMutablePointer<S> = keying.job.target.samples(layout)
      let black: Float
      switch format.roles[index] {
      case .luma: black = colors.coding.black
      case .blue, .red: black = colors.coding.grey
      case .alpha:
        if colors.alpha == nil { continue }
        black = 0
      }
      let sample = colors.isPremultiplied ? 0 : S(truncatingIfNeeded: Int(black))
      (target + start).update(repeating: sample, count: columns.count)
    }
  }

  private mutating func key(_ y: Int, _ columns: Range<Int>, _ scratch: Scratch) {
    colors.readColors(y, columns)
    after = RGBRow(red: after.red, green: after.green, blue: after.blue, count: columns.count)
    after.copy(from: colors.row)
    let place = KeyedPlace(y: y, columns: columns, sites: colors.sites)
    scratch.scope { keying.rule.key(after, shares: shares, at: place, scratch: scratch) }
    if keying.showsAlpha {
      show()
    } else {
      after.clamp(around: colors.row)
      if !colors.isPremultiplied { darken() }
    }
    makeChange()
    write(y)
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
    let start = y * colors.sites.width + colors.part.lowerBound
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
