import Y4M

/// Reads rows of one plane at the places of another's samples, as numbers: chroma at luma's places,
/// and luma at chroma's.
///
/// A plane with samples further apart is interpolated linearly between them. One with samples
/// closer together gives the mean over what a sample of the other stands for: evenly where that
/// lies midway between samples, as a triangle where it lies on one. Beyond its edges a plane
/// repeats itself.
struct SiteRows<S: Sample> {
  private let samples: UnsafeMutablePointer<S>
  private let plane: PlaneLayout
  private let peak: S
  private let across: SiteAxis
  private let down: SiteAxis
  /// A row of the plane, with room for its repeated ends.
  private let line: UnsafeMutablePointer<Float>

  /// What room a line has on each side.
  private static var margin: Int { 8 }

  /// - Parameter sites: the plane whose places are meant.
  init(
    _ samples: UnsafeMutablePointer<S>, _ plane: PlaneLayout, at sites: PlaneLayout, peak: Int,
    _ scratch: Scratch
  ) {
    self.samples = samples
    self.plane = plane
    self.peak = S(truncatingIfNeeded: peak)
    across = SiteAxis(
      (plane.shiftX, plane.originX), at: (sites.shiftX, sites.originX), scratch)
    down = SiteAxis((plane.shiftY, plane.originY), at: (sites.shiftY, sites.originY), scratch)
    line = scratch.take(Float.self, plane.width + 2 * Self.margin) + Self.margin
  }

  /// Writes what lies at row `y` and `columns` of the places that are meant.
  func read(_ y: Int, _ columns: Range<Int>, to target: UnsafeMutablePointer<Float>) {
    if across.isExact { return mix(y, columns, to: target - columns.lowerBound) }
    let sources = across.sources(of: columns)
    let first = min(max(sources.lowerBound, 0), plane.width - 1)
    gather(y, first..<max(min(sources.upperBound, plane.width), first + 1))
    across.resample(line, columns, to: target)
  }

  /// Mixes rows of the plane into ``line``, and repeats its ends.
  private func gather(_ y: Int, _ columns: Range<Int>) {
    mix(y, columns, to: line)
    let (low, high) = (columns.lowerBound, columns.upperBound)
    (line + low - Self.margin).update(repeating: line[low], count: Self.margin)
    (line + high).update(repeating: line[high - 1], count: Self.margin)
  }

  /// Mixes rows of the plane, whose columns are those of `line`.
  private func mix(_ y: Int, _ columns: Range<Int>, to line: UnsafeMutablePointer<Float>) {
    let (first, shares) = down.taps(of: y)
    let peak = peak
    func row(_ index: Int) -> UnsafeMutablePointer<S> {
      samples + min(max(first + index, 0), plane.height - 1) * plane.width
    }
    let one = row(0)
    if shares.count == 2 {
      let (two, here, next) = (row(1), shares[0], shares[1])
      for x in columns {
        line[x] = Float(min(one[x], peak)) * here + Float(min(two[x], peak)) * next
      }
      return
    }
    let share = shares[0]
    for x in columns { line[x] = Float(min(one[x], peak)) * share }
    for index in shares.indices.dropFirst() {
      let (row, share) = (row(index), shares[index])
      for x in columns { line[x] += Float(min(row[x], peak)) * share }
    }
  }
}

/// How samples of one plane are read at the places of another's, along one axis.
struct SiteAxis: BitwiseCopyable {
  /// Places for each sample of the plane, or samples for each place.
  let ratio: Int
  /// Whether places stand closer together than samples.
  let isRaising: Bool
  /// Where a place's first sample is, from the one of its number: a value for each phase of a
  /// place.
  private let offsets: UnsafeMutablePointer<Int>
  /// The shares of a place's samples, `count` for each phase.
  private let shares: UnsafeMutablePointer<Float>
  private let count: Int

  /// - Parameters:
  ///   - plane: how often it is halved, and where its first sample lies, in luma samples.
  ///   - sites: the same of the plane whose places are meant.
  init(
    _ plane: (shift: Int, origin: Double), at sites: (shift: Int, origin: Double),
    _ scratch: Scratch
  ) {
    isRaising = sites.shift <= plane.shift
    ratio = 1 << (sites.shift - plane.shift).magnitude
    let size = Double(1 << plane.shift)
    offsets = scratch.take(Int.self, ratio)
    // Where the first place lies, in samples of the plane.
    let start = (sites.origin - plane.origin) / size
    guard !isRaising else {
      let isExact = ratio == 1 && start == 0
      count = isExact ? 1 : 2
      shares = scratch.take(Float.self, 2 * ratio)
      for phase in 0..<ratio {
        let place = start + Double(phase) / Double(ratio)
        let whole = place.rounded(.down)
        offsets[phase] = Int(whole)
        shares[count * phase] = Float(1 - (place - whole))
        if !isExact { shares[2 * phase + 1] = Float(place - whole) }
      }
      return
    }
    if start == start.rounded(.down) {
      count = 2 * ratio - 1
      offsets[0] = Int(start) - (ratio - 1)
    } else {
      count = ratio
      offsets[0] = Int((start - Double(ratio - 1) / 2).rounded())
    }
    shares = scratch.take(Float.self, count)
    for tap in 0..<count {
      let weight = count == ratio ? ratio : ratio - abs(tap - ratio + 1)
      shares[tap] = Float(weight) / Float(ratio * ratio)
    }
  }

  /// Whether places are those of the samples.
  var isExact: Bool { ratio == 1 && count == 1 && offsets[0] == 0 }

  /// The samples of a place: the number of the first, which may lie beyond the plane, and their
  /// shares.
  func taps(of place: Int) -> (first: Int, shares: UnsafeBufferPointer<Float>) {
    let phase = isRaising ? place & (ratio - 1) : 0
    let base = isRaising ? place >> ratio.trailingZeroBitCount : place * ratio
    return (
      base + offsets[phase], UnsafeBufferPointer(start: shares + phase * count, count: count)
    )
  }

  /// The shares of all phases.
  var allShares: UnsafeBufferPointer<Float> {
    UnsafeBufferPointer(start: shares, count: isRaising ? ratio * count : count)
  }

  /// Which of ``allShares`` is the first of a place's.
  func firstShare(of place: Int) -> Int { isRaising ? (place & (ratio - 1)) * count : 0 }

  /// The samples that some places read.
  func sources(of places: Range<Int>) -> Range<Int> {
    guard let last = places.last else { return 0..<0 }
    return taps(of: places.lowerBound).first..<taps(of: last).first + count
  }

  /// Writes what lies at `places` of a line whose ends are repeated.
  func resample(
    _ line: UnsafeMutablePointer<Float>, _ places: Range<Int>,
    to target: UnsafeMutablePointer<Float>
  ) {
    if isExact {
      target.update(from: line + places.lowerBound, count: places.count)
    } else if isRaising {
      raise(line, places, to: target)
    } else {
      lower(line, places, to: target)
    }
  }

  private func raise(
    _ line: UnsafeMutablePointer<Float>, _ places: Range<Int>,
    to target: UnsafeMutablePointer<Float>
  ) {
    var x = places.lowerBound
    let shift = ratio.trailingZeroBitCount
    func one(_ x: Int) {
      let (first, shares) = taps(of: x)
      target[x - places.lowerBound] = line[first] * shares[0] + line[first + 1] * shares[1]
    }
    // Up to a place with which a sample of the plane begins, and from there on by whole samples.
    while x < places.upperBound, x & (ratio - 1) != 0 {
      one(x)
      x += 1
    }
    let wholes = (places.upperBound - x) >> shift
    let out = target + (x - places.lowerBound)
    let source = line + (x >> shift)
    if ratio == 2 {
      let (even, odd) = (source + offsets[0], source + offsets[1])
      let (a, b, c, d) = (shares[0], shares[1], shares[2], shares[3])
      for i in 0..<wholes {
        out[2 &* i] = even[i] * a + even[i &+ 1] * b
        out[2 &* i &+ 1] = odd[i] * c + odd[i &+ 1] * d
      }
    } else {
      for phase in 0..<ratio {
        let (source, step) = (source + offsets[phase], ratio)
        let (here, next) = (shares[2 * phase], shares[2 * phase + 1])
        let out = out + phase
        for i in 0..<wholes { out[step &* i] = source[i] * here + source[i &+ 1] * next }
      }
    }
    x += wholes << shift
    while x < places.upperBound {
      one(x)
      x += 1
    }
  }

  private func lower(
    _ line: UnsafeMutablePointer<Float>, _ places: Range<Int>,
    to target: UnsafeMutablePointer<Float>
  ) {
    let first = line + places.lowerBound * ratio + offsets[0]
    if ratio == 2 {
      // The last of two taps counts for nothing.
      let (a, b, c) = (shares[0], shares[1], count > 2 ? shares[2] : 0)
      for i in 0..<places.count {
        let sum = first[2 &* i] * a + first[2 &* i &+ 1] * b
        target[i] = sum + first[2 &* i &+ 2] * c
      }
      return
    }
    for tap in 0..<count {
      let (source, share, step) = (first + tap, shares[tap], ratio)
      if tap == 0 {
        for i in 0..<places.count { target[i] = source[i &* step] * share }
      } else {
        for i in 0..<places.count { target[i] += source[i &* step] * share }
      }
    }
  }
}
