/// Adds up four samples by weights whose sum is ``Axis/one``, rounded and held in range.
///
/// Samples are taken as signed numbers around the middle of their range, so that products are of
/// 16-bit lanes; the weights' sum brings the middle back. Weights are read from memory, where the
/// compiler sees that they are of 16 bits too.
struct ResizeLanes {
  /// Samples that are made at once.
  private static let block = 256

  private let lanes: UnsafeMutablePointer<Int16>
  private let pairs: UnsafeMutablePointer<Int32>
  /// Every second sample of a block and a few more, and the ones between them.
  private let halves: (UnsafeMutablePointer<UInt16>, UnsafeMutablePointer<UInt16>)

  /// Takes its memory from `scratch`.
  init(_ scratch: Scratch) {
    lanes = scratch.take(Int16.self, 8 * Self.block)
    pairs = scratch.take(Int32.self, 2 * Self.block)
    let room = Self.block + 8
    halves = (scratch.take(UInt16.self, room), scratch.take(UInt16.self, room))
  }

  /// Adds up four rows.
  func combine(
    _ a: UnsafeMutablePointer<UInt16>, _ b: UnsafeMutablePointer<UInt16>,
    _ c: UnsafeMutablePointer<UInt16>, _ d: UnsafeMutablePointer<UInt16>,
    _ weights: SIMD4<Int16>, to output: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    let set = spread(weights, count)
    for start in stride(from: 0, to: count, by: Self.block) {
      combine(
        a + start, b + start, c + start, d + start, set, to: output + start,
        count: min(Self.block, count - start))
    }
  }

  /// Adds up four neighbours for each sample, from one source sample further on each time.
  func combine(
    _ source: UnsafeMutablePointer<UInt16>, _ weights: SIMD4<Int16>,
    to output: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    combine(
      source, source + 1, source + 2, source + 3, weights, to: output, count: count)
  }

  /// Adds up four neighbours for each sample, from two source samples further on each time.
  func reduce(
    _ source: UnsafeMutablePointer<UInt16>, _ weights: SIMD4<Int16>,
    to output: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    let set = spread(weights, count)
    let (even, odd) = halves
    for start in stride(from: 0, to: count, by: Self.block) {
      let (part, part2) = (source + 2 * start, min(Self.block, count - start))
      for x in 0..<part2 &+ 1 {
        even[x] = part[2 &* x]
        odd[x] = part[2 &* x &+ 1]
      }
      combine(even, odd, even + 1, odd + 1, set, to: output + start, count: part2)
    }
  }

  /// Adds up four neighbours twice for each source sample, from places and by weights of two kinds
  /// in turn.
  func double(
    _ even: (source: UnsafeMutablePointer<UInt16>, weights: SIMD4<Int16>),
    _ odd: (source: UnsafeMutablePointer<UInt16>, weights: SIMD4<Int16>),
    to output: UnsafeMutablePointer<UInt16>, pairs: Int
  ) {
    let sets = (spread(even.weights, pairs), spread(odd.weights, pairs, second: true))
    let (one, two) = halves
    for start in stride(from: 0, to: pairs, by: Self.block) {
      let (a, b, count) = (even.source + start, odd.source + start, min(Self.block, pairs - start))
      combine(a, a + 1, a + 2, a + 3, sets.0, to: one, count: count)
      combine(b, b + 1, b + 2, b + 3, sets.1, to: two, count: count)
      let target = output + 2 * start
      for x in 0..<count {
        target[2 &* x] = one[x]
        target[2 &* x &+ 1] = two[x]
      }
    }
  }

  /// Writes four weights as often as a block of samples needs them.
  private func spread(
    _ weights: SIMD4<Int16>, _ count: Int, second: Bool = false
  ) -> UnsafeMutablePointer<Int16> {
    let set = second ? lanes + 4 * Self.block : lanes
    for row in 0..<4 {
      (set + row * Self.block).update(repeating: weights[row], count: min(count, Self.block))
    }
    return set
  }

  private func combine(
    _ a: UnsafeMutablePointer<UInt16>, _ b: UnsafeMutablePointer<UInt16>,
    _ c: UnsafeMutablePointer<UInt16>, _ d: UnsafeMutablePointer<UInt16>,
    _ weights: UnsafeMutablePointer<Int16>, to output: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    let (w0, w1) = (weights, weights + Self.block)
    let (w2, w3) = (weights + 2 * Self.block, weights + 3 * Self.block)
    @inline(__always) func signed(_ sample: UInt16) -> Int32 {
      Int32(Int16(bitPattern: sample ^ 0x8000))
    }
    for x in 0..<count {
      let outer = Int32(w0[x]) &* signed(a[x]) &+ Int32(w3[x]) &* signed(d[x])
      let inner = Int32(w1[x]) &* signed(b[x]) &+ Int32(w2[x]) &* signed(c[x])
      output[x] = Self.sample(inner &+ outer)
    }
  }

  /// Adds up four neighbours for each sample, from its own first one on and by its own weights.
  func add(
    _ source: UnsafeMutablePointer<UInt16>, _ starts: UnsafeMutablePointer<Int32>,
    _ weights: UnsafeMutablePointer<Int16>, to output: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    for start in stride(from: 0, to: count, by: Self.block) {
      addBlock(
        source, starts + start, weights + 4 * start, to: output + start,
        count: min(Self.block, count - start))
    }
  }

  private func addBlock(
    _ source: UnsafeMutablePointer<UInt16>, _ starts: UnsafeMutablePointer<Int32>,
    _ weights: UnsafeMutablePointer<Int16>, to output: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    let samples = UnsafeRawPointer(source)
    let gathered = UnsafeMutableRawPointer(lanes)
    for x in 0..<count {
      let four = samples.loadUnaligned(fromByteOffset: 2 &* Int(starts[x]), as: UInt64.self)
      gathered.storeBytes(
        of: four ^ 0x8000_8000_8000_8000, toByteOffset: 8 &* x, as: UInt64.self)
    }
    for x in 0..<2 &* count {
      pairs[x] =
        Int32(lanes[2 &* x]) &* Int32(weights[2 &* x])
        &+ Int32(lanes[2 &* x &+ 1]) &* Int32(weights[2 &* x &+ 1])
    }
    for x in 0..<count { output[x] = Self.sample(pairs[2 &* x] &+ pairs[2 &* x &+ 1]) }
  }

  /// The sample that a sum of products stands for.
  @inline(__always)
  private static func sample(_ sum: Int32) -> UInt16 {
    let value = min(max((sum &+ 1 << 13) &>> 14, -32768), 32767)
    return UInt16(bitPattern: Int16(truncatingIfNeeded: value)) ^ 0x8000
  }
}
