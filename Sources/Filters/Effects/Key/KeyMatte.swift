import Y4M

/// The shares that a rule leaves, as a plane at luma's places: shrunk or grown, and made soft.
struct KeyMatte {
  /// 65535 is all of a colour.
  private let samples: UnsafeMutablePointer<UInt16>
  private let layout: PlaneLayout

  /// Valid as long as what was taken from the job's scratch memory.
  ///
  /// - Parameters:
  ///   - shrink: by how many pixels it is narrower on every side; below 0, wider.
  ///   - feather: the standard deviation of its blur, in pixels.
  init(_ job: EffectJob, _ rule: some KeyRule, shrink: Double, feather: Double) {
    layout = job.source.format.planes[0]
    samples = job.scratch.take(UInt16.self, layout.width * layout.height)
    if job.source.format.depth == 8 {
      measure(job, rule, UInt8.self)
    } else {
      measure(job, rule, UInt16.self)
    }
    if shrink == 0, feather == 0 { return }
    let spare = job.scratch.take(UInt16.self, layout.width * layout.height)
    if shrink != 0 {
      let window = MatteWindow(shrink)
      across(job, window, from: samples, to: spare)
      down(job, window, from: spare, to: samples)
    }
    if feather > 0 { blur(job, feather, spare) }
  }

  private func measure<S: Sample>(_ job: EffectJob, _ rule: some KeyRule, _: S.Type) {
    let (layout, samples) = (layout, samples)
    job.workspace.split(0..<layout.height, least: 16) { rows, scratch in
      var colors = StraightColors<S>(job, 0, 0..<layout.width, scratch)
      let shares = scratch.take(Float.self, layout.width)
      for y in rows {
        colors.read(y)
        let place = KeyedPlace(y: y, columns: colors.columns, sites: layout)
        scratch.scope { rule.key(colors.row, shares: shares, at: place, scratch: scratch) }
        let row = samples + y * layout.width
        // Adding 2^23 leaves the nearest whole number in the low bits.
        for x in 0..<layout.width {
          row[x] = UInt16(truncatingIfNeeded: (shares[x] * 65535 + 8_388_608).bitPattern)
        }
      }
    }
  }

  private func across(
    _ job: EffectJob, _ window: MatteWindow, from source: UnsafeMutablePointer<UInt16>,
    to target: UnsafeMutablePointer<UInt16>
  ) {
    let width = layout.width
    let reach = window.reach
    job.workspace.split(0..<layout.height, least: 16) { rows, scratch in
      let line = scratch.take(UInt16.self, width + 2 * reach)
      for y in rows {
        let row = source + y * width
        line.update(repeating: row[0], count: reach)
        (line + reach).update(from: row, count: width)
        (line + reach + width).update(repeating: row[width - 1], count: reach)
        scratch.scope {
          window.run(to: target + y * width, count: width, scratch) { line + reach + $0 }
        }
      }
    }
  }

  private func down(
    _ job: EffectJob, _ window: MatteWindow, from source: UnsafeMutablePointer<UInt16>,
    to target: UnsafeMutablePointer<UInt16>
  ) {
    let (width, height) = (layout.width, layout.height)
    job.workspace.split(0..<height, least: 16) { rows, scratch in
      for y in rows {
        scratch.scope {
          window.run(to: target + y * width, count: width, scratch) {
            source + min(max(y + $0, 0), height - 1) * width
          }
        }
      }
    }
  }

  private func blur(
    _ job: EffectJob, _ sigma: Double, _ spare: UnsafeMutablePointer<UInt16>
  ) {
    let (width, height) = (layout.width, layout.height)
    spare.update(from: samples, count: width * height)
    let axis = GaussianAxis(sigma: sigma, job.scratch)
    let least = max(32, 2 * GaussianAxis.reach(sigma: sigma))
    job.workspace.split(0..<height, least: least) { rows, scratch in
      GaussianBlur(
        source: GaussianGrid(spare, width: width, height: height),
        target: GaussianGrid(samples, width: width, height: height), depth: 16, across: axis,
        down: axis, scratch: scratch
      ).run(Box(x: 0, y: rows.lowerBound, width: width, height: rows.count))
    }
  }

  /// Writes the shares at the places of a row.
  func read(_ place: KeyedPlace, to target: UnsafeMutablePointer<Float>, _ scratch: Scratch) {
    SiteRows(samples, layout, at: place.sites, peak: 65535, scratch)
      .read(place.y, place.columns, to: target)
    for x in 0..<place.columns.count { target[x] *= 1 / 65535 }
  }
}

/// The least or the greatest of neighbours along a line; between whole pixels, what lies between.
private struct MatteWindow {
  private let radius: Int
  private let part: Float
  private let grows: Bool

  init(_ shrink: Double) {
    let size = shrink.magnitude
    radius = Int(size)
    part = Float(size - size.rounded(.down))
    grows = shrink < 0
  }

  /// How many neighbours on either side are read.
  var reach: Int { radius + (part > 0 ? 1 : 0) }

  /// - Parameter neighbour: the row of neighbours so many steps away.
  func run(
    to target: UnsafeMutablePointer<UInt16>, count: Int, _ scratch: Scratch,
    _ neighbour: (Int) -> UnsafeMutablePointer<UInt16>
  ) {
    target.update(from: neighbour(0), count: count)
    for step in 0..<radius { meet(target, neighbour(step + 1), neighbour(-step - 1), count) }
    guard part > 0 else { return }
    let wider = scratch.take(UInt16.self, count)
    wider.update(from: target, count: count)
    meet(wider, neighbour(reach), neighbour(-reach), count)
    for x in 0..<count {
      let (near, far) = (Float(target[x]), Float(wider[x]))
      target[x] = UInt16(
        truncatingIfNeeded: (near + (far - near) * part + 8_388_608).bitPattern)
    }
  }

  private func meet(
    _ row: UnsafeMutablePointer<UInt16>, _ first: UnsafeMutablePointer<UInt16>,
    _ second: UnsafeMutablePointer<UInt16>, _ count: Int
  ) {
    if grows {
      for x in 0..<count { row[x] = max(row[x], max(first[x], second[x])) }
    } else {
      for x in 0..<count { row[x] = min(row[x], min(first[x], second[x])) }
    }
  }
}

/// A rule whose shares are those of a matte that was made of them.
struct MattedRule<Rule: KeyRule>: KeyRule {
  let rule: Rule
  let matte: KeyMatte

  func key(
    _ colors: RGBRow, shares: UnsafeMutablePointer<Float>, at place: KeyedPlace, scratch: Scratch
  ) {
    let count = colors.count
    let (taken, own) = (RGBRow(count: count, scratch), scratch.take(Float.self, count))
    let pairs = [(taken.red, colors.red), (taken.green, colors.green), (taken.blue, colors.blue)]
    for (copy, row) in pairs { copy.update(from: row, count: count) }
    rule.tame(taken, scratch: scratch)
    rule.key(colors, shares: own, at: place, scratch: scratch)
    matte.read(place, to: shares, scratch)
    // What a wider matte adds is the screen, of which colours that stay say nothing: divided by
    // small shares, they are noise.
    for x in 0..<count { own[x] = shares[x] > own[x] ? own[x] / shares[x] : 1 }
    for (screen, row) in pairs {
      for x in 0..<count { row[x] = screen[x] + (row[x] - screen[x]) * own[x] }
    }
  }

  func foresee(
    _ luma: UnsafeMutablePointer<Float>, shares: UnsafeMutablePointer<Float>, at place: KeyedPlace,
    scratch: Scratch
  ) -> Bool {
    matte.read(place, to: shares, scratch)
    return true
  }
}
