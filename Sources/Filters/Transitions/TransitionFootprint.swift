import Y4M

/// The shares of a plane's samples, row by row: of their centres, or the means over their
/// footprints.
struct CoverLines<C: Cover> {
  /// The latest row of the plane, where ``fill(_:)`` says that it varies.
  let shares: UnsafeMutablePointer<UInt16>
  private let cover: C
  private let layout: PlaneLayout
  private let means: FootprintMeans?

  init(_ cover: C, _ layout: PlaneLayout, _ scratch: Scratch) {
    self.cover = cover
    self.layout = layout
    shares = scratch.take(UInt16.self, layout.width)
    let isWhole = layout.shiftX == 0 && layout.shiftY == 0
    means = isWhole || cover.isSmooth ? nil : FootprintMeans(layout, scratch)
  }

  /// Makes the shares of row `y`.
  func fill(_ y: Int) -> CoverSpan {
    guard let means else {
      return cover.fill(
        shares,
        CoverPlaces(
          x: Float(layout.originX), step: Float(1 << layout.shiftX),
          y: Float(layout.originY) + Float(y << layout.shiftY), count: layout.width))
    }
    return means.fill(shares, y) { line, shares, count in
      cover.fill(shares, CoverPlaces(x: 0, step: 1, y: Float(line), count: count))
    }
  }
}

/// Means of shares of luma samples over the footprints of the samples of a subsampled plane.
///
/// A footprint reaches to the middle between a sample and its neighbours, so that samples which lie
/// on a luma column take half of the columns at their footprint's ends. Weights count halves.
private struct FootprintMeans {
  /// Luma samples that rows are continued by at both ends, by what stands there.
  private static let margin = 4

  private let layout: PlaneLayout
  private let across: Footprint
  private let down: Footprint
  /// The luma samples of a row, at least as many as all footprints take.
  private let count: Int
  private let line: UnsafeMutablePointer<UInt16>
  /// Sums of lines, the first of them ``margin`` before the row's first sample.
  private let sums: UnsafeMutablePointer<UInt32>

  init(_ layout: PlaneLayout, _ scratch: Scratch) {
    self.layout = layout
    across = Footprint(shift: layout.shiftX, origin: layout.originX)
    down = Footprint(shift: layout.shiftY, origin: layout.originY)
    count = layout.width << layout.shiftX
    line = scratch.take(UInt16.self, count)
    sums = scratch.take(UInt32.self, count + 2 * Self.margin)
  }

  func fill(
    _ shares: UnsafeMutablePointer<UInt16>, _ y: Int,
    _ luma: (_ line: Int, _ shares: UnsafeMutablePointer<UInt16>, _ count: Int) -> CoverSpan
  ) -> CoverSpan {
    let first = y << layout.shiftY + down.first
    let last = layout.height << layout.shiftY - 1
    var (outer, isSame) = (CoverSpan.even(0), true)
    let samples = sums + Self.margin
    for index in 0..<down.count {
      let span = luma(min(max(first + index, 0), last), line, count)
      if index == 0 {
        outer = span
      } else {
        isSame = isSame && span.left == outer.left && span.right == outer.right
        let low = min(outer.varied.lowerBound, span.varied.lowerBound)
        outer.varied = low..<max(outer.varied.upperBound, span.varied.upperBound)
      }
      add(span, weight: down.weight(index), to: samples, isFirst: index == 0)
    }
    if isSame, outer.left == outer.right, outer.varied.isEmpty { return .even(outer.left) }
    for index in 1...Self.margin {
      samples[-index] = samples[0]
      samples[count - 1 + index] = samples[count - 1]
    }
    // Samples whose footprints end before the part that varies have the share to the left of it.
    let reach = across.count
    var varied = 0..<layout.width
    if isSame {
      let low = (outer.varied.lowerBound - reach) >> layout.shiftX
      let high = (outer.varied.upperBound + reach) >> layout.shiftX + 1
      let start = min(max(low, 0), layout.width)
      varied = start..<min(max(high, start), layout.width)
    }
    reduce(shares, varied)
    return CoverSpan(left: outer.left, varied: varied, right: outer.right)
  }

  /// Adds a line of shares to the sums.
  private func add(
    _ span: CoverSpan, weight: UInt32, to sums: UnsafeMutablePointer<UInt32>, isFirst: Bool
  ) {
    let (start, end) = (span.varied.lowerBound, span.varied.upperBound)
    let (left, right) = (UInt32(span.left) &* weight, UInt32(span.right) &* weight)
    if isFirst {
      (sums).update(repeating: left, count: start)
      for x in start..<end { sums[x] = UInt32(line[x]) &* weight }
      (sums + end).update(repeating: right, count: count - end)
    } else {
      for x in 0..<start { sums[x] = sums[x] &+ left }
      for x in start..<end { sums[x] = sums[x] &+ UInt32(line[x]) &* weight }
      for x in end..<count { sums[x] = sums[x] &+ right }
    }
  }

  /// Takes means along the row.
  private func reduce(_ shares: UnsafeMutablePointer<UInt16>, _ samples: Range<Int>) {
    let base = sums + (Self.margin + across.first)
    // Halves of columns times halves of lines.
    let shift = UInt32(layout.shiftX + layout.shiftY + 2)
    let half = UInt32(1) &<< (shift &- 1)
    let (step, count) = (layout.shiftX, across.count)
    for x in samples {
      let place = base + x &<< step
      var sum = half
      for index in 0..<count { sum = sum &+ place[index] &* across.weight(index) }
      shares[x] = UInt16(truncatingIfNeeded: sum &>> shift)
    }
  }
}

/// The luma samples that a sample of a subsampled plane stands for, along one axis.
private struct Footprint: BitwiseCopyable {
  /// The first, counted from `i << shift` for sample `i`.
  let first: Int
  /// How many, at most five.
  let count: Int
  /// The halves of the first that are taken, and of the last.
  private let ends: UInt32

  init(shift: Int, origin: Double) {
    // From the centre of sample 0 back to the footprint's start, in halves of luma samples.
    let start = Int((2 * origin).rounded()) + 1 - 1 << shift
    first = start >> 1
    let isHalf = start & 1 != 0
    count = 1 << shift + (isHalf ? 1 : 0)
    ends = isHalf ? 1 : 2
  }

  @inline(__always)
  func weight(_ index: Int) -> UInt32 { index == 0 || index == count &- 1 ? ends : 2 }
}
