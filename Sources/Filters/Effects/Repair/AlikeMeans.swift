import Y4M

/// The kernel of `denoise`: means of samples near each other, weighted by how much they are alike.
///
/// Two samples have the same share in each other, so each pair is compared once: a row is compared
/// with itself and those below it, and what is found is added to the sums of both. Sums of a row
/// get their parts in one order, wherever a band begins.
///
/// In a premultiplied frame colours are compared as they are without it, and count by the square of
/// how opaque they are: what is rounded in them is as much more as they are less opaque.
struct AlikeMeans: PlaneKernel {
  /// A way from a sample to one that follows it.
  struct Step: BitwiseCopyable {
    let x: Int
    let y: Int
    /// The greatest share.
    let weight: Float
  }

  /// How far samples lie apart at most, along an axis.
  static let reach = 3

  let steps: UnsafeBufferPointer<Step>
  /// Whether the three times three samples around two are compared, and not the two alone.
  let comparesPatches: Bool
  /// Root mean square differences from which on there is no share, in steps of 8 bits.
  let luma: Double
  let chroma: Double
  /// Earlier pictures, of which the sample at the same place counts like a neighbour.
  var past: [SharedFrame] = []

  // Three rows more are compared for each band.
  var leastRows: Int { 48 }

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let alpha = planes.first { $0.source.role == .alpha }?.source
    for plane in planes where plane.source.role != .alpha {
      let most = plane.source.role == .luma ? luma : chroma
      guard most > 0 else { continue }
      let limit = most * Double((plane.source.peak + 1) >> 8)
      let count = comparesPatches ? 9.0 : 1
      scratch.scope {
        AlikeRows(
          plane, alpha, box, steps, comparesPatches: comparesPatches,
          scale: Float(1 / (count * limit * limit)),
          past: past.map { frame in
            AlikeSamples(
              colors: frame.samples(plane.source.layout, as: S.self),
              alpha: alpha.map { frame.samples($0.layout, as: S.self) })
          }, scratch
        ).run()
      }
    }
  }
}

/// A plane of a picture, and in a premultiplied one how opaque its samples are.
private struct AlikeSamples<S: Sample> {
  let colors: UnsafePointer<S>
  let alpha: UnsafePointer<S>?
}

/// The rows of a plane that are being compared.
private struct AlikeRows<S: Sample> {
  private typealias Line = UnsafeMutablePointer<Float>

  private let plane: PlanePair<S>
  private let source: AlikeSamples<S>
  private let box: Box
  private let steps: UnsafeBufferPointer<AlikeMeans.Step>
  private let comparesPatches: Bool
  /// One over the sum of squares from which on there is no share.
  private let scale: Float
  /// Eight rows of samples, and of what they count; four of weighted sums and of weights.
  private let samples: Line
  private let counts: Line
  private let sums: Line
  private let totals: Line
  private let differences: Line
  private let shares: Line
  private let stride: Int
  /// The planes of earlier pictures, and three rows of one of them with what its samples count.
  private let past: [AlikeSamples<S>]
  private let earlier: Line
  private let earlierCounts: Line

  /// Room on both sides of a row: the reach of a pair's other sample, and of what is around it.
  private static var margin: Int { 8 }

  init(
    _ plane: PlanePair<S>, _ alpha: PlaneSource<S>?, _ box: Box,
    _ steps: UnsafeBufferPointer<AlikeMeans.Step>, comparesPatches: Bool, scale: Float,
    past: [AlikeSamples<S>], _ scratch: Scratch
  ) {
    self.plane = plane
    source = AlikeSamples(colors: plane.source.samples, alpha: alpha?.samples)
    self.box = box
    self.steps = steps
    self.comparesPatches = comparesPatches
    self.scale = scale
    stride = (box.width + 2 * Self.margin + 15) / 16 * 16
    samples = scratch.take(Float.self, 8 * stride)
    counts = scratch.take(Float.self, alpha == nil ? 0 : 8 * stride)
    sums = scratch.take(Float.self, 4 * stride)
    totals = scratch.take(Float.self, 4 * stride)
    differences = scratch.take(Float.self, stride)
    shares = scratch.take(Float.self, stride)
    self.past = past
    earlier = scratch.take(Float.self, past.isEmpty ? 0 : 3 * stride)
    earlierCounts = scratch.take(Float.self, past.isEmpty || alpha == nil ? 0 : 3 * stride)
  }

  func run() {
    let reach = AlikeMeans.reach
    sums.update(repeating: 0, count: 4 * stride)
    totals.update(repeating: 0, count: 4 * stride)
    for y in box.y - reach - 1..<box.y + 1 { load(y) }
    for y in box.y - reach..<box.maxY {
      load(y + reach + 1)
      for step in steps { compare(y, step) }
      if y >= box.y {
        for frame in past { compare(y, with: frame) }
        divide(y)
      }
      (sums + (y & 3) * stride).update(repeating: 0, count: stride)
      (totals + (y & 3) * stride).update(repeating: 0, count: stride)
    }
  }

  /// The first sample of the box in a row, wherever that lies.
  private func row(_ y: Int) -> Line { samples + (y & 7) * stride + Self.margin }
  private func count(_ y: Int) -> Line { counts + (y & 7) * stride + Self.margin }
  private func sum(_ y: Int) -> Line { sums + (y & 3) * stride + Self.margin }
  private func total(_ y: Int) -> Line { totals + (y & 3) * stride + Self.margin }

  /// Reads a row, or the nearest that there is, with its ends repeated.
  private func load(_ y: Int) {
    load(source, y, to: row(y), counts: source.alpha.map { _ in count(y) })
  }

  /// The same of another picture's plane.
  private func load(_ samples: AlikeSamples<S>, _ y: Int, to line: Line, counts: Line?) {
    let size = plane.source.layout
    let start = min(max(y, 0), size.height - 1) * size.width
    let from = samples.colors + start
    let line = line - box.x
    let inside = (box.x - Self.margin..<box.maxX + Self.margin).clamped(to: 0..<size.width)
    for x in inside { line[x] = Float(Int32(truncatingIfNeeded: from[x])) }
    if let alpha = samples.alpha, let counts = counts.map({ $0 - box.x }) {
      AlikeLines.straighten(
        line + inside.lowerBound, alpha + start + inside.lowerBound,
        peak: Float(plane.source.peak), inside.count, counts: counts + inside.lowerBound)
      extend(counts, inside)
    }
    extend(line, inside)
  }

  /// Repeats the ends of what was read of a line.
  private func extend(_ line: Line, _ inside: Range<Int>) {
    let columns = box.x - Self.margin..<box.maxX + Self.margin
    (line + columns.lowerBound).update(
      repeating: line[inside.lowerBound], count: inside.lowerBound - columns.lowerBound)
    (line + inside.upperBound).update(
      repeating: line[inside.upperBound - 1], count: columns.upperBound - inside.upperBound)
  }

  /// Writes a row.
  private func divide(_ y: Int) {
    let target = plane.target.row(y) + box.x
    guard let alpha = source.alpha else {
      return AlikeLines.divide(sum(y), total(y), row(y), box.width, to: target)
    }
    let start = y * plane.source.width + box.x
    AlikeLines.divide(
      sum(y), total(y), row(y), count(y), source.colors + start, alpha + start,
      peak: Float(plane.source.peak), box.width, to: target)
  }

  /// Compares a row with that of an earlier picture, and adds that to its sums.
  private func compare(_ y: Int, with frame: AlikeSamples<S>) {
    func line(_ index: Int) -> Line { earlier + index * stride + Self.margin }
    func counts(_ index: Int) -> Line? {
      frame.alpha.map { _ in earlierCounts + index * stride + Self.margin }
    }
    if comparesPatches {
      for index in 0..<3 { load(frame, y + index - 1, to: line(index), counts: counts(index)) }
      AlikeLines.compare(
        (row(y - 1) - 1, row(y) - 1, row(y + 1) - 1), (line(0) - 1, line(1) - 1, line(2) - 1),
        box.width + 2, to: differences)
      weighPatches(1, line(1), counts(1), sum(y), total(y), box.width)
    } else {
      load(frame, y, to: line(1), counts: counts(1))
      weigh(row(y), 1, line(1), counts(1), sum(y), total(y), box.width)
    }
  }

  /// Compares a row with what lies a step from it, and adds each to the other's sums.
  private func compare(_ y: Int, _ step: AlikeMeans.Step) {
    // As many samples before the box as a pair's first may lie before its second.
    let reach = AlikeMeans.reach
    let count = box.width + 2 * reach
    let other = y + step.y
    let counts = source.alpha.map { _ in self.count(_:) }
    if comparesPatches {
      let (one, two) = (-reach - 1, step.x - reach - 1)
      AlikeLines.compare(
        (row(y - 1) + one, row(y) + one, row(y + 1) + one),
        (row(other - 1) + two, row(other) + two, row(other + 1) + two), count + 2,
        to: differences)
      weighPatches(
        step.weight, row(other) + step.x - reach, counts.map { $0(other) + step.x - reach },
        sum(y) - reach, total(y) - reach, count)
    } else {
      weigh(
        row(y) - reach, step.weight, row(other) + step.x - reach,
        counts.map { $0(other) + step.x - reach }, sum(y) - reach, total(y) - reach, count)
    }
    let (sum, total) = (sum(other) + step.x - reach, total(other) + step.x - reach)
    if let counts {
      AlikeLines.add(shares, row(y) - reach, counts(y) - reach, sum, total, count)
    } else {
      AlikeLines.add(shares, row(y) - reach, sum, total, count)
    }
  }

  /// Makes shares of ``differences``, and adds the samples that have them to sums.
  private func weighPatches(
    _ weight: Float, _ samples: Line, _ counts: Line?, _ sum: Line, _ total: Line, _ count: Int
  ) {
    if let counts {
      AlikeLines.weighPatches(differences, scale, weight, count, to: shares)
      AlikeLines.add(shares, samples, counts, sum, total, count)
    } else {
      AlikeLines.weighPatches(
        differences, scale, weight, samples, sum, total, count, to: shares)
    }
  }

  /// The same of the differences of single samples.
  private func weigh(
    _ ones: Line, _ weight: Float, _ samples: Line, _ counts: Line?, _ sum: Line, _ total: Line,
    _ count: Int
  ) {
    if let counts {
      AlikeLines.weigh(ones, scale, weight, samples, count, to: shares)
      AlikeLines.add(shares, samples, counts, sum, total, count)
    } else {
      AlikeLines.weigh(ones, scale, weight, samples, sum, total, count, to: shares)
    }
  }
}

/// Loops over lines, which are no part of anything generic so that they become vectors.
private enum AlikeLines {
  typealias Line = UnsafeMutablePointer<Float>

  /// Sums of the squared differences of three samples above each other.
  static func compare(
    _ one: (Line, Line, Line), _ two: (Line, Line, Line), _ count: Int, to line: Line
  ) {
    let (a, b, c) = one
    let (d, e, f) = two
    for x in 0..<count {
      let (p, q, r) = (a[x] - d[x], b[x] - e[x], c[x] - f[x])
      line[x] = p * p + q * q + r * r
    }
  }

  /// Makes shares of sums of three columns, and adds the samples that have them.
  static func weighPatches(
    _ differences: Line, _ scale: Float, _ weight: Float, _ samples: Line, _ sum: Line,
    _ total: Line, _ count: Int, to shares: Line
  ) {
    for x in 0..<count {
      let far = differences[x] + differences[x &+ 1] + differences[x &+ 2]
      let near = 1 - far * scale
      let left = near > 0 ? near : 0
      let share = left * left * weight
      shares[x] = share
      sum[x] += share * samples[x]
      total[x] += share
    }
  }

  /// The same of the difference of two samples.
  static func weigh(
    _ ones: Line, _ scale: Float, _ weight: Float, _ samples: Line, _ sum: Line,
    _ total: Line, _ count: Int, to shares: Line
  ) {
    for x in 0..<count {
      let off = ones[x] - samples[x]
      let near = 1 - off * off * scale
      let left = near > 0 ? near : 0
      let share = left * left * weight
      shares[x] = share
      sum[x] += share * samples[x]
      total[x] += share
    }
  }

  /// Adds samples with their shares.
  static func add(_ shares: Line, _ samples: Line, _ sum: Line, _ total: Line, _ count: Int) {
    for x in 0..<count {
      sum[x] += shares[x] * samples[x]
      total[x] += shares[x]
    }
  }

  /// Makes shares of sums of three columns.
  static func weighPatches(
    _ differences: Line, _ scale: Float, _ weight: Float, _ count: Int, to shares: Line
  ) {
    for x in 0..<count {
      let far = differences[x] + differences[x &+ 1] + differences[x &+ 2]
      let near = 1 - far * scale
      let left = near > 0 ? near : 0
      shares[x] = left * left * weight
    }
  }

  /// Makes shares of the differences of two samples.
  static func weigh(
    _ ones: Line, _ scale: Float, _ weight: Float, _ samples: Line, _ count: Int, to shares: Line
  ) {
    for x in 0..<count {
      let off = ones[x] - samples[x]
      let near = 1 - off * off * scale
      let left = near > 0 ? near : 0
      shares[x] = left * left * weight
    }
  }

  /// Adds samples with their shares of what they count.
  static func add(
    _ shares: Line, _ samples: Line, _ counts: Line, _ sum: Line, _ total: Line, _ count: Int
  ) {
    for x in 0..<count {
      let share = shares[x] * counts[x]
      sum[x] += share * samples[x]
      total[x] += share
    }
  }

  /// Makes premultiplied samples those of their colours, and finds what they count.
  static func straighten<S: Sample>(
    _ line: Line, _ alpha: UnsafePointer<S>, peak: Float, _ count: Int, counts: Line
  ) {
    for x in 0..<count {
      let opacity = Float(Int32(truncatingIfNeeded: alpha[x]))
      line[x] *= opacity > 0 ? peak / opacity : 0
      let share = opacity / peak
      counts[x] = share * share
    }
  }

  /// Writes means of colours as premultiplied samples; those that are not seen stay.
  static func divide<S: Sample>(
    _ sum: Line, _ total: Line, _ samples: Line, _ counts: Line, _ source: UnsafePointer<S>,
    _ alpha: UnsafePointer<S>, peak: Float, _ count: Int, to target: UnsafeMutablePointer<S>
  ) {
    for x in 0..<count {
      let opacity = Float(Int32(truncatingIfNeeded: alpha[x]))
      let all = total[x] + counts[x]
      let mean = (sum[x] + counts[x] * samples[x]) / (all > 0 ? all : 1) * (opacity / peak)
      let value = S(truncatingIfNeeded: (min(mean, peak) + 8_388_608).bitPattern)
      target[x] = opacity > 0 ? value : source[x]
    }
  }

  /// Writes means, in which a sample has a share of one in itself.
  static func divide<S: Sample>(
    _ sum: Line, _ total: Line, _ samples: Line, _ count: Int, to target: UnsafeMutablePointer<S>
  ) {
    for x in 0..<count {
      let mean = (sum[x] + samples[x]) / (total[x] + 1)
      // The nearest whole number stands in the low bits.
      target[x] = S(truncatingIfNeeded: (mean + 8_388_608).bitPattern)
    }
  }
}
