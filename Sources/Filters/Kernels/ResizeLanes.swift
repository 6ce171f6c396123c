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

  /// Takes its memory from `scratch`.
  init(_ scratch: Scratch) {
    lanes = scratch.take(Int16.self, 4 * Self.block)
    pairs = scratch.take(Int32.self, 2 * Self.block)
  }

  /// Adds up four rows.
  func combine(
    _ a: UnsafeMutablePointer<UInt16>, _ b: UnsafeMutablePointer<UInt16>,
    _ c: UnsafeMutablePointer<UInt16>, _ d: UnsafeMutablePointer<UInt16>,
    _ weights: SIMD4<Int16>, to output: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    let most = min(count, Self.block)
    for row in 0..<4 {
      (lanes + row * Self.block).update(repeating: weights[row], count: most)
    }
    for start in stride(from: 0, to: count, by: Self.block) {
      combine(
        a + start, b + start, c + start, d + start, to: output + start,
        count: min(Self.block, count - start))
    }
  }

  private func combine(
    _ a: UnsafeMutablePointer<UInt16>, _ b: UnsafeMutablePointer<UInt16>,
    _ c: UnsafeMutablePointer<UInt16>, _ d: UnsafeMutablePointer<UInt16>,
    to output: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    let (w0, w1) = (lanes, lanes + Self.block)
    let (w2, w3) = (lanes + 2 * Self.block, lanes + 3 * Self.block)
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
