import Y4M

/// The kernel of `denoise`: means of samples near each other, weighted by how much they are alike.
///
/// Two samples have the same share in each other, so each pair is compared once: a row is compared
/// with itself and those below it, and what is found is added to the sums of both. Sums of a row
/// get their parts in one order, wherever a band begins.
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
    for plane in planes where plane.source.role != .alpha {
      let most = plane.source.role == .luma ? luma : chroma
      guard most > 0 else { continue }
      let limit = most * Double((plane.source.peak + 1) >> 8)
      let count = comparesPatches ? 9.0 : 1
      scratch.scope {
        AlikeRows(
          plane, box, steps, comparesPatches: comparesPatches,
          scale: Float(1 / (count * limit * limit)),
          past: past.map { $0.samples(plane.source.layout, as: S.self) }, scratch
        ).run()
      }
    }
  }
}

/// The rows of a plane that are being compared.
private struct AlikeRows<S: Sample> {
  private typealias Line = UnsafeMutablePointer<Float>

  private let plane: PlanePair<S>
  private let box: Box
  private let steps: UnsafeBufferPointer<AlikeMeans.Step>
  private let comparesPatches: Bool
  /// One over the sum of squares from which on there is no share.
  private let scale: Float
  /// Eight rows of samples, and four of weighted sums and of weights.
  private let samples: Line
  private let sums: Line
  private let totals: Line
  private let differences: Line
  private let shares: Line
  private let stride: Int
  /// The planes of earlier pictures, and three rows of one of them.
  private let past: [UnsafePointer<S>]
  private let earlier: Line

  /// Room on both sides of a row: the reach of a pair's other sample, and of what is around it.
  private static var margin: Int { 8 }

  init(
    _ plane: PlanePair<S>, _ box: Box, _ steps: UnsafeBufferPointer<AlikeMeans.Step>,
    comparesPatches: Bool, scale: Float, past: [UnsafePointer<S>], _ scratch: Scratch
  ) {
    self.plane = plane
    self.box = box
    self.steps = steps
    self.comparesPatches = comparesPatches
    self.scale = scale
    stride = (box.width + 2 * Self.margin + 15) / 16 * 16
    samples = scratch.take(Float.self, 8 * stride)
    sums = scratch.take(Float.self, 4 * stride)
    totals = scratch.take(Float.self, 4 * stride)
    differences = scratch.take(Float.self, stride)
    shares = scratch.take(Float.self, stride)
    self.past = past
    earlier = scratch.take(Float.self, past.isEmpty ? 0 : 3 * stride)
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
        AlikeLines.divide(
          sum(y), total(y), row(y), box.width, to: plane.target.row(y) + box.x)
      }
      (sums + (y & 3) * stride).update(repeating: 0, count: stride)
      (totals + (y & 3) * stride).update(repeating: 0, count: stride)
    }
  }

  /// The first sample of the box in a row, wherever that lies.
  private func row(_ y: Int) -> Line { samples + (y & 7) * stride + Self.margin }
  private func sum(_ y: Int) -> Line { sums + (y & 3) * stride + Self.margin }
  private func total(_ y: Int) -> Line { totals + (y & 3) * stride + Self.margin }

  /// Reads a row, or the nearest that there is, with its ends repeated.
  private func load(_ y: Int) {
    load(plane.source.samples, y, to: row(y))
  }

  /// The same of another picture's plane.
  private func load(_ samples: UnsafePointer<S>, _ y: Int, to line: Line) {
    let source = plane.source
    let from = samples + min(max(y, 0), source.height - 1) * source.width
    let line = line - box.x
    let columns = box.x - Self.margin..<box.maxX + Self.margin
    let inside = columns.clamped(to: 0..<source.width)
    for x in inside { line[x] = Float(Int32(truncatingIfNeeded: from[x])) }
    (line + columns.lowerBound).update(
      repeating: line[inside.lowerBound], count: inside.lowerBound - columns.lowerBound)
    (line + inside.upperBound).update(
      repeating: line[inside.upperBound - 1], count: columns.upperBound - inside.upperBound)
  }

  /// Compares a row with that of an earlier picture, and adds that to its sums.
  private func compare(_ y: Int, with frame: UnsafePointer<S>) {
    func line(_ index: Int) -> Line { earlier + index * stride + Self.margin }
    if comparesPatches {
      for index in 0..<3 { load(frame, y + index - 1, to: line(index)) }
      AlikeLines.compare(
        (row(y - 1) - 1, row(y) - 1, row(y + 1) - 1), (line(0) - 1, line(1) - 1, line(2) - 1),
        box.width + 2, to: differences)
      AlikeLines.weighPatches(
        differences, scale, 1, line(1), sum(y), total(y), box.width, to: shares)
    } else {
      load(frame, y, to: line(1))
      AlikeLines.weigh(
        row(y), scale, 1, line(1), sum(y), total(y), box.width, to: shares)
    }
  }

  /// Compares a row with what lies a step from it, and adds each to the other's sums.
  private func compare(_ y: Int, _ step: AlikeMeans.Step) {
    // As many samples before the box as a pair's first may lie before its second.
    let reach = AlikeMeans.reach
    let count = box.width + 2 * reach
    let other = y + step.y
    if comparesPatches {
      let (one, two) = (-reach - 1, step.x - reach - 1)
      AlikeLines.compare(
        (row(y - 1) + one, row(y) + one, row(y + 1) + one),
        (row(other - 1) + two, row(other) + two, row(other + 1) + two), count + 2,
        to: differences)
      AlikeLines.weighPatches(
        differences, scale, step.weight, row(other) + step.x - reach, sum(y) - reach,
        total(y) - reach, count, to: shares)
    } else {
      AlikeLines.weigh(
        row(y) - reach, scale, step.weight, row(other) + step.x - reach, sum(y) - reach,
        total(y) - reach, count, to: shares)
    }
    AlikeLines.add(
      shares, row(y) - reach, sum(other) + step.x - reach, total(other) + step.x - reach, count)
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
