import Y4M

/// A change of colours, row by row: the same for the same colour everywhere in a frame.
protocol ColorChange {
  /// Changes the colours of a row in place.
  ///
  /// Called from several threads at once. What is taken from `scratch` is taken back afterwards.
  func apply(to colors: RGBRow, scratch: Scratch)
}

/// Reads a frame as rows of R'G'B', and writes what becomes of them.
///
/// Luma is computed from the colour at its own place, with chroma raised to it; chroma from the colour
/// at its own place, with the mean of the luma that it stands for. What is written is the sample that
/// was there and the difference that the change makes: where a colour stays as it is, so does the
/// sample, at every depth and subsampling.
struct Recoloring<Change: ColorChange> {
  let source: Frame
  let target: Frame
  let change: Change
  let coding: ColorCoding
  /// Whether the frames are premultiplied, of 16 bits, with alpha.
  let isPremultiplied: Bool

  /// Writes the samples of `box`.
  func run(_ box: Box, _ workspace: Workspace) {
    let format = source.format
    for (index, layout) in format.planes.enumerated() where format.roles[index] != .alpha {
      guard source.isFirstOfGroup(index) else { continue }
      let part = layout.box(covering: box)
      if part.isEmpty { continue }
      let least = max(Workspace.leastRows(width: part.width), 8)
      workspace.split(part.y..<part.maxY, least: least) { rows, scratch in
        let columns = part.x..<part.maxX
        if format.depth == 8 {
          RecoloredRows(self, index, columns, scratch) { $0.samples8($1) }.run(rows, scratch)
        } else {
          RecoloredRows(self, index, columns, scratch) { $0.samples16($1) }.run(rows, scratch)
        }
      }
    }
  }
}

/// A plane that is written: where a plane's samples begin in the source and in the target.
private struct RecoloredPlane<S: Sample>: BitwiseCopyable {
  let role: PlaneRole
  let source: UnsafeMutablePointer<S>
  let target: UnsafeMutablePointer<S>
}

/// The rows of the planes that lie at one plane's places.
private struct RecoloredRows<Change: ColorChange, S: Sample> {
  private let job: Recoloring<Change>
  private let coding: RGBCoding
  private let columns: Range<Int>
  private let sites: PlaneLayout
  /// How the three channels are read at these places; chroma is missing from a grey stream.
  private let luma: SiteRows<S>
  private let blue: SiteRows<S>?
  private let red: SiteRows<S>?
  /// The planes that lie at these places, which are written.
  private let planes: UnsafeBufferPointer<RecoloredPlane<S>>
  private let alpha: UnsafeMutablePointer<S>?

  /// A row of each channel, by its role: first samples, then differences.
  private let lines:
    (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
  private let before: RGBRow
  private let after: RGBRow
  /// The alpha of a premultiplied row, 0 to 1, and what makes its colours straight.
  private let cover: UnsafeMutablePointer<Float>
  private let straight: UnsafeMutablePointer<Float>

  init(
    _ job: Recoloring<Change>, _ index: Int, _ columns: Range<Int>, _ scratch: Scratch,
    _ samples: (Frame, PlaneLayout) -> UnsafeMutablePointer<S>
  ) {
    let format = job.source.format
    let sites = format.planes[index]
    func rows(_ plane: Int) -> SiteRows<S> {
      SiteRows(
        samples(job.source, format.planes[plane]), format.planes[plane], at: sites,
        peak: format.peak, scratch)
    }
    self.job = job
    self.columns = columns
    self.sites = sites
    coding = RGBCoding(job.coding, depth: format.depth)
    luma = rows(0)
    blue = format.roles.firstIndex(of: .blue).map { rows($0) }
    red = format.roles.firstIndex(of: .red).map { rows($0) }
    let planes = scratch.take(RecoloredPlane<S>.self, format.planes.count)
    var count = 0
    for (plane, layout) in format.planes.enumerated() where layout.map == sites.map {
      if format.roles[plane] == .alpha { continue }
      (planes + count).initialize(
        to: RecoloredPlane(
          role: format.roles[plane], source: samples(job.source, layout),
          target: samples(job.target, layout)))
      count += 1
    }
    self.planes = UnsafeBufferPointer(start: planes, count: count)
    let alpha = job.isPremultiplied ? format.roles.firstIndex(of: .alpha) : nil
    self.alpha = alpha.map { samples(job.source, format.planes[$0]) }
    func line() -> UnsafeMutablePointer<Float> { scratch.take(Float.self, columns.count) }
    lines = (line(), line(), line())
    (cover, straight) = (line(), line())
    before = RGBRow(count: columns.count, scratch)
    after = RGBRow(count: columns.count, scratch)
  }

  func run(_ rows: Range<Int>, _ scratch: Scratch) {
    for y in rows {
      luma.read(y, columns, to: lines.0)
      blue?.read(y, columns, to: lines.1)
      red?.read(y, columns, to: lines.2)
      let hasColor = blue != nil && red != nil
      makeStraight(y, hasColor: hasColor)
      coding.decode(lines.0, hasColor ? (lines.1, lines.2) : nil, to: before)
      after.copy(from: before)
      scratch.scope { job.change.apply(to: after, scratch: scratch) }
      after.clamp(around: before)
      write(y)
    }
  }

  /// Divides the colours of a premultiplied frame by their alpha; what is not seen has none.
  private func makeStraight(_ y: Int, hasColor: Bool) {
    guard let alpha else { return }
    let row = alpha + y * sites.width + columns.lowerBound
    for x in 0..<columns.count {
      let share = Float(row[x]) / 65535
      cover[x] = share
      straight[x] = share > 0 ? 1 / share : 0
    }
    multiply(lines.0, by: straight)
    guard hasColor else { return }
    multiply(lines.1, by: straight)
    multiply(lines.2, by: straight)
  }

  private func multiply(
    _ line: UnsafeMutablePointer<Float>, by factors: UnsafeMutablePointer<Float>
  ) {
    for x in 0..<columns.count { line[x] *= factors[x] }
  }

  private func write(_ y: Int) {
    let start = y * sites.width + columns.lowerBound
    for plane in planes {
      let line: UnsafeMutablePointer<Float>
      switch plane.role {
      case .blue:
        line = lines.1
        coding.chromaDifference(from: before, to: after, blue: line)
      case .red:
        line = lines.2
        coding.chromaDifference(from: before, to: after, red: line)
      case .luma, .alpha:
        line = lines.0
        coding.lumaDifference(from: before, to: after, line)
      }
      if alpha != nil { multiply(line, by: cover) }
      add(line, to: plane.source + start, plane.target + start)
    }
  }

  /// Writes the samples that lie so far from those of the source.
  private func add(
    _ line: UnsafeMutablePointer<Float>, to source: UnsafeMutablePointer<S>,
    _ target: UnsafeMutablePointer<S>
  ) {
    let peak = Float(job.source.format.peak)
    for x in 0..<columns.count {
      let value = min(max(Float(source[x]) + line[x], 0), peak)
      // Adding 2^23 leaves the nearest whole number in the low bits.
      target[x] = S(truncatingIfNeeded: (value + 8_388_608).bitPattern)
    }
  }
}
