import Y4M

/// Fits luma, and chroma by itself and luma, by lines, each of a square, and takes means of lines.
struct GuidedFilter {
  /// In pixels of the picture.
  let radius: Double
  /// From black to white is 1.
  let threshold: Double

  /// The squares of a plane that is halved so many times: as wide as those of luma.
  func window(shift: Int) -> RunningWindow {
    RunningWindow(width: (2 * radius + 1) / Double(1 << shift))
  }

  /// Writes the samples of a job's box.
  func run(_ job: EffectJob) {
    // Each band makes the lines around it again.
    func least(_ layout: PlaneLayout) -> Int { max(32, 4 * window(shift: layout.shiftY).reach) }
    job.source.split(job.box, least: least, job.workspace) { plane, rows, columns, scratch in
      if job.source.format.depth == 8 {
        var band = GuidedRows<UInt8, UInt16, UInt32>(self, job, plane, columns, scratch)
        band.run(rows)
      } else {
        var band = GuidedRows<UInt16, UInt32, UInt64>(self, job, plane, columns, scratch)
        band.run(rows)
      }
    }
  }
}

/// The rows of the planes that lie at one plane's places.
///
/// Samples are counted in units of 8 bits, or of 12 to 16. In a premultiplied frame they are those
/// of the colour, of 12 bits, and weigh as much as they are opaque.
private struct GuidedRows<S: Sample, Value: UnitInteger, Sum: UnitInteger> {
  private typealias Means = PairMeans<Value, Sum>
  private typealias Units = GuidedSamples<Value>
  private typealias Pair = LinePair

  /// A plane that is written, and its lines in ``samples``: what it holds, and that by its weight.
  private struct Plane: BitwiseCopyable {
    let source: UnsafeMutablePointer<S>
    let target: UnsafeMutablePointer<S>
    let straight: Int
    let weighed: Int
    /// Its mean, the first of its pairs of samples: that of squares and for chroma that of products
    /// with luma follow.
    let mean: Int
    /// Its slope, the first of its lines: offset and for chroma the slope over luma follow.
    let line: Int
    let isLuma: Bool
  }

  /// The planes that are written, and what is kept for them.
  private struct Plan {
    let planes: UnsafeMutablePointer<Plane>
    private(set) var planeCount = 0
    /// The lines of samples: 0 is luma and 1 luma by its weight; the weight itself comes last.
    private(set) var lineCount = 2
    /// The pairs of those lines whose means are taken.
    private(set) var pairs = [Pair(1), Pair(1, 0)]
    /// The lines that are fitted; the last says where there are any.
    private(set) var fitCount = 0

    init(_ job: EffectJob, at sites: PlaneLayout, isWeighed: Bool, _ scratch: Scratch) {
      let format = job.source.format
      planes = scratch.take(Plane.self, format.planes.count)
      if !isWeighed { (lineCount, pairs) = (1, [Pair(0), Pair(0, 0)]) }
      for (plane, layout) in format.planes.enumerated() where layout.map == sites.map {
        if format.roles[plane] == .alpha { continue }
        let isLuma = format.roles[plane] == .luma
        let straight = isLuma ? 0 : lineCount
        let weighed = isWeighed ? straight + 1 : straight
        let mean = isLuma ? 0 : pairs.count
        if !isLuma {
          lineCount = weighed + 1
          pairs += [Pair(weighed), Pair(weighed, straight), Pair(weighed, 0)]
        }
        (planes + planeCount).initialize(
          to: Plane(
            source: job.source.samples(layout), target: job.target.samples(layout),
            straight: straight, weighed: weighed, mean: mean, line: fitCount, isLuma: isLuma))
        planeCount += 1
        fitCount += isLuma ? 2 : 3
      }
      guard isWeighed else { return }
      pairs.append(Pair(lineCount))
      lineCount += 1
      fitCount += 1
    }
  }

  private let sites: PlaneLayout
  private let luma: SiteRows<S>
  private let alpha: UnsafeMutablePointer<S>?
  private let planes: UnsafeMutablePointer<Plane>
  private let planeCount: Int
  /// Means of samples, and those of the lines made of them.
  private var samples: Means
  private var lines: Means
  private let columns: Range<Int>
  private let row: UnsafeMutablePointer<Float>
  private let coefficients: GuidedLines<Value>
  /// The peak of samples, and how many units one is.
  private let peak: Float
  private let unit: Float
  /// The units of a colour's peak.
  private let whole: Float

  init(
    _ filter: GuidedFilter, _ job: EffectJob, _ index: Int, _ columns: Range<Int>,
    _ scratch: Scratch
  ) {
    let format = job.source.format
    let sites = format.planes[index]
    self.columns = columns
    self.sites = sites
    peak = Float(format.peak)
    let alpha = job.includesAlpha ? format.roles.firstIndex(of: .alpha) : nil
    self.alpha = alpha.map { job.source.samples(format.planes[$0]) }
    let bits = format.depth == 8 ? 8 : alpha == nil ? max(format.depth, 12) : 12
    unit = Float(1 << bits) / Float(1 << format.depth)
    whole = Float(1 << bits - 1)
    luma = SiteRows(
      job.source.samples(format.planes[0]), format.planes[0], at: sites, peak: format.peak,
      scratch)
    let plan = Plan(job, at: sites, isWeighed: alpha != nil, scratch)
    (planes, planeCount) = (plan.planes, plan.planeCount)
    let (across, down) = (filter.window(shift: sites.shiftX), filter.window(shift: sites.shiftY))
    let size = (width: sites.width, height: sites.height)
    lines = Means(
      columns, of: size, across: across, down: down, lines: plan.fitCount,
      (0..<plan.fitCount).map { Pair($0) }, scratch)
    samples = Means(
      lines.inside, of: size, across: across, down: down, lines: plan.lineCount, plan.pairs,
      scratch)
    row = scratch.take(Float.self, samples.inside.count + 16)
    let coding = RGBCoding(job.coding, depth: format.depth)
    let span = Double(coding.lumaSpan * unit) * filter.threshold
    coefficients = GuidedLines(span: span, bits: bits)
  }

  mutating func run(_ rows: Range<Int>) {
    var (samples, lines) = (samples, lines)
    for y in rows {
      lines.move(to: y) { y, lines in
        samples.move(to: y) { y, samples in read(y, samples) }
        fit(y, samples, lines)
      }
      write(y, samples, lines)
    }
  }

  /// Reads a row of the picture.
  private func read(_ y: Int, _ samples: Means) {
    let columns = samples.inside
    luma.read(y, columns, to: row)
    let start = y * sites.width + columns.lowerBound
    let weight = samples.line(samples.lineCount - 1, y)
    if let alpha { Units.weigh(alpha + start, to: weight, columns.count) }
    put(y, samples, straight: 0, weighed: 1, weight)
    for index in 0..<planeCount where planes[index].straight > 0 {
      let plane = planes[index]
      let source = plane.source + start
      for x in 0..<columns.count {
        row[x] = Float(min(source[x], S(truncatingIfNeeded: Int(peak))))
      }
      put(y, samples, straight: plane.straight, weighed: plane.weighed, weight)
    }
  }

  /// Writes a row of samples as units, and in a premultiplied frame those of the colour.
  private func put(
    _ y: Int, _ samples: Means, straight: Int, weighed: Int, _ weight: Means.Line
  ) {
    let (target, count) = (samples.line(straight, y), samples.inside.count)
    if let alpha {
      let alpha = alpha + (y * sites.width + samples.inside.lowerBound)
      Units.straighten(row, alpha, count)
      Units.round(row, whole, to: target, count)
      Units.multiply(target, weight, to: samples.line(weighed, y), count)
    } else {
      Units.round(row, unit, to: target, count)
    }
  }

  /// Makes a row of lines of the means of samples.
  private func fit(_ y: Int, _ samples: Means, _ lines: Means) {
    let count = samples.columns.count
    let marks = lines.line(lines.lineCount - 1, y)
    if alpha != nil {
      let weights = samples.mean(samples.pairCount - 1)
      coefficients.mark(weights, to: marks, count)
      for pair in 0..<samples.pairCount - 1 {
        coefficients.multiply(samples.mean(pair), by: weights, count)
      }
    }
    let luma = (samples.mean(0), samples.mean(1))
    for index in 0..<planeCount {
      let (plane, line) = (planes[index], lines.line(planes[index].line, y))
      let offset = lines.line(plane.line + 1, y)
      if plane.isLuma {
        coefficients.fit(luma, to: (line, offset), count)
      } else {
        let means = (
          samples.mean(plane.mean), samples.mean(plane.mean + 1), samples.mean(plane.mean + 2)
        )
        coefficients.fit(means, luma, to: (line, offset, lines.line(plane.line + 2, y)), count)
      }
    }
    if alpha == nil { return }
    for kind in 0..<lines.lineCount - 1 {
      let line = lines.line(kind, y)
      Units.multiply(line, marks, to: line, count)
    }
  }

  private func write(_ y: Int, _ samples: Means, _ lines: Means) {
    let count = columns.count
    let start = y * sites.width + columns.lowerBound
    let inside = columns.lowerBound - samples.inside.lowerBound
    let luma = samples.line(0, y) + inside
    if alpha != nil {
      let weights = lines.mean(lines.lineCount - 1)
      for x in 0..<count { weights[x] = 1 / max(weights[x], 1e-9) }
      for kind in 0..<lines.lineCount - 1 {
        coefficients.multiply(lines.mean(kind), by: weights, count)
      }
    }
    for index in 0..<planeCount {
      let plane = planes[index]
      coefficients.move(
        samples.line(plane.straight, y) + inside,
        (lines.mean(plane.line), lines.mean(plane.line + 1)),
        plane.isLuma ? nil : (luma, lines.mean(plane.line + 2)), to: row, count)
      if let alpha {
        Units.cover(row, alpha + start, 1 / whole, count)
      } else {
        for x in 0..<count { row[x] /= unit }
      }
      S.move(plane.source + start, by: row, peak: peak, count: count, to: plane.target + start)
    }
  }
}
