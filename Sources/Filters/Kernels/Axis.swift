import Timeline

/// How a picture is resampled where samples are made between its own.
enum Sampling: String, Choice {
  /// The nearest sample: hard edges, for pixel art.
  case nearest
  /// A straight line between two samples.
  case bilinear
  /// A Catmull-Rom curve through four samples: sharper.
  case bicubic
}

/// The weights that resample one axis of a picture.
///
/// Scaling up interpolates; scaling down takes the exact mean of the area that a sample covers, so
/// that nothing shimmers (a box filter over nearest-neighbour reconstruction, as OpenCV's
/// `INTER_AREA`), or of the part of that area that lies in the domain. Where scaling up reaches
/// beyond the domain, its edge is repeated.
///
/// What it was computed in ends with the scope of the scratch memory that it was made with.
struct Axis {
  /// The samples made: `first ..< first + count` of the target.
  let first: Int
  let count: Int
  /// Source samples that each target sample reads.
  let taps: Int
  /// The first source sample that each target sample reads.
  let starts: UnsafeMutablePointer<Int32>
  /// `taps` weights for each target sample, which add up to ``Axis/one``.
  let weights: UnsafeMutablePointer<Int16>
  /// How much of each target sample's visible part the picture covers, 0 to 65,535.
  let coverage: UnsafeBufferPointer<UInt16>
  /// The places in ``coverage`` that are not 65,535.
  let edges: UnsafeBufferPointer<Int32>
  /// The source samples that the axis reads.
  let sourceRange: Range<Int>

  /// The samples around the middle that are all made with one set of weights, each from one source
  /// sample further on than the one before: nearly all of a picture that is only moved.
  let uniform: Range<Int>

  /// The weight of a whole sample.
  static let one = 1 << 14

  /// Whether every target sample is one source sample in rising order.
  let isCopy: Bool
  /// Keeps memory that is the axis's own.
  private let owner: Scratch

  /// Prepares an axis.
  ///
  /// - Parameters:
  ///   - domain: the part of the source to draw, in source coordinates (sample `i` covers
  ///     `i ..< i + 1`), not empty.
  ///   - scale: target samples per source sample; negative mirrors.
  ///   - offset: the target coordinate of source coordinate 0.
  ///   - limit: the target samples that may be made.
  ///   - available: the source samples there are, when the domain may reach beyond them.
  ///   - visible: where the target's picture lies. The footprint of a chroma sample may reach
  ///     beyond it, at odd sides and where chroma is sited on the left; that part counts as covered
  ///     like the rest.
  ///   - scratch: where its memory comes from; without one it has its own.
  init(
    domain: Range<Double>, scale: Double, offset: Double, limit: Range<Int>,
    available: Range<Int>? = nil, visible: Range<Double>? = nil, sampling: Sampling,
    scratch: Scratch = Scratch()
  ) {
    let ends = (domain.lowerBound * scale + offset, domain.upperBound * scale + offset)
    let low = min(ends.0, ends.1)
    let high = max(ends.0, ends.1)
    first = Self.clamp(low.rounded(.down), limit)
    count = max(0, Self.clamp(high.rounded(.up), limit) - first)

    let builder = WeightBuilder(
      domain: domain, scale: scale, available: available, sampling: sampling)
    taps = builder.taps
    owner = scratch
    starts = scratch.take(Int32.self, count)
    weights = scratch.take(Int16.self, count * taps)
    let shares = scratch.take(Double.self, taps)
    let coverage = scratch.take(UInt16.self, count)
    let edges = scratch.take(Int32.self, count)
    var edgeCount = 0
    var isCopy = taps == 1
    var (least, most) = (Int32.max, Int32.min)
    for place in 0..<count {
      let index = first + place
      let centre = (Double(index) + 0.5 - offset) / scale
      let start = builder.makeWeights(at: centre, to: weights + place * taps, shares: shares)
      if place > 0, start != starts[place - 1] + 1 { isCopy = false }
      starts[place] = start
      (least, most) = (min(least, start), max(most, start))
      let sample = Double(index)..<Double(index + 1)
      coverage[place] = 65535
      if low > sample.lowerBound || high < sample.upperBound {
        coverage[place] = UInt16(Self.share(of: sample, in: low..<high, visible) * 65535 + 0.5)
      }
      if coverage[place] != 65535 {
        edges[edgeCount] = Int32(truncatingIfNeeded: place)
        edgeCount += 1
      }
    }
    self.edges = UnsafeBufferPointer(start: edges, count: edgeCount)
    self.coverage = UnsafeBufferPointer(start: coverage, count: count)
    self.isCopy = isCopy
    uniform = Self.uniform(starts, weights, count: count, taps: builder.taps)
    sourceRange = least <= most ? Int(least)..<Int(most) + taps : 0..<0
  }

  /// How much of what is visible of `sample` lies in `covered`, 0 to 1.
  ///
  /// All but 1/256 is all: maps are rounded to less than that, and an edge that is meant to lie
  /// between two samples must not let the background through.
  private static func share(
    of sample: Range<Double>, in covered: Range<Double>, _ visible: Range<Double>?
  ) -> Double {
    let seen = visible.map { sample.clamped(to: $0) } ?? sample
    let (part, whole) = (covered.clamped(to: seen), seen.upperBound - seen.lowerBound)
    guard whole > 0 else { return 0 }
    let share = (part.upperBound - part.lowerBound) / whole
    return share > 1 - 1.0 / 256 ? 1 : share
  }

  /// Finds ``uniform``.
  private static func uniform(
    _ starts: UnsafeMutablePointer<Int32>, _ weights: UnsafeMutablePointer<Int16>, count: Int,
    taps: Int
  ) -> Range<Int> {
    let middle = count / 2
    guard count > 0 else { return 0..<0 }
    func isLikeMiddle(_ place: Int) -> Bool {
      guard Int(starts[place]) - Int(starts[middle]) == place - middle else { return false }
      return (0..<taps).allSatisfy { weights[place * taps + $0] == weights[middle * taps + $0] }
    }
    var (low, high) = (middle, middle + 1)
    while low > 0, isLikeMiddle(low - 1) { low -= 1 }
    while high < count, isLikeMiddle(high) { high += 1 }
    return low..<high
  }

  private static func clamp(_ value: Double, _ limit: Range<Int>) -> Int {
    Int(min(max(value, Double(limit.lowerBound)), Double(limit.upperBound)))
  }
}
