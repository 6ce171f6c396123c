/// Adds up samples of 8 bits in lanes of 16, for ``ByteResize``.
///
/// Weights are read from memory, where the compiler sees that they are of 16 bits.
struct ByteLanes {
  /// Samples that are made at once.
  private static let block = 256

  private let across: ByteAxis
  /// For each tap, the sample that every target sample reads; or four neighbours for each.
  private let gathered: UnsafeMutablePointer<UInt8>
  private let weights: UnsafeMutablePointer<Int16>
  private let lanes: UnsafeMutablePointer<Int16>
  private let pairs: UnsafeMutablePointer<Int32>
  private let phases: BytePhases.Memory?

  /// Four rows that are mixed, and their weights.
  struct Rows {
    var first: UnsafeMutablePointer<Int16>
    var second: UnsafeMutablePointer<Int16>
    var third: UnsafeMutablePointer<Int16>
    var fourth: UnsafeMutablePointer<Int16>
    var weights: SIMD4<Int16>

    /// The same sum of weights that lanes hold: where one is large, others are zero, and the row of
    /// the first of those becomes that of half the large one.
    fileprivate var evened: Rows {
      guard let large = (0..<4).first(where: { weights[$0] >= Axis.one }),
        let free = (0..<4).first(where: { weights[$0] == 0 })
      else { return self }
      var made = self
      made[free] = self[large]
      made.weights[free] = weights[large] / 2
      made.weights[large] = weights[large] - weights[large] / 2
      return made
    }

    private subscript(row: Int) -> UnsafeMutablePointer<Int16> {
      get { row < 2 ? row == 0 ? first : second : row == 2 ? third : fourth }
      set {
        switch row {
        case 0: first = newValue
        case 1: second = newValue
        case 2: third = newValue
        default: fourth = newValue
        }
      }
    }
  }

  /// Takes its memory from `scratch`.
  init(_ across: ByteAxis, _ scratch: Scratch) {
    self.across = across
    gathered = scratch.take(UInt8.self, 4 * max(across.stride, Self.block))
    weights = scratch.take(Int16.self, 4 * Self.block)
    lanes = scratch.take(Int16.self, 4 * Self.block)
    pairs = scratch.take(Int32.self, 2 * Self.block)
    phases = across.phases?.memory(scratch)
  }

  /// Resamples a row across, to 64ths of a code value.
  func add(_ source: UnsafePointer<UInt8>, to output: UnsafeMutablePointer<Int16>) {
    let count = across.axis.count
    if across.runs > 0 {
      copyRuns(UnsafeRawPointer(source))
      addTaps(to: output, count: count)
      for place in across.heavy {
        let place = Int(place)
        addPicked(
          source, across.axis.starts + place, across.axis.weights + 4 * place, to: output + place,
          count: 1)
      }
      return
    }
    guard let groups = across.phases, let phases else {
      return addPicked(source, 0..<count, to: output)
    }
    groups.add(source, phases, to: output)
    addPicked(source, 0..<groups.range.lowerBound, to: output)
    addPicked(source, groups.range.upperBound..<count, to: output)
  }

  private func addPicked(
    _ source: UnsafePointer<UInt8>, _ part: Range<Int>, to output: UnsafeMutablePointer<Int16>
  ) {
    for start in stride(from: part.lowerBound, to: part.upperBound, by: Self.block) {
      addPicked(
        source, across.axis.starts + start, across.axis.weights + 4 * start, to: output + start,
        count: min(Self.block, part.upperBound - start))
    }
  }

  /// Copies what each tap reads. The last chunk of a run goes beyond it, and the next run follows.
  private func copyRuns(_ source: UnsafeRawPointer) {
    let (places, starts, stride) = (across.places, across.axis.starts, across.stride)
    let target = UnsafeMutableRawPointer(gathered)
    for run in 0..<across.wholeRuns {
      let (place, end) = (Int(places[run]), Int(places[run &+ 1]))
      var (from, to) = (source + Int(starts[place]), target + place)
      let last = target + end
      repeat {
        for tap in 0..<4 {
          let chunk = (from + tap).loadUnaligned(as: SIMD16<UInt8>.self)
          (to + tap &* stride).storeBytes(of: chunk, as: SIMD16<UInt8>.self)
        }
        from += ByteAxis.chunk
        to += ByteAxis.chunk
      } while to < last
    }
    for run in across.wholeRuns..<across.runs {
      let (place, end) = (Int(places[run]), Int(places[run &+ 1]))
      for tap in 0..<4 {
        (target + (tap &* stride &+ place)).copyMemory(
          from: source + (Int(starts[place]) &+ tap), byteCount: end &- place)
      }
    }
  }

  private func addTaps(to output: UnsafeMutablePointer<Int16>, count: Int) {
    let (s0, w0, stride) = (gathered, across.weights, across.stride)
    let (s1, s2, s3) = (s0 + stride, s0 + 2 &* stride, s0 + 3 &* stride)
    let (w1, w2, w3) = (w0 + stride, w0 + 2 &* stride, w0 + 3 &* stride)
    @inline(__always) func product(_ sample: UInt8, _ weight: Int16) -> Int16 {
      Self.product(Int16(sample) &<< 7, weight)
    }
    for x in 0..<count {
      let sum =
        product(s0[x], w0[x]) &+ product(s1[x], w1[x]) &+ product(s2[x], w2[x])
        &+ product(s3[x], w3[x])
      // The four parts that are cut off are two steps on average; in the end, halves go up, which
      // is one step.
      output[x] = sum &+ 1
    }
  }

  /// Does the work of ``addTaps(to:count:)`` where every sample begins anywhere.
  private func addPicked(
    _ source: UnsafePointer<UInt8>, _ starts: UnsafeMutablePointer<Int32>,
    _ weights: UnsafeMutablePointer<Int16>, to output: UnsafeMutablePointer<Int16>, count: Int
  ) {
    let samples = UnsafeRawPointer(source)
    let raw = UnsafeMutableRawPointer(gathered)
    for x in 0..<count {
      let four = samples.loadUnaligned(fromByteOffset: Int(starts[x]), as: UInt32.self)
      raw.storeBytes(of: four, toByteOffset: 4 &* x, as: UInt32.self)
    }
    // In lanes of 16 bits first: else whole vectors are taken apart into even and odd bytes.
    for index in 0..<4 &* count { lanes[index] = Int16(gathered[index]) }
    for x in 0..<2 &* count {
      pairs[x] =
        Int32(lanes[2 &* x]) &* Int32(weights[2 &* x])
        &+ Int32(lanes[2 &* x &+ 1]) &* Int32(weights[2 &* x &+ 1])
    }
    for x in 0..<count { output[x] = Self.sample(pairs[2 &* x] &+ pairs[2 &* x &+ 1]) }
  }

  /// A sum of products in 64ths of a code value: rounded, less the step that halves go up by in the
  /// end.
  @inline(__always)
  static func sample(_ sum: Int32) -> Int16 { Int16(truncatingIfNeeded: (sum &- 128) &>> 8) }

  /// Adds up four rows of 64ths of a code value by 16,384ths, and rounds them to code values.
  func combine(_ rows: Rows, to output: UnsafeMutablePointer<UInt8>, count: Int) {
    let rows = rows.evened
    for row in 0..<4 {
      (weights + row * Self.block).update(
        repeating: ByteAxis.doubled(rows.weights[row]), count: min(count, Self.block))
    }
    // Half a code value, and what is cut off of each product: half a step.
    let half = 16 + Int16((0..<4).count { rows.weights[$0] != 0 }) / 2
    for start in stride(from: 0, to: count, by: Self.block) {
      combine(
        rows.first + start, rows.second + start, rows.third + start, rows.fourth + start,
        to: output + start, count: min(Self.block, count - start), half: half)
    }
  }

  private func combine(
    _ a: UnsafeMutablePointer<Int16>, _ b: UnsafeMutablePointer<Int16>,
    _ c: UnsafeMutablePointer<Int16>, _ d: UnsafeMutablePointer<Int16>,
    to output: UnsafeMutablePointer<UInt8>, count: Int, half: Int16
  ) {
    let (w0, w1) = (weights, weights + Self.block)
    let (w2, w3) = (weights + 2 * Self.block, weights + 3 * Self.block)
    for x in 0..<count {
      let sum =
        Self.product(a[x], w0[x]) &+ Self.product(b[x], w1[x]) &+ Self.product(c[x], w2[x])
        &+ Self.product(d[x], w3[x])
      output[x] = UInt8(truncatingIfNeeded: min(max((sum &+ half) &>> 5, 0), 255))
    }
  }

  /// The upper half of a product: one instruction for whole vectors.
  @inline(__always)
  private static func product(_ sample: Int16, _ weight: Int16) -> Int16 {
    Int16(truncatingIfNeeded: (Int32(sample) &* Int32(weight)) &>> 16)
  }
}
