/// Sixteen numbers of 16 bits.
typealias WordLanes = SIMD16<Int16>

/// Vectors of numbers in memory, aligned or not.
extension UnsafeMutablePointer<Int16> {
  /// The sixteen numbers from `x` on.
  @inline(__always)
  func words(_ x: Int) -> WordLanes {
    UnsafeRawPointer(self + x).loadUnaligned(as: WordLanes.self)
  }

  /// The number `index` of a ``WordTable``, sixteen times.
  ///
  /// In loops numbers are read from memory again and again: of one that the compiler keeps in a
  /// register it does not see that it has 16 bits.
  @inline(__always)
  func repeated(_ index: Int) -> WordLanes {
    UnsafeRawPointer(self + WordLanes.scalarCount &* index).load(as: WordLanes.self)
  }

  /// Writes sixteen numbers.
  @inline(__always)
  func store(_ words: WordLanes) {
    UnsafeMutableRawPointer(self).storeBytes(of: words, as: WordLanes.self)
  }
}

extension UnsafeMutablePointer<Int16> {
  /// The least and the greatest of the first `count` numbers; one at least.
  func extremes(_ count: Int) -> (least: Int16, most: Int16) {
    let lanes = WordLanes.scalarCount
    var (least, most) = (self[0], self[0])
    guard count >= lanes else {
      for x in 1..<count { (least, most) = (Swift.min(least, self[x]), Swift.max(most, self[x])) }
      return (least, most)
    }
    // The last sixteen, some of them once more.
    var (low, high) = (words(count &- lanes), words(count &- lanes))
    var x = 0
    while x &+ lanes < count {
      low = low.atMost(words(x))
      high = high.atLeast(words(x))
      x &+= lanes
    }
    for lane in 0..<lanes {
      (least, most) = (Swift.min(least, low[lane]), Swift.max(most, high[lane]))
    }
    return (least, most)
  }
}

/// Numbers of 16 bits for loops over vectors, each sixteen times.
enum WordTable {
  static func make(_ numbers: [Int16], _ scratch: Scratch) -> UnsafeMutablePointer<Int16> {
    let lanes = WordLanes.scalarCount
    let table = scratch.take(Int16.self, lanes * numbers.count)
    for (index, number) in numbers.enumerated() {
      (table + lanes * index).update(repeating: number, count: lanes)
    }
    return table
  }
}

/// Samples of 8 bits as numbers of 16; lane by lane, as the library's conversions are calls.
extension UnsafeMutablePointer<UInt8> {
  /// The sixteen samples from `x` on.
  @inline(__always)
  func words(_ x: Int) -> WordLanes {
    let samples = UnsafeRawPointer(self + x).loadUnaligned(as: SIMD16<UInt8>.self)
    var words = WordLanes()
    for lane in 0..<16 { words[lane] = Int16(samples[lane]) }
    return words
  }

  /// Writes the lower 8 bits of sixteen numbers.
  @inline(__always)
  func store(_ words: WordLanes) {
    var samples = SIMD16<UInt8>()
    for lane in 0..<16 { samples[lane] = UInt8(truncatingIfNeeded: words[lane]) }
    UnsafeMutableRawPointer(self).storeBytes(of: samples, as: SIMD16<UInt8>.self)
  }
}

extension UnsafePointer<UInt8> {
  /// The sixteen samples from `x` on, times a factor.
  ///
  /// - Parameter factor: read from memory: of one that the compiler knows it would make numbers of
  ///   32 bits.
  @inline(__always)
  func shares(_ x: Int, times factor: WordLanes) -> SIMD16<UInt16> {
    let samples = UnsafeRawPointer(self + x).loadUnaligned(as: SIMD16<UInt8>.self)
    var shares = SIMD16<UInt16>()
    for lane in 0..<16 { shares[lane] = UInt16(samples[lane]) }
    return shares &* unsafeBitCast(factor, to: SIMD16<UInt16>.self)
  }
}

extension UnsafePointer<UInt16> {
  /// The sixteen numbers from `x` on.
  @inline(__always)
  func shares(_ x: Int) -> SIMD16<UInt16> {
    UnsafeRawPointer(self + x).loadUnaligned(as: SIMD16<UInt16>.self)
  }
}

extension SIMD16<UInt16> {
  /// The same bits as numbers with a sign.
  @inline(__always)
  var words: WordLanes { unsafeBitCast(self, to: WordLanes.self) }

  /// The upper 16 bits of products.
  @inline(__always)
  func upperProduct(_ other: Self) -> Self {
    var result = Self()
    for lane in 0..<16 {
      result[lane] = UInt16(
        truncatingIfNeeded: (UInt32(self[lane]) &* UInt32(other[lane])) &>> 16)
    }
    return result
  }
}

/// Bounds and products that become single instructions; the upper halves of products do of a loop
/// lane by lane.
extension SIMD16<Int16> {
  /// The upper 16 bits of products, rounded down.
  @inline(__always)
  func upperProduct(_ other: Self) -> Self {
    var result = Self()
    for lane in 0..<16 {
      result[lane] = Int16(
        truncatingIfNeeded: (Int32(self[lane]) &* Int32(other[lane])) &>> 16)
    }
    return result
  }

  /// At least so much.
  @inline(__always)
  func atLeast(_ bound: Self) -> Self { replacing(with: bound, where: self .< bound) }

  /// At most so much.
  @inline(__always)
  func atMost(_ bound: Self) -> Self { replacing(with: bound, where: self .> bound) }

  /// Other numbers where two are the same.
  @inline(__always)
  func replaced(by other: Self, where one: Self, equals two: Self) -> Self {
    replacing(with: other, where: one .== two)
  }
}
