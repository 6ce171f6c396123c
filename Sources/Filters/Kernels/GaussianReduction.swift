/// Sums of bytes of several rows: the first step of a gaussian blur.
///
/// A row is read as words of two bytes, and the low bytes and the high bytes are added up apart, so
/// that 16 bits are enough for every sum and no value changes its width. In a row of 8-bit samples
/// the two are the even and the odd samples; in one of deeper samples, two parts of each.
struct WeightedRows {
  /// The rows, an odd number of them.
  let rows: UnsafeMutablePointer<UnsafeRawPointer>
  /// How many rows there are on either side of the middle.
  let radius: Int
  /// The weights of rows from the first to the middle one, with the others alike; all add up
  /// to 256.
  let weights: UnsafePointer<UInt16>

  typealias Lanes = GaussianRows.Lanes
  typealias Units = GaussianRows.Units

  /// What is added up where a picture is halved `step` times: by (1 6 15 20 15 6 1) / 64, or twice
  /// by (1 4 6 4 1) / 16.
  init(step: Int, _ scratch: Scratch) {
    radius = 3 * step
    rows = scratch.take(UnsafeRawPointer.self, 2 * radius + 1)
    let weights = scratch.take(UInt16.self, 7)
    let sums: StaticWeights =
      switch step {
      case 0: (256, 0, 0, 0, 0, 0, 0)
      case 1: (4, 24, 60, 80, 0, 0, 0)
      default: (1, 4, 10, 20, 31, 40, 44)
      }
    weights.withMemoryRebound(to: StaticWeights.self, capacity: 1) { $0.initialize(to: sums) }
    self.weights = UnsafePointer(weights)
  }

  private typealias StaticWeights = (UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16)

  /// The sums of sixteen words from byte `offset` of every row on.
  @inline(__always)
  private func sums(at offset: Int) -> (low: Lanes, high: Lanes) {
    let eight = Lanes(repeating: 8)
    @inline(__always)
    func load(_ row: Int) -> Lanes {
      rows[row].loadUnaligned(fromByteOffset: offset, as: Lanes.self)
    }
    let middle = load(radius)
    var words = middle &* Lanes(repeating: weights[radius])
    var high = (middle &>> eight) &* Lanes(repeating: weights[radius])
    for index in 0..<radius {
      let (a, b) = (load(index), load(2 &* radius &- index))
      let weight = Lanes(repeating: weights[index])
      words = words &+ (a &+ b) &* weight
      high = high &+ ((a &>> eight) &+ (b &>> eight)) &* weight
    }
    // The sum of whole words, less that of the high bytes in its place, modulo 2^16.
    return (words &- (high &<< eight), high)
  }

  /// The sum of one sample of every row.
  private func sum<S: Sample>(_: S.Type, at index: Int) -> UInt32 {
    var sum: UInt32 = 0
    for row in 0..<2 &* radius &+ 1 {
      let sample = rows[row].loadUnaligned(
        fromByteOffset: index &* MemoryLayout<S>.size, as: S.self)
      let weight = weights[row > radius ? 2 &* radius &- row : row]
      sum = sum &+ UInt32(truncatingIfNeeded: sample) &* UInt32(weight)
    }
    return sum
  }

  /// Writes the sums of 8-bit samples, as 16-bit units, to a row of even and one of odd ones.
  func add(count: Int, toEven even: Units, odd: Units) {
    var i = 0
    while i &+ 32 <= count {
      let (low, high) = sums(at: i)
      GaussianRows.store(low, even + i &>> 1)
      GaussianRows.store(high, odd + i &>> 1)
      i &+= 32
    }
    while i < count {
      let value = UInt16(truncatingIfNeeded: sum(UInt8.self, at: i))
      if i & 1 == 0 { even[i &>> 1] = value } else { odd[i &>> 1] = value }
      i &+= 1
    }
  }

  /// Writes the sums of deeper samples, as 16-bit units.
  func add(count: Int, depth: Int, to target: Units) {
    let left = Lanes(repeating: UInt16(truncatingIfNeeded: 16 &- depth))
    let right = Lanes(repeating: UInt16(truncatingIfNeeded: depth &- 8))
    var i = 0
    while i &+ 16 <= count {
      let (low, high) = sums(at: 2 &* i)
      GaussianRows.store((high &<< left) &+ (low &>> right), target + i)
      i &+= 16
    }
    while i < count {
      target[i] = UInt16(truncatingIfNeeded: sum(UInt16.self, at: i) &>> UInt32(depth &- 8))
      i &+= 1
    }
  }
}
