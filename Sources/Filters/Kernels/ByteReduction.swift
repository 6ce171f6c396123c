/// Makes a plane of 8 bits much smaller: means of areas, of more samples than ``ByteResize`` adds
/// up.
///
/// Columns come first, where rows are long and lie in order: rows are added up in lanes of 16 bits,
/// to 256ths of a code value. Weights of whole 256ths, as those of halves, quarters and eighths
/// are, lose nothing on the way.
struct ByteReduction: ByteRows {
  /// How many rows are added up: more than ``ByteResize`` takes, and not so many that what is cut
  /// off of each product adds up too.
  private static let rows = 5...10

  private let source: BytePlane
  private let across: Axis
  private let down: Axis
  private let sums: AreaSums

  /// Prepares what all rows need; nil for a picture that is not of 8 bits or takes other windows.
  init?<Source: RowSource>(_ resize: Resize<Source>, _ scratch: Scratch) {
    guard let bytes = resize.source.bytes, resize.channels.count == 1, !resize.box.isEmpty,
      Self.rows.contains(resize.down.taps), resize.down.isMean, resize.across.isMean
    else { return nil }
    source = bytes
    across = resize.across
    down = resize.down
    sums = AreaSums(resize.across, scratch)
  }

  func run(
    _ scratch: Scratch, rows: Range<Int>,
    to place: (_ row: Int) -> UnsafeMutablePointer<UInt8>?,
    _ emit: (_ row: Int, _ samples: UnsafeMutablePointer<UInt8>) -> Void
  ) {
    scratch.scope {
      let columns = across.sourceRange
      let lanes = AreaLanes(scratch)
      let line = scratch.take(UInt16.self, columns.count + AreaSums.most)
      line.update(repeating: 0, count: columns.count + AreaSums.most)
      let gathered = sums.memory(scratch)
      let spare = scratch.take(UInt8.self, across.count)
      for row in rows {
        let index = row - down.first
        let first = source.row(Int(down.starts[index])) + columns.lowerBound
        lanes.add(
          first, pitch: source.width, down.weights + index * down.taps, taps: down.taps, to: line,
          count: columns.count)
        let target = place(row) ?? spare
        sums.add(line - columns.lowerBound, gathered, to: target)
        emit(row, target)
      }
    }
  }
}

extension Axis {
  /// Whether samples are only added up, and none taken off.
  fileprivate var isMean: Bool { (0..<count &* taps).allSatisfy { weights[$0] >= 0 } }
}

/// Adds up rows of 8 bits by weights.
private struct AreaLanes {
  /// Samples that are made at once.
  private static let block = 256

  private let weights: UnsafeMutablePointer<UInt16>

  init(_ scratch: Scratch) { weights = scratch.take(UInt16.self, 4 * Self.block) }

  /// Adds up `taps` rows, `pitch` samples apart, to 256ths of a code value.
  func add(
    _ first: UnsafePointer<UInt8>, pitch: Int, _ weights: UnsafeMutablePointer<Int16>, taps: Int,
    to sums: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    var (tap, end) = (0, taps)
    while tap < end, weights[tap] == 0 { tap += 1 }
    while end > tap, weights[end - 1] == 0 { end -= 1 }
    if end - tap == 1 {
      let row = first + tap &* pitch
      for x in 0..<count { sums[x] = UInt16(row[x]) &<< 8 }
      return
    }
    // Half a step for each product of which something is cut off.
    let half = UInt16((tap..<end).count { weights[$0] & 63 != 0 } / 2)
    sums.update(repeating: half, count: count)
    while tap < end {
      let rows = min(4, end - tap)
      for index in 0..<4 {
        // The last rows again with no weight, where four are too many.
        let weight = index < rows ? UInt16(bitPattern: weights[tap + index]) &<< 2 : 0
        (self.weights + index * Self.block).update(
          repeating: weight, count: min(count, Self.block))
      }
      let row = first + tap &* pitch
      let steps = SIMD4(0, min(1, rows - 1), min(2, rows - 1), min(3, rows - 1)) &* pitch
      for start in stride(from: 0, to: count, by: Self.block) {
        let part = row + start
        add(
          part, part + steps[1], part + steps[2], part + steps[3], to: sums + start,
          count: min(Self.block, count - start))
      }
      tap += rows
    }
  }

  private func add(
    _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ c: UnsafePointer<UInt8>,
    _ d: UnsafePointer<UInt8>, to sums: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    let (w0, w1) = (weights, weights + Self.block)
    let (w2, w3) = (weights + 2 * Self.block, weights + 3 * Self.block)
    @inline(__always) func product(_ sample: UInt8, _ weight: UInt16) -> UInt16 {
      UInt16(truncatingIfNeeded: (UInt32(UInt16(sample) &<< 8) &* UInt32(weight)) &>> 16)
    }
    for x in 0..<count {
      sums[x] =
        sums[x] &+ product(a[x], w0[x]) &+ product(b[x], w1[x]) &+ product(c[x], w2[x])
        &+ product(d[x], w3[x])
    }
  }
}

/// Adds up neighbours in a row by an axis's weights, to 8 bits.
private struct AreaSums {
  /// The most neighbours for which there are vectors.
  static let most = 8

  private let axis: Axis
  /// Eight weights for each sample, of which the last may be zero.
  private let weights: UnsafeMutablePointer<Int16>

  struct Memory {
    let lanes: UnsafeMutablePointer<Int16>
    let pairs: UnsafeMutablePointer<Int32>
  }
  /// Samples that are made at once.
  private static let block = 64

  init(_ axis: Axis, _ scratch: Scratch) {
    self.axis = axis
    guard axis.taps <= Self.most else {
      weights = axis.weights
      return
    }
    weights = scratch.take(Int16.self, Self.most * axis.count)
    for x in 0..<axis.count {
      for tap in 0..<Self.most {
        weights[Self.most * x + tap] = tap < axis.taps ? axis.weights[axis.taps * x + tap] : 0
      }
    }
  }

  func memory(_ scratch: Scratch) -> Memory {
    Memory(
      lanes: scratch.take(Int16.self, Self.most * Self.block),
      pairs: scratch.take(Int32.self, Self.most / 2 * Self.block))
  }

  /// Makes all samples of a row from 256ths of a code value; `line` is indexed by source column.
  func add(
    _ line: UnsafeMutablePointer<UInt16>, _ memory: Memory,
    to output: UnsafeMutablePointer<UInt8>
  ) {
    guard axis.taps <= Self.most else { return addLong(line, to: output) }
    for start in stride(from: 0, to: axis.count, by: Self.block) {
      addBlock(
        line, axis.starts + start, weights + Self.most * start, memory, to: output + start,
        count: min(Self.block, axis.count - start))
    }
  }

  private func addBlock(
    _ line: UnsafeMutablePointer<UInt16>, _ starts: UnsafeMutablePointer<Int32>,
    _ weights: UnsafeMutablePointer<Int16>, _ memory: Memory,
    to output: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let samples = UnsafeRawPointer(line)
    let gathered = UnsafeMutableRawPointer(memory.lanes)
    let (lanes, pairs) = (memory.lanes, memory.pairs)
    for x in 0..<count {
      let eight = samples.loadUnaligned(
        fromByteOffset: 2 &* Int(starts[x]), as: SIMD8<UInt16>.self)
      // Signed numbers around the middle of the range, so that products are of 16-bit lanes.
      gathered.storeBytes(
        of: eight ^ SIMD8(repeating: 0x8000), toByteOffset: 16 &* x, as: SIMD8<UInt16>.self)
    }
    for x in 0..<4 &* count {
      pairs[x] =
        Int32(lanes[2 &* x]) &* Int32(weights[2 &* x])
        &+ Int32(lanes[2 &* x &+ 1]) &* Int32(weights[2 &* x &+ 1])
    }
    for x in 0..<count {
      let sum =
        pairs[4 &* x] &+ pairs[4 &* x &+ 1] &+ pairs[4 &* x &+ 2] &+ pairs[4 &* x &+ 3]
      // The weights' sum brings the middle back.
      output[x] = Self.sample((sum &+ (1 << 13)) &>> 14 &+ 0x8000)
    }
  }

  private func addLong(
    _ line: UnsafeMutablePointer<UInt16>, to output: UnsafeMutablePointer<UInt8>
  ) {
    for x in 0..<axis.count {
      let samples = line + Int(axis.starts[x])
      var sum: Int32 = 1 << 13
      for tap in 0..<axis.taps {
        sum = sum &+ Int32(weights[x &* axis.taps &+ tap]) &* Int32(samples[tap])
      }
      output[x] = Self.sample(sum &>> 14)
    }
  }

  /// A code value of 256ths of it.
  @inline(__always)
  private static func sample(_ value: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: min((value &+ 128) &>> 8, 255))
  }
}
