/// Positions in a plane that lie evenly on a line, each with four neighbours in the plane, and room
/// for these.
struct NeighbourLine {
  /// The index of the sample on the upper left of each position.
  private let offsets: UnsafeMutablePointer<Int32>
  /// How far each position lies from that sample, 0 to 255 of 256.
  private let shareX: UnsafeMutablePointer<UInt16>
  private let shareY: UnsafeMutablePointer<UInt16>
  private let neighbours: UnsafeMutablePointer<UInt64>

  init(count: Int, _ scratch: Scratch) {
    offsets = scratch.take(Int32.self, count)
    shareX = scratch.take(UInt16.self, count)
    shareY = scratch.take(UInt16.self, count)
    neighbours = scratch.take(UInt64.self, count)
  }

  /// Finds the neighbours of the positions of `columns`.
  ///
  /// - Parameters:
  ///   - first: the position of sample 0, in samples from the centre of the plane's first one.
  ///   - step: from one position to the next.
  ///   - width: the samples in a row of the plane.
  func locate(
    from first: SIMD2<Double>, step: SIMD2<Double>, _ columns: Range<Int>, width: Int
  ) {
    // In 2^-32 sample, with half of 1/256 for rounding.
    func fixed(_ value: Double) -> Int { Int((value * 0x1p32).rounded()) }
    let (stepX, stepY) = (fixed(step.x), fixed(step.y))
    var x = fixed(first.x) &+ stepX &* columns.lowerBound &+ (1 &<< 23)
    var y = fixed(first.y) &+ stepY &* columns.lowerBound &+ (1 &<< 23)
    for i in 0..<columns.count {
      offsets[i] = Int32(truncatingIfNeeded: (y &>> 32) &* width &+ x &>> 32)
      shareX[i] = UInt16(truncatingIfNeeded: (x &>> 24) & 255)
      shareY[i] = UInt16(truncatingIfNeeded: (y &>> 24) & 255)
      x &+= stepX
      y &+= stepY
    }
  }

  /// Writes `count` samples read there.
  func read<S: Sample>(
    _ plane: PlaneSource<S>, count: Int, to target: UnsafeMutablePointer<S>
  ) {
    plane.read(
      offsets, Neighbours(memory: neighbours, count: count, shareX: shareX, shareY: shareY),
      count: count, to: target)
  }
}
