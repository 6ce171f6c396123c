import Y4M

/// Reads rows of one plane at the places of another's samples, as ``SiteRows`` does, as numbers of
/// 16 bits: -32,768 for a sample of 0, and 32,768 for one beyond the peak.
///
/// The shares of samples are parts of a power of two, so these are the exact means. What makes them
/// fill 16 bits is part of the shares, and what moves grey to 0 is added once: sums that go round
/// on the way end where they should.
struct WordSites<S: Sample> {
  private let samples: UnsafeMutablePointer<S>
  private let plane: PlaneLayout
  private let peak: S
  private let across: SiteAxis
  private let down: SiteAxis
  private let columnShares: UnsafeMutablePointer<UInt16>
  private let rowShares: UnsafeMutablePointer<UInt16>
  /// What is added to the mean of rows, so that grey becomes 0.
  private let offset: UInt16
  /// A row of the plane, with room for its repeated ends.
  private let line: UnsafeMutablePointer<UInt16>

  /// What room a line has on each side.
  private static var margin: Int { 8 }

  /// Nil where sums of samples have more than 16 bits.
  ///
  /// - Parameter sites: the plane whose places are meant.
  init?(
    _ samples: UnsafeMutablePointer<S>, _ plane: PlaneLayout, at sites: PlaneLayout, depth: Int,
    _ scratch: Scratch
  ) {
    self.samples = samples
    self.plane = plane
    peak = S(truncatingIfNeeded: 1 << depth - 1)
    across = SiteAxis(
      (plane.shiftX, plane.originX), at: (sites.shiftX, sites.originX), scratch)
    down = SiteAxis((plane.shiftY, plane.originY), at: (sites.shiftY, sites.originY), scratch)
    guard let columns = across.wholeShares(scratch), let rows = down.wholeShares(scratch),
      columns.bits + rows.bits + depth <= 16
    else { return nil }
    (columnShares, rowShares) = (columns.shares, rows.shares)
    // The axis that comes last fills the bits that are left.
    let (last, shares) = across.isExact ? (down, rowShares) : (across, columnShares)
    for index in last.allShares.indices { shares[index] <<= 16 - depth - columns.bits - rows.bits }
    offset = across.isExact ? 0x8000 : 0x8000 >> UInt16(16 - depth - rows.bits)
    line = scratch.take(UInt16.self, plane.width + 2 * Self.margin) + Self.margin
  }

  /// The columns of the plane that are read for columns of places; one at least.
  private func sources(of columns: Range<Int>) -> Range<Int> {
    let sources = across.sources(of: columns)
    let first = min(max(sources.lowerBound, 0), plane.width - 1)
    return first..<max(min(sources.upperBound, plane.width), first + 1)
  }

  private func row(_ index: Int) -> UnsafeMutablePointer<S> {
    samples + min(max(index, 0), plane.height - 1) * plane.width
  }

  /// Writes what lies at row `y` and `columns` of the places that are meant.
  func read(_ y: Int, _ columns: Range<Int>, to target: UnsafeMutablePointer<Int16>) {
    if across.isExact {
      let sums = UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt16.self)
      mix(y, columns, to: sums - columns.lowerBound)
      return
    }
    let sources = sources(of: columns)
    mix(y, sources, to: line)
    let (low, high) = (sources.lowerBound, sources.upperBound)
    (line + low - Self.margin).update(repeating: line[low], count: Self.margin)
    (line + high).update(repeating: line[high - 1], count: Self.margin)
    let sums = UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt16.self)
    across.resample(line, columns, columnShares, to: sums)
  }

  /// Adds up rows of the plane, whose columns are those of `line`.
  private func mix(_ y: Int, _ columns: Range<Int>, to line: UnsafeMutablePointer<UInt16>) {
    let (first, taps) = down.taps(of: y)
    let shares = rowShares + down.firstShare(of: y)
    // Samples of 8 bits have no peak to be cut at.
    let peak = S.bitWidth == 8 ? S.max : peak
    let offset = offset
    let (one, here) = (row(first), shares[0])
    if taps.count == 1 {
      for x in columns {
        line[x] = UInt16(truncatingIfNeeded: min(one[x], peak)) &* here &+ offset
      }
      return
    }
    if taps.count == 2 {
      let (two, next) = (row(first + 1), shares[1])
      for x in columns {
        line[x] =
          UInt16(truncatingIfNeeded: min(one[x], peak)) &* here
          &+ UInt16(truncatingIfNeeded: min(two[x], peak)) &* next &+ offset
      }
      return
    }
    for x in columns { line[x] = offset }
    for tap in taps.indices {
      let (row, share) = (row(first + tap), shares[tap])
      for x in columns {
        line[x] &+= UInt16(truncatingIfNeeded: min(row[x], peak)) &* share
      }
    }
  }
}

extension SiteAxis {
  /// The shares as whole parts of a power of two; nil where they are none.
  func wholeShares(_ scratch: Scratch) -> (shares: UnsafeMutablePointer<UInt16>, bits: Int)? {
    let shares = allShares
    for bits in 0...4 {
      let scale = Float(1 << bits)
      guard shares.allSatisfy({ ($0 * scale).rounded() == $0 * scale }) else { continue }
      let wholes = scratch.take(UInt16.self, shares.count)
      for (index, share) in shares.enumerated() { wholes[index] = UInt16(share * scale) }
      return (wholes, bits)
    }
    return nil
  }

  /// Writes the sums of what lies at `places` of a line whose ends are repeated, by whole shares.
  func resample(
    _ line: UnsafeMutablePointer<UInt16>, _ places: Range<Int>,
    _ shares: UnsafeMutablePointer<UInt16>, to target: UnsafeMutablePointer<UInt16>
  ) {
    var x = places.lowerBound
    if ratio == 2, isRaising {
      func one(_ x: Int) {
        let (first, part) = (taps(of: x).first, shares + firstShare(of: x))
        target[x - places.lowerBound] = line[first] &* part[0] &+ line[first + 1] &* part[1]
      }
      if x < places.upperBound, x & 1 != 0 {
        one(x)
        x += 1
      }
      let pairs = (places.upperBound - x) >> 1
      let (even, odd) = (line + taps(of: x).first, line + taps(of: x + 1).first)
      Self.interleave(even, odd, shares, to: target + (x - places.lowerBound), pairs)
      x += 2 * pairs
      if x < places.upperBound { one(x) }
      return
    }
    let count = taps(of: x).shares.count
    if !isRaising, ratio == 2 {
      let out = target
      let first = line + taps(of: x).first
      if count == 2 {
        let (a, b) = (shares[0], shares[1])
        for i in 0..<places.count { out[i] = first[2 &* i] &* a &+ first[2 &* i &+ 1] &* b }
      } else {
        let (a, b, c) = (shares[0], shares[1], shares[2])
        for i in 0..<places.count {
          out[i] = first[2 &* i] &* a &+ first[2 &* i &+ 1] &* b &+ first[2 &* i &+ 2] &* c
        }
      }
      return
    }
    while x < places.upperBound {
      let (first, part) = (line + taps(of: x).first, shares + firstShare(of: x))
      var sum: UInt16 = 0
      for tap in 0..<count { sum &+= first[tap] &* part[tap] }
      target[x - places.lowerBound] = sum
      x += 1
    }
  }

  private static func interleave(
    _ even: UnsafeMutablePointer<UInt16>, _ odd: UnsafeMutablePointer<UInt16>,
    _ shares: UnsafeMutablePointer<UInt16>, to target: UnsafeMutablePointer<UInt16>, _ pairs: Int
  ) {
    let (a, b, c, d) = (shares[0], shares[1], shares[2], shares[3])
    for i in 0..<pairs {
      target[2 &* i] = even[i] &* a &+ even[i &+ 1] &* b
      target[2 &* i &+ 1] = odd[i] &* c &+ odd[i &+ 1] &* d
    }
  }
}
