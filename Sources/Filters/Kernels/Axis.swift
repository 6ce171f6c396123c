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

  /// How samples follow one another where weights repeat.
  enum Regularity: CaseIterable {
    /// Each is made one source sample further on than the one before.
    case moved
    /// Each is made two source samples further on.
    case halved
    /// Two are made for each source sample, by weights of their own.
    case doubled

    /// Places after which weights repeat, and source samples between these.
    fileprivate var period: (places: Int, sources: Int) {
      switch self {
      case .moved: (1, 1)
      case .halved: (1, 2)
      case .doubled: (2, 1)
      }
    }
  }

  /// The places around the middle that are made alike: nearly all of a picture that is only moved,
  /// or of chroma that is raised to luma's places, or luma that is reduced to chroma's; whole
  /// periods.
  let regular: (kind: Regularity, places: Range<Int>)

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
    regular = Self.regular(starts, weights, count: count, taps: builder.taps)
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

  /// Finds ``regular``.
  private static func regular(
    _ starts: UnsafeMutablePointer<Int32>, _ weights: UnsafeMutablePointer<Int16>, count: Int,
    taps: Int
  ) -> (kind: Regularity, places: Range<Int>) {
    var found = (kind: Regularity.moved, places: 0..<0)
    for kind in Regularity.allCases {
      let (step, sources) = kind.period
      let middle = count / 2
      guard middle + step <= count else { continue }
      /// Whether a place is made as the one a period further on.
      func isRegular(_ place: Int) -> Bool {
        Int(starts[place + step]) - Int(starts[place]) == sources
          && (0..<taps).allSatisfy {
            weights[place * taps + $0] == weights[(place + step) * taps + $0]
          }
      }
      var (low, high) = (middle, middle + step)
      while low > 0, isRegular(low - 1) { low -= 1 }
      while high < count, isRegular(high - step) { high += 1 }
      high -= (high - low) % step
      if high - low > found.places.count { found = (kind, low..<high) }
    }
    return found
  }

  private static func clamp(_ value: Double, _ limit: Range<Int>) -> Int {
    Int(min(max(value, Double(limit.lowerBound)), Double(limit.upperBound)))
  }
}
