import Y4M

/// Reads rows of straight R'G'B' from a job's source at the places of one of its planes, with
/// chroma raised smoothly from its true places.
struct StraightColors<S: Sample> {
  let columns: Range<Int>
  let sites: PlaneLayout
  let coding: RGBCoding
  /// Which of the columns were read last.
  private(set) var part: Range<Int>
  /// The colours that were read last.
  private(set) var row: RGBRow
  /// The alpha of a premultiplied frame, where its samples lie at these places.
  let alpha: UnsafeMutablePointer<S>?
  /// Whether the frame is premultiplied.
  let isPremultiplied: Bool
  private let luma: SiteRows<S>
  private let blue: SiteRows<S>?
  private let red: SiteRows<S>?
  /// Alpha from other places.
  private let alphas: SiteRows<S>?
  private let lines:
    (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
  private let covers: UnsafeMutablePointer<Float>
  private let straight: UnsafeMutablePointer<Float>
  private let peak: Float
  /// Whether all alphas of the row are the greatest.
  private var isWhole = true

  /// - Parameter index: the plane at whose places is read.
  init(_ job: EffectJob, _ index: Int, _ columns: Range<Int>, _ scratch: Scratch) {
    self.init(job, at: job.source.format.planes[index], columns, scratch)
  }

  /// - Parameter sites: the plane at whose places is read; the frame need have none there.
  init(_ job: EffectJob, at sites: PlaneLayout, _ columns: Range<Int>, _ scratch: Scratch) {
    let format = job.source.format
    func rows(_ plane: Int) -> SiteRows<S> {
      SiteRows(
        job.source.samples(format.planes[plane]), format.planes[plane], at: sites,
        peak: format.peak, scratch)
    }
    func line() -> UnsafeMutablePointer<Float> { scratch.take(Float.self, columns.count) }
    (self.columns, part, self.sites) = (columns, columns, sites)
    coding = RGBCoding(job.coding, depth: format.depth)
    row = RGBRow(count: columns.count, scratch)
    luma = rows(0)
    blue = format.roles.firstIndex(of: .blue).map { rows($0) }
    red = format.roles.firstIndex(of: .red).map { rows($0) }
    let index = job.includesAlpha ? format.roles.firstIndex(of: .alpha) : nil
    isPremultiplied = index != nil
    let isThere = index.map { format.planes[$0].map == sites.map } ?? false
    alpha = isThere ? index.map { job.source.samples(format.planes[$0]) } : nil
    alphas = isThere ? nil : index.map { rows($0) }
    lines = (line(), line(), line())
    (covers, straight) = (line(), line())
    peak = Float(format.peak)
    covers.update(repeating: 1, count: columns.count)
  }

  /// The alpha of the colours that were read last, 0 to 1; 1 where the frame is not premultiplied.
  var cover: UnsafeMutablePointer<Float> { covers + (part.lowerBound - columns.lowerBound) }

  /// Reads row `y` of the places.
  mutating func read(_ y: Int) {
    readLuma(y)
    readColors(y, columns)
  }

  /// Reads the luma of row `y`: samples, as numbers.
  @discardableResult
  mutating func readLuma(_ y: Int) -> UnsafeMutablePointer<Float> {
    luma.read(y, columns, to: lines.0)
    isWhole = readCover(y)
    if !isWhole { multiply(lines.0, by: straight, columns.count) }
    return lines.0
  }

  /// Reads the colours of some of the columns, once their luma is read.
  mutating func readColors(_ y: Int, _ part: Range<Int>) {
    self.part = part
    row = RGBRow(red: row.red, green: row.green, blue: row.blue, count: part.count)
    let start = part.lowerBound - columns.lowerBound
    guard let blue, let red else { return coding.decode(lines.0 + start, nil, to: row) }
    blue.read(y, part, to: lines.1)
    red.read(y, part, to: lines.2)
    if !isWhole {
      multiply(lines.1, by: straight + start, part.count)
      multiply(lines.2, by: straight + start, part.count)
    }
    coding.decode(lines.0 + start, (lines.1, lines.2), to: row)
  }

  /// Reads the alphas of a row, and what divides a premultiplied frame's colours by them: what is
  /// not seen has none. Whether all of it is seen.
  private func readCover(_ y: Int) -> Bool {
    let count = columns.count
    if let alpha {
      let samples = alpha + y * sites.width + columns.lowerBound
      if Self.isWhole(samples, count, S(truncatingIfNeeded: Int(peak))) {
        covers.update(repeating: 1, count: count)
        return true
      }
      for x in 0..<count { covers[x] = Float(samples[x]) / peak }
    } else if let alphas {
      alphas.read(y, columns, to: covers)
      for x in 0..<count { covers[x] /= peak }
    } else {
      return true
    }
    for x in 0..<count { straight[x] = covers[x] > 0 ? 1 / covers[x] : 0 }
    return false
  }

  /// Whether all samples of alpha are the greatest, whose bits are all set.
  private static func isWhole(_ samples: UnsafeMutablePointer<S>, _ count: Int, _ peak: S) -> Bool {
    var all = peak
    for x in 0..<count { all &= samples[x] }
    return all == peak
  }

  private func multiply(
    _ line: UnsafeMutablePointer<Float>, by factors: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for x in 0..<count { line[x] *= factors[x] }
  }
}
