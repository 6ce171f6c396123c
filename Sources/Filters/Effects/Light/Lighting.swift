import Y4M

/// Where a row of colours lies in the picture.
struct LitPlace {
  let y: Int
  let columns: Range<Int>
  /// The plane whose places these are.
  let sites: PlaneLayout
}

/// What falls on a picture from place to place, and what it does to colours there.
protocol LightRule {
  /// What one band needs to read light, made once for it.
  associatedtype Reader = Void

  /// Prepares a band of rows of a plane.
  func reader(_ columns: Range<Int>, _ sites: PlaneLayout, _ scratch: Scratch) -> Reader

  /// Writes what falls on the places of a row; where all channels have 0, the colours stay.
  ///
  /// Called from several threads at once. What is taken from `scratch` is taken back afterwards.
  func read(_ place: LitPlace, _ reader: Reader, to light: RGBRow, scratch: Scratch)

  /// Changes colours of R'G'B' by what falls on them.
  func add(_ light: RGBRow, to colors: RGBRow, scratch: Scratch)
}

extension LightRule where Reader == Void {
  func reader(_ columns: Range<Int>, _ sites: PlaneLayout, _ scratch: Scratch) {}
}

extension RGBRow {
  /// Red (0), green (1) or blue (2).
  @inline(__always)
  subscript(channel: Int) -> UnsafeMutablePointer<Float> {
    channel == 0 ? red : channel == 1 ? green : blue
  }

  /// A part of the row.
  func part(_ range: Range<Int>) -> RGBRow {
    RGBRow(
      red: red + range.lowerBound, green: green + range.lowerBound, blue: blue + range.lowerBound,
      count: range.count)
  }
}

/// Reads a frame as rows of R'G'B' wherever light falls on it, and writes what becomes of them.
///
/// Chroma is read and written at its own places, as ``Recoloring`` does. What is written is the
/// sample that was there and the difference that the light makes; where no light falls nothing is
/// read or written.
struct Lighting<Rule: LightRule> {
  let job: EffectJob
  let rule: Rule

  /// Writes the samples of the job's box.
  func run() {
    job.source.split(job.box, least: { _ in 32 }, job.workspace) { plane, rows, columns, scratch in
      if job.source.format.depth == 8 {
        LitRows<Rule, UInt8>(self, plane, columns, scratch).run(rows, scratch)
      } else {
        LitRows<Rule, UInt16>(self, plane, columns, scratch).run(rows, scratch)
      }
    }
  }
}

/// The rows of the planes that lie at one plane's places.
private struct LitRows<Rule: LightRule, S: Sample> {
  /// Columns that are lit together.
  private static var block: Int { 64 }

  private let job: EffectJob
  private let rule: Rule
  private let reader: Rule.Reader
  private let picture: SampledColors<S>
  private let columns: Range<Int>
  private let light: RGBRow
  /// What is wanted of these places.
  private let roles: (luma: Bool, chroma: Bool)

  init(_ lighting: Lighting<Rule>, _ index: Int, _ columns: Range<Int>, _ scratch: Scratch) {
    job = lighting.job
    rule = lighting.rule
    self.columns = columns
    picture = SampledColors(job, index, columns, scratch)
    let format = job.source.format
    let sites = format.planes[index]
    func isHere(_ isWanted: (PlaneRole) -> Bool) -> Bool {
      format.planes.indices.contains {
        format.planes[$0].map == sites.map && isWanted(format.roles[$0])
      }
    }
    roles = (luma: isHere { $0 == .luma }, chroma: isHere { $0 == .blue || $0 == .red })
    reader = lighting.rule.reader(columns, sites, scratch)
    let row = RGBRow(count: columns.count + 16, scratch)
    light = row.part(0..<columns.count)
  }

  func run(_ rows: Range<Int>, _ scratch: Scratch) {
    for y in rows {
      let place = LitPlace(y: y, columns: columns, sites: picture.sites)
      scratch.scope { rule.read(place, reader, to: light, scratch: scratch) }
      var start = 0
      while let lit = next(from: start) {
        change(y, lit, scratch)
        start = lit.upperBound
      }
    }
  }

  /// The next part of a row, in whole blocks, on which light falls.
  private func next(from start: Int) -> Range<Int>? {
    var first = start
    while first < columns.count, !isLit(first) { first += Self.block }
    if first >= columns.count { return nil }
    var end = first + Self.block
    while end < columns.count, isLit(end) { end += Self.block }
    return first..<min(end, columns.count)
  }

  private func isLit(_ start: Int) -> Bool {
    let end = min(start + Self.block, columns.count)
    var bits: UInt32 = 0
    for x in start..<end {
      bits |= light.red[x].bitPattern | light.green[x].bitPattern | light.blue[x].bitPattern
    }
    return bits != 0
  }

  private func change(_ y: Int, _ part: Range<Int>, _ scratch: Scratch) {
    let wanted = part.lowerBound + columns.lowerBound..<part.upperBound + columns.lowerBound
    let colors = picture.read(y, wanted)
    scratch.scope { rule.add(light.part(part), to: colors, scratch: scratch) }
    let lines = picture.lines
    picture.coding.move(lines, count: part.count, roles, to: colors)
    write(y, wanted)
  }

  private func write(_ y: Int, _ part: Range<Int>) {
    let format = job.source.format
    let start = y * picture.sites.width + part.lowerBound
    for (index, layout) in format.planes.enumerated() where layout.map == picture.sites.map {
      let line: UnsafeMutablePointer<Float>
      switch format.roles[index] {
      case .luma: line = picture.lines.y
      case .blue: line = picture.lines.u
      case .red: line = picture.lines.v
      case .alpha: continue
      }
      picture.cover(line, count: part.count)
      let source: UnsafeMutablePointer<S> = job.source.samples(layout)
      let target: UnsafeMutablePointer<S> = job.target.samples(layout)
      S.move(
        source + start, by: line, peak: Float(format.peak), count: part.count, to: target + start)
    }
  }
}

/// Reads parts of rows of straight R'G'B' from a job's source at the places of one of its planes,
/// with chroma raised from its true places.
struct SampledColors<S: Sample> {
  let sites: PlaneLayout
  let coding: RGBCoding
  /// The samples that were read last.
  let lines: SampleLines
  private let luma: SiteRows<S>
  private let blue: SiteRows<S>?
  private let red: SiteRows<S>?
  private let row: RGBRow
  /// The alpha of a premultiplied frame.
  private let alpha: UnsafeMutablePointer<S>?
  /// The alpha of what was read, 0 to 1, and what makes its colours straight.
  private let shares: UnsafeMutablePointer<Float>
  private let straight: UnsafeMutablePointer<Float>
  private let peak: Float

  /// - Parameters:
  ///   - index: the plane at whose places is read.
  ///   - columns: all that are ever read.
  init(_ job: EffectJob, _ index: Int, _ columns: Range<Int>, _ scratch: Scratch) {
    let format = job.source.format
    let sites = format.planes[index]
    func rows(_ plane: Int) -> SiteRows<S> {
      SiteRows(
        job.source.samples(format.planes[plane]), format.planes[plane], at: sites,
        peak: format.peak, scratch)
    }
    func line() -> UnsafeMutablePointer<Float> { scratch.take(Float.self, columns.count + 16) }
    self.sites = sites
    coding = RGBCoding(job.coding, depth: format.depth)
    luma = rows(0)
    blue = format.roles.firstIndex(of: .blue).map { rows($0) }
    red = format.roles.firstIndex(of: .red).map { rows($0) }
    lines = (line(), line(), line())
    row = RGBRow(count: columns.count + 16, scratch)
    let alpha = job.includesAlpha ? format.roles.firstIndex(of: .alpha) : nil
    self.alpha = alpha.map { job.source.samples(format.planes[$0]) }
    (shares, straight) = (line(), line())
    peak = Float(format.peak)
  }

  /// The colours of `columns` of row `y`; valid until the next are read.
  func read(_ y: Int, _ columns: Range<Int>) -> RGBRow {
    luma.read(y, columns, to: lines.y)
    if let blue, let red {
      blue.read(y, columns, to: lines.u)
      red.read(y, columns, to: lines.v)
    } else {
      lines.u.update(repeating: coding.grey, count: columns.count)
      lines.v.update(repeating: coding.grey, count: columns.count)
    }
    makeStraight(y, columns)
    let colors = row.part(0..<columns.count)
    coding.decode(lines.y, (lines.u, lines.v), to: colors)
    return colors
  }

  /// Divides the colours of a premultiplied frame by their alpha; what is not seen has none.
  private func makeStraight(_ y: Int, _ columns: Range<Int>) {
    guard let alpha else { return }
    let samples = alpha + y * sites.width + columns.lowerBound
    for x in 0..<columns.count {
      let share = Float(samples[x]) / peak
      shares[x] = share
      straight[x] = share > 0 ? 1 / share : 0
    }
    multiply(lines.y, by: straight, columns.count)
    if blue == nil { return }
    multiply(lines.u, by: straight, columns.count)
    multiply(lines.v, by: straight, columns.count)
  }

  /// Multiplies numbers by the alpha of what was read last, where the frame is premultiplied.
  func cover(_ line: UnsafeMutablePointer<Float>, count: Int) {
    if alpha != nil { multiply(line, by: shares, count) }
  }

  private func multiply(
    _ line: UnsafeMutablePointer<Float>, by factors: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for x in 0..<count { line[x] *= factors[x] }
  }
}
