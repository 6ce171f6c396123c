import Y4M

/// Reads a frame as rows of R'G'B', and writes what becomes of them.
///
/// Luma is computed from the colour at its own place, with chroma raised to it; chroma from the
/// colour at its own place, with the mean of the luma that it stands for. What is written is the
/// sample that was there and the difference that the change makes: where a colour stays as it is,
/// so does the sample, at every depth and subsampling.
struct Recoloring<Change: ColorChange> {
  let source: Frame
  let target: Frame
  let change: Change
  let coding: ColorCoding
  /// Whether the frames are premultiplied, of 16 bits, with alpha.
  let isPremultiplied: Bool
  /// The change, where it is affine; the same numbers come of it in fewer passes.
  var affine: ColorMatrix?
  /// The change in numbers of 16 bits, where it has such.
  var words: ColorWords?
  /// A copy of ``source`` of which chroma is read. With it, source and target may be one frame:
  /// luma is written last, and by then nothing reads it but at its own place.
  var chroma: Frame?

  /// Writes the samples of `box`.
  func run(_ box: Box, _ workspace: Workspace) {
    source.split(box, least: { _ in 8 }, workspace) { plane, rows, columns, scratch in
      if let words, change(words, plane, rows, columns, scratch) { return }
      if source.format.depth == 8 {
        RecoloredRows(self, plane, columns, scratch) { $0.samples8($1) }.run(rows, scratch)
      } else {
        RecoloredRows(self, plane, columns, scratch) { $0.samples16($1) }.run(rows, scratch)
      }
    }
  }
}

extension Recoloring {
  /// Writes rows by a change in numbers of 16 bits; false where that is too few.
  private func change(
    _ words: ColorWords, _ index: Int, _ rows: Range<Int>, _ columns: Range<Int>,
    _ scratch: Scratch
  ) -> Bool {
    func run<S: Sample>(
      _ samples: (Frame, PlaneLayout) -> UnsafeMutablePointer<S>
    ) -> Bool {
      let format = source.format
      guard
        let planes = WordPlanes(
          format, index, columns, scratch,
          source: { samples(frame(of: $0), format.planes[$0]) },
          target: { samples(target, format.planes[$0]) })
      else { return false }
      switch words {
      case .affine(let words): AffineRows(words, planes, scratch).run(rows)
      case .cube(let words): CubeRows(words, planes, scratch).run(rows)
      case .lattice(let lattice):
        LatticeWordRows(lattice, change, coding, planes, scratch).run(rows, scratch)
      }
      return true
    }
    return source.format.depth == 8
      ? run { $0.samples8($1) } : run { $0.samples16($1) }
  }

  /// The frame of which a plane is read.
  fileprivate func frame(of plane: Int) -> Frame {
    switch source.format.roles[plane] {
    case .blue, .red: chroma ?? source
    case .luma, .alpha: source
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
  private let affine: RGBCoding.Sums?

  /// What is wanted of these places.
  private let roles: (luma: Bool, chroma: Bool)

  /// A row of samples of each channel, by its role, and then how far they move.
  private let lines: SampleLines
  /// What becomes of colours.
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
        samples(job.frame(of: plane), format.planes[plane]), format.planes[plane], at: sites,
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
          role: format.roles[plane], source: samples(job.frame(of: plane), layout),
          target: samples(job.target, layout)))
      count += 1
    }
    self.planes = UnsafeBufferPointer(start: planes, count: count)
    let alpha = job.isPremultiplied ? format.roles.firstIndex(of: .alpha) : nil
    self.alpha = alpha.map { samples(job.source, format.planes[$0]) }
    func line() -> UnsafeMutablePointer<Float> { scratch.take(Float.self, columns.count) }
    lines = (line(), line(), line())
    (cover, straight) = (line(), line())
    roles = (
      luma: self.planes.contains { $0.role == .luma },
      chroma: self.planes.contains { $0.role == .blue || $0.role == .red }
    )
    affine = job.affine.map { [coding] in coding.sums(after: MatrixRows($0)) }
    after = RGBRow(count: columns.count, scratch)
  }

  func run(_ rows: Range<Int>, _ scratch: Scratch) {
    for y in rows {
      luma.read(y, columns, to: lines.0)
      if let blue, let red {
        blue.read(y, columns, to: lines.1)
        red.read(y, columns, to: lines.2)
      } else {
        lines.1.update(repeating: coding.grey, count: columns.count)
        lines.2.update(repeating: coding.grey, count: columns.count)
      }
      makeStraight(y)
      if let affine {
        coding.move(lines, count: columns.count, roles, by: affine)
      } else {
        compute(scratch)
      }
      write(y)
    }
  }

  /// Computes what the change makes of every colour.
  private func compute(_ scratch: Scratch) {
    if job.change.isBounded { return computeBounded(scratch) }
    coding.decode(lines.0, (lines.1, lines.2), to: after)
    scratch.scope { job.change.apply(to: after, scratch: scratch) }
    coding.move(lines, count: columns.count, roles, to: after)
  }

  /// The same where nothing is to be cut: in parts that stay in the nearest cache.
  private func computeBounded(_ scratch: Scratch) {
    var start = 0
    while start < columns.count {
      let count = min(Self.part, columns.count &- start)
      let part = (lines.0 + start, lines.1 + start, lines.2 + start)
      let colors = RGBRow(red: after.red, green: after.green, blue: after.blue, count: count)
      coding.decode(part.0, (part.1, part.2), to: colors)
      scratch.scope { job.change.apply(to: colors, scratch: scratch) }
      coding.move(part, roles, toBounded: colors)
      start &+= count
    }
  }

  /// Of 1920, 960 and most other widths, of which whole vectors are made.
  private static var part: Int { 320 }

  /// The row of a channel.
  private func line(of role: PlaneRole) -> UnsafeMutablePointer<Float> {
    switch role {
    case .blue: lines.1
    case .red: lines.2
    case .luma, .alpha: lines.0
    }
  }

  /// Divides the colours of a premultiplied frame by their alpha; what is not seen has none.
  private func makeStraight(_ y: Int) {
    guard let alpha else { return }
    let row = alpha + y * sites.width + columns.lowerBound
    for x in 0..<columns.count {
      let share = Float(row[x]) / 65535
      cover[x] = share
      straight[x] = share > 0 ? 1 / share : 0
    }
    multiply(lines.0, by: straight)
    guard blue != nil else { return }
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
      let line = line(of: plane.role)
      if alpha != nil { multiply(line, by: cover) }
      S.move(
        plane.source + start, by: line, peak: Float(job.source.format.peak), count: columns.count,
        to: plane.target + start)
    }
  }
}
