import Timeline

/// Positions in a plane, in 1/256 sample from the centre of sample 0, and what
/// is derived from them to read there.
///
/// A warp fills these, locates them once, and then samples every plane that shares them.
struct Coordinates {
  let x: UnsafeMutablePointer<Int32>
  let y: UnsafeMutablePointer<Int32>
  /// The index of the sample on the upper left of each position.
  fileprivate let offsets: UnsafeMutablePointer<Int32>
  /// How far each position lies from that sample, 0 to 256.
  fileprivate let shareX: UnsafeMutablePointer<UInt16>
  fileprivate let shareY: UnsafeMutablePointer<UInt16>
  /// Room for the four neighbours of each position.
  fileprivate let neighbours: UnsafeMutablePointer<UInt64>

  /// Takes memory for `count` positions, to be written.
  init(count: Int, _ scratch: Scratch) {
    x = scratch.take(Int32.self, count)
    y = scratch.take(Int32.self, count)
    offsets = scratch.take(Int32.self, count)
    shareX = scratch.take(UInt16.self, count)
    shareY = scratch.take(UInt16.self, count)
    neighbours = scratch.take(UInt64.self, count)
  }

  /// Memory for two numbers a position, while positions are being made.
  var room: UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer(neighbours).assumingMemoryBound(to: Float.self)
  }

  private init(_ whole: Coordinates, from index: Int) {
    x = whole.x + index
    y = whole.y + index
    offsets = whole.offsets + index
    shareX = whole.shareX + index
    shareY = whole.shareY + index
    neighbours = whole.neighbours + index
  }

  /// The positions from `index` on.
  func part(from index: Int) -> Coordinates { Coordinates(self, from: index) }

  /// Writes eight positions from number `index` on.
  @inline(__always)
  func store(_ x: SIMD8<Int32>, _ y: SIMD8<Int32>, at index: Int) {
    UnsafeMutableRawPointer(self.x + index).storeBytes(of: x, as: SIMD8<Int32>.self)
    UnsafeMutableRawPointer(self.y + index).storeBytes(of: y, as: SIMD8<Int32>.self)
  }

  /// Leads the first `count` positions that lie beyond the picture back as mirrors around it do.
  func mirror(count: Int, _ edges: PlaneEdges) {
    Self.mirror(x, count, edges.low.x, edges.high.x)
    Self.mirror(y, count, edges.low.y, edges.high.y)
  }

  private static func mirror(
    _ values: UnsafeMutablePointer<Int32>, _ count: Int, _ low: Int32, _ high: Int32
  ) {
    let ends = ends(of: values, count)
    if ends.low >= low && ends.high <= high { return }
    let way = high &- low
    if ends.low < low &- way || ends.high > high &+ way {
      // What is mirrored back and forth comes again after twice the way.
      let period = max(2 &* way, 1)
      for i in 0..<count { values[i] = low &+ (values[i] &- low) % period }
    }
    for i in 0..<count {
      let inward = magnitude(values[i] &- low)
      values[i] = high &- magnitude(inward &- way)
    }
  }

  /// As `magnitude`, which asks for a choice.
  @inline(__always)
  private static func magnitude(_ value: Int32) -> Int32 {
    let sign = value &>> 31
    return (value ^ sign) &- sign
  }

  /// Whether any of the values is below 0, or `end` or above.
  static func isAnyBeyond(
    _ values: UnsafeMutablePointer<Int32>, _ count: Int, to end: Int32
  ) -> Bool {
    let ends = ends(of: values, count)
    return ends.low < 0 || ends.high >= end
  }

  /// The least of the values and the greatest.
  private static func ends(
    of values: UnsafeMutablePointer<Int32>, _ count: Int
  ) -> (low: Int32, high: Int32) {
    var (low, high) = (values[0], values[0])
    for i in 0..<count {
      low = min(low, values[i])
      high = max(high, values[i])
    }
    return (low, high)
  }

  /// Finds the neighbours of the first `count` positions in planes of this size; beyond the edge,
  /// its samples are repeated.
  func locate(count: Int, width: Int, height: Int) {
    let pitch = Int32(truncatingIfNeeded: width)
    let (lastX, lastY) = (pitch &- 1, Int32(truncatingIfNeeded: height) &- 1)
    // The last sample is read as the right one of a pair, so that all pairs lie in the plane.
    let (pairX, pairY) = (max(lastX &- 1, 0), max(lastY &- 1, 0))
    for i in 0..<count {
      let placeX = min(max(x[i], 0), lastX &<< 8)
      let placeY = min(max(y[i], 0), lastY &<< 8)
      let column = min(placeX &>> 8, pairX)
      let row = min(placeY &>> 8, pairY)
      offsets[i] = row &* pitch &+ column
      shareX[i] = UInt16(truncatingIfNeeded: placeX &- column &<< 8)
      shareY[i] = UInt16(truncatingIfNeeded: placeY &- row &<< 8)
    }
  }
}

/// How a warp reads between samples.
enum WarpSampling: String, Choice {
  case bilinear
  case bicubic
}

extension PlaneSource {
  /// Writes `count` samples read from this plane at `coordinates`, which are located in it.
  func sample(
    _ coordinates: Coordinates, count: Int, to target: UnsafeMutablePointer<S>,
    sampling: WarpSampling
  ) {
    switch sampling {
    case .bilinear where width > 1 && height > 1: bilinear(coordinates, count, target)
    case .bilinear: narrow(coordinates, count, target)
    case .bicubic: bicubic(coordinates, count, target)
    }
  }

  private func bilinear(
    _ coordinates: Coordinates, _ count: Int, _ target: UnsafeMutablePointer<S>
  ) {
    read(
      coordinates.offsets,
      Neighbours(
        memory: coordinates.neighbours, count: count, shareX: coordinates.shareX,
        shareY: coordinates.shareY),
      count: count, to: target)
  }

  /// Reads neighbours first, which no vector does well, and then mixes them in vectors.
  @inline(__always)
  func read(
    _ offsets: UnsafeMutablePointer<Int32>, _ neighbours: Neighbours<S.Pair>, count: Int,
    to target: UnsafeMutablePointer<S>
  ) {
    let (upper, lower) = (neighbours.upper, neighbours.lower)
    let (first, second) = (UnsafeRawPointer(samples), UnsafeRawPointer(samples + width))
    for i in 0..<count {
      let offset = Int(offsets[i]) &* MemoryLayout<S>.stride
      upper[i] = S.Pair(littleEndian: first.loadUnaligned(fromByteOffset: offset, as: S.Pair.self))
      lower[i] = S.Pair(littleEndian: second.loadUnaligned(fromByteOffset: offset, as: S.Pair.self))
    }
    S.mix(neighbours, count: count, to: target)
  }

  /// As bilinear, in a plane that is one sample wide or high.
  private func narrow(
    _ coordinates: Coordinates, _ count: Int, _ target: UnsafeMutablePointer<S>
  ) {
    let (right, below) = (width > 1 ? 1 : 0, height > 1 ? width : 0)
    for i in 0..<count {
      let first = samples + Int(coordinates.offsets[i])
      let (x, y) = (UInt32(coordinates.shareX[i]), UInt32(coordinates.shareY[i]))
      let upper = UInt32(first[0]) &* (256 &- x) &+ UInt32(first[right]) &* x
      let lower = UInt32(first[below]) &* (256 &- x) &+ UInt32(first[below &+ right]) &* x
      let sum = upper &* (256 &- y) &+ lower &* y &+ 32768
      target[i] = S(truncatingIfNeeded: sum &>> 16)
    }
  }

  private func bicubic(
    _ coordinates: Coordinates, _ count: Int, _ target: UnsafeMutablePointer<S>
  ) {
    let (right, bottom) = (width &- 1, height &- 1)
    let most = Float(peak)
    CubicPhases.shared.withLanes { phases in
      for i in 0..<count {
        let x = Int(min(max(coordinates.x[i], 0), Int32(truncatingIfNeeded: right) &<< 8))
        let y = Int(min(max(coordinates.y[i], 0), Int32(truncatingIfNeeded: bottom) &<< 8))
        let (column, line) = (x &>> 8 &- 1, y &>> 8 &- 1)
        let down = phases[y & 255]
        let isInside = column >= 0 && line >= 0 && column &+ 3 <= right && line &+ 3 <= bottom
        let sum =
          isInside
          ? inside(samples + (line &* width &+ column), down) : atEdge(column, line, down)
        let shares = sum * phases[x & 255]
        let pairs = shares.lowHalf + shares.highHalf
        let value = min(max(pairs.x + pairs.y, 0), most)
        target[i] = S(truncatingIfNeeded: (value + 8_388_608).bitPattern)
      }
    }
  }

  /// The weighted sums of four columns of four samples from `first` on.
  @inline(__always)
  private func inside(_ first: UnsafePointer<S>, _ down: SIMD4<Float>) -> SIMD4<Float> {
    func row(_ j: Int) -> SIMD4<Float> {
      let row = first + j &* width
      return SIMD4(Float(row[0]), Float(row[1]), Float(row[2]), Float(row[3]))
    }
    return (row(0) * down.x + row(1) * down.y) + (row(2) * down.z + row(3) * down.w)
  }

  /// The same where some of them lie outside, and the edge is repeated.
  private func atEdge(_ column: Int, _ line: Int, _ down: SIMD4<Float>) -> SIMD4<Float> {
    func row(_ j: Int) -> SIMD4<Float> {
      let samples = self.row(min(max(line &+ j, 0), height &- 1))
      func at(_ k: Int) -> Float { Float(samples[min(max(column &+ k, 0), width &- 1)]) }
      return SIMD4(at(0), at(1), at(2), at(3))
    }
    return (row(0) * down.x + row(1) * down.y) + (row(2) * down.z + row(3) * down.w)
  }
}
