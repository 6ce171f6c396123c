import Y4M

/// Reads rows of straight R'G'B' from a job's source at the places of one of its planes, with chroma
/// raised smoothly from its true places.
struct StraightColors<S: Sample> {
  let columns: Range<Int>
  let sites: PlaneLayout
  let coding: RGBCoding
  /// The colours that were read last.
  let row: RGBRow
  /// The alpha of these colours, 0 to 1; 1 where the frame is not premultiplied.
  let cover: UnsafeMutablePointer<Float>
  /// The alpha of a premultiplied frame.
  let alpha: UnsafeMutablePointer<S>?
  private let luma: SiteRows<S>
  private let blue: SiteRows<S>?
  private let red: SiteRows<S>?
  private let lines:
    (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
  private let straight: UnsafeMutablePointer<Float>
  private let peak: Float

  /// - Parameter index: the plane at whose places is read.
  init(_ job: EffectJob, _ index: Int, _ columns: Range<Int>, _ scratch: Scratch) {
    let format = job.source.format
    let sites = format.planes[index]
    func rows(_ plane: Int) -> SiteRows<S> {
      SiteRows(
        job.source.samples(format.planes[plane]), format.planes[plane], at: sites,
        peak: format.peak, scratch)
    }
    func line() -> UnsafeMutablePointer<Float> { scratch.take(Float.self, columns.count) }
    self.columns = columns
    self.sites = sites
    coding = RGBCoding(job.coding, depth: format.depth)
    row = RGBRow(count: columns.count, scratch)
    luma = rows(0)
    blue = format.roles.firstIndex(of: .blue).map { rows($0) }
    red = format.roles.firstIndex(of: .red).map { rows($0) }
    let alpha = job.includesAlpha ? format.roles.firstIndex(of: .alpha) : nil
    self.alpha = alpha.map { job.source.samples(format.planes[$0]) }
    lines = (line(), line(), line())
    (cover, straight) = (line(), line())
    peak = Float(format.peak)
    cover.update(repeating: 1, count: columns.count)
  }

  /// Reads row `y` of the places.
  func read(_ y: Int) {
    luma.read(y, columns, to: lines.0)
    blue?.read(y, columns, to: lines.1)
    red?.read(y, columns, to: lines.2)
    let hasColor = blue != nil && red != nil
    makeStraight(y, hasColor: hasColor)
    coding.decode(lines.0, hasColor ? (lines.1, lines.2) : nil, to: row)
  }

  /// Divides the colours of a premultiplied frame by their alpha; what is not seen has none.
  private func makeStraight(_ y: Int, hasColor: Bool) {
    guard let alpha else { return }
    let samples = alpha + y * sites.width + columns.lowerBound
    if Self.isWhole(samples, columns.count, S(truncatingIfNeeded: Int(peak))) {
      cover.update(repeating: 1, count: columns.count)
      return
    }
    for x in 0..<columns.count {
      let share = Float(samples[x]) / peak
      cover[x] = share
      straight[x] = share > 0 ? 1 / share : 0
    }
    multiply(lines.0)
    guard hasColor else { return }
    multiply(lines.1)
    multiply(lines.2)
  }

  /// Whether all samples of alpha are the greatest, whose bits are all set.
  private static func isWhole(_ samples: UnsafeMutablePointer<S>, _ count: Int, _ peak: S) -> Bool {
    var all = peak
    for x in 0..<count { all &= samples[x] }
    return all == peak
  }

  private func multiply(_ line: UnsafeMutablePointer<Float>) {
    for x in 0..<columns.count { line[x] *= straight[x] }
  }
}
