import Y4M

/// The rows of the planes that lie at one plane's places, moved by an affine change in numbers of
/// 16 bits.
///
/// A row is parted at fixed columns. Where no colour between the least and the greatest samples of
/// a part is led beyond black or white, samples move by sums of samples; elsewhere by way of
/// R'G'B', with the cut.
struct AffineRows<S: Sample> {
  private let words: AffineWords
  private let planes: WordPlanes<S>
  private let roles: [AffineWords.Role]
  private let table: AffineWords.Line
  private let lines: AffineWords.Lines
  private let parts: AffineParts
  /// Samples at the end of a row, which fill no vector.
  private let rest: UnsafeMutablePointer<S>

  init(_ words: AffineWords, _ planes: WordPlanes<S>, _ scratch: Scratch) {
    (self.words, self.planes) = (words, planes)
    roles = planes.planes.map { plane in
      plane.channel == 0 ? words.luma : plane.channel == 1 ? words.blue : words.red
    }
    table = words.table(roles, scratch)
    func line() -> AffineWords.Line { scratch.take(Int16.self, planes.columns.count) }
    lines = (line(), line(), line())
    parts = AffineParts(planes.columns.count, scratch)
    rest = scratch.take(S.self, WordLanes.scalarCount)
    rest.update(repeating: 0, count: WordLanes.scalarCount)
  }

  func run(_ rows: Range<Int>) {
    for y in rows {
      planes.read(y, to: lines)
      parts.find(lines, words)
      parts.forEach { part, isCut in
        if isCut { AffineWords.moveColors(lines(from: part.lowerBound), count: part.count, table) }
        for plane in planes.planes.indices { move(plane, y, part, isCut: isCut) }
      }
    }
  }

  private func lines(from start: Int) -> AffineWords.Lines {
    (y: lines.y + start, u: lines.u + start, v: lines.v + start)
  }

  /// Writes a part of the row of a plane.
  private func move(_ number: Int, _ y: Int, _ part: Range<Int>, isCut: Bool) {
    let plane = planes.planes[number]
    let start = planes.start(of: y) + part.lowerBound
    let (source, target) = (plane.source + start, plane.target + start)
    if !isCut, roles[number].isStill, S.bitWidth == 8 {
      if source != target { target.update(from: source, count: part.count) }
      return
    }
    let bits = roles[number].bits
    let left = part.count % WordLanes.scalarCount
    let wholes = part.count - left
    move(
      number, part.lowerBound, wholes, isCut: isCut,
      MovedSamples(source: source, target: target, bits: bits, peak: planes.peak))
    guard left > 0 else { return }
    rest.update(from: source + wholes, count: left)
    move(
      number, part.lowerBound + wholes, left, isCut: isCut,
      MovedSamples(source: rest, target: rest, bits: bits, peak: planes.peak))
    (target + wholes).update(from: rest, count: left)
  }

  /// Moves samples whose colours, or how far they move, begin at a place of ``lines``: as many as
  /// fill vectors.
  private func move(
    _ number: Int, _ start: Int, _ count: Int, isCut: Bool, _ samples: MovedSamples<S>
  ) {
    let lines = lines(from: start)
    if isCut {
      AffineWords.weigh(lines, count: count, table, plane: number, samples)
    } else if roles[number].readsOthers {
      AffineWords.add(lines, count: count, table, plane: number, samples)
    } else {
      let channel = planes.planes[number].channel
      let line = channel == 0 ? lines.y : channel == 1 ? lines.u : lines.v
      AffineWords.add(line, count: count, table, plane: number, channel: channel, samples)
    }
  }
}

/// Samples of a row before and after they are moved; both may be the same.
struct MovedSamples<S: Sample> {
  let source: UnsafeMutablePointer<S>
  let target: UnsafeMutablePointer<S>
  /// By how many bits moves are finer than codes.
  let bits: Int
  let peak: Int16

  /// Moves thirty-two samples from `x` on; what is a whole part less than half a code goes up.
  @inline(__always)
  func move(_ x: Int, by moves: WordLanes) {
    // What is cut off of three products is a step and a half.
    let (up, half) = (Int16(truncatingIfNeeded: bits), Int16(1) << (bits - 1) + 1)
    store((words(x) &<< up &+ moves &+ half) &>> up, x)
  }

  /// Thirty-two samples as numbers.
  @inline(__always)
  private func words(_ x: Int) -> WordLanes {
    let samples = UnsafeMutableRawPointer(source + x)
    if S.bitWidth == 8 { return samples.assumingMemoryBound(to: UInt8.self).words(0) }
    let shares = samples.loadUnaligned(as: ShareLanes.self)
    return .each { Int16(truncatingIfNeeded: min(shares[$0], UInt16(bitPattern: peak))) }
  }

  /// Writes the samples nearest to thirty-two numbers.
  @inline(__always)
  private func store(_ numbers: WordLanes, _ x: Int) {
    let words = numbers.atLeast(WordLanes()).atMost(WordLanes(repeating: peak))
    let samples = UnsafeMutableRawPointer(target + x)
    if S.bitWidth == 8 { return samples.assumingMemoryBound(to: UInt8.self).store(words) }
    samples.storeBytes(of: words, as: WordLanes.self)
  }
}

extension UInt8 {
  static func shift(
    _ source: UnsafeMutablePointer<UInt8>, by moves: UnsafeMutablePointer<Int16>, bits: Int,
    peak: Int16, count: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    if source != target { target.update(from: source, count: count) }
    // What is cut off of three products is a step and a half.
    let (up, half) = (Int16(truncatingIfNeeded: bits), Int16(1) << (bits - 1) + 1)
    for x in 0..<count {
      let sum = (Int16(target[x]) &<< up &+ moves[x] &+ half) &>> up
      target[x] = UInt8(truncatingIfNeeded: Swift.min(Swift.max(sum, 0), 255))
    }
  }
}

extension UInt16 {
  static func shift(
    _ source: UnsafeMutablePointer<UInt16>, by moves: UnsafeMutablePointer<Int16>, bits: Int,
    peak: Int16, count: Int, to target: UnsafeMutablePointer<UInt16>
  ) {
    if source != target { target.update(from: source, count: count) }
    let (up, half) = (Int16(truncatingIfNeeded: bits), Int16(1) << (bits - 1) + 1)
    for x in 0..<count {
      let sample = Int16(truncatingIfNeeded: Swift.min(target[x], UInt16(bitPattern: peak)))
      let sum = (sample &<< up &+ moves[x] &+ half) &>> up
      target[x] = UInt16(truncatingIfNeeded: Swift.min(Swift.max(sum, 0), peak))
    }
  }
}
