/// Thirty-two numbers of 16 bits: one register of AVX-512, two of AVX2, four of SSE2.
///
/// Sums, differences and products are the library's; all that it makes of loops over so many lanes
/// is written here, as loops short enough for the compiler to make single instructions of them.
typealias WordLanes = SIMD32<Int16>

/// Thirty-two numbers of 16 bits without a sign.
typealias ShareLanes = SIMD32<UInt16>

extension SIMD32 {
  /// A number for each lane.
  @inline(__always)
  static func each(_ number: (Int) -> Scalar) -> Self {
    var result = Self()
    result[0] = number(0)
    result[1] = number(1)
    result[2] = number(2)
    result[3] = number(3)
    result[4] = number(4)
    result[5] = number(5)
    result[6] = number(6)
    result[7] = number(7)
    result[8] = number(8)
    result[9] = number(9)
    result[10] = number(10)
    result[11] = number(11)
    result[12] = number(12)
    result[13] = number(13)
    result[14] = number(14)
    result[15] = number(15)
    result[16] = number(16)
    result[17] = number(17)
    result[18] = number(18)
    result[19] = number(19)
    result[20] = number(20)
    result[21] = number(21)
    result[22] = number(22)
    result[23] = number(23)
    result[24] = number(24)
    result[25] = number(25)
    result[26] = number(26)
    result[27] = number(27)
    result[28] = number(28)
    result[29] = number(29)
    result[30] = number(30)
    result[31] = number(31)
    return result
  }
}

/// Vectors of numbers in memory, aligned or not.
extension UnsafeMutablePointer<Int16> {
  /// The thirty-two numbers from `x` on.
  @inline(__always)
  func words(_ x: Int) -> WordLanes {
    UnsafeRawPointer(self + x).loadUnaligned(as: WordLanes.self)
  }

  /// The number `index` of a ``WordTable``, thirty-two times.
  ///
  /// In loops numbers are read from memory again and again: of one that the compiler keeps in a
  /// register it does not see that it has 16 bits.
  @inline(__always)
  func repeated(_ index: Int) -> WordLanes {
    UnsafeRawPointer(self + WordLanes.scalarCount &* index).load(as: WordLanes.self)
  }

  /// Writes thirty-two numbers.
  @inline(__always)
  func store(_ words: WordLanes) {
    UnsafeMutableRawPointer(self).storeBytes(of: words, as: WordLanes.self)
  }
}

extension UnsafeMutablePointer<Int16> {
  /// The least and the greatest of the first `count` numbers; one at least.
  ///
  /// Not put in place: with other code around it the compiler makes single numbers of the vectors.
  @inline(never)
  func extremes(_ count: Int) -> (least: Int16, most: Int16) {
    let lanes = WordLanes.scalarCount
    var (least, most) = (self[0], self[0])
    guard count >= lanes else {
      for x in 1..<count { (least, most) = (Swift.min(least, self[x]), Swift.max(most, self[x])) }
      return (least, most)
    }
    // The last thirty-two, some of them once more.
    var (low, high) = (words(count &- lanes), words(count &- lanes))
    var x = 0
    while x &+ lanes < count {
      low = low.atMost(words(x))
      high = high.atLeast(words(x))
      x &+= lanes
    }
    return (low.reduced { Swift.min($0, $1) }, high.reduced { Swift.max($0, $1) })
  }
}

/// Numbers of 16 bits for loops over vectors, each thirty-two times.
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
  /// The thirty-two samples from `x` on.
  @inline(__always)
  func words(_ x: Int) -> WordLanes {
    let samples = UnsafeRawPointer(self + x).loadUnaligned(as: SIMD32<UInt8>.self)
    return .each { Int16(samples[$0]) }
  }

  /// Writes the lower 8 bits of thirty-two numbers.
  @inline(__always)
  func store(_ words: WordLanes) {
    let halves = unsafeBitCast(words, to: (SIMD16<Int16>, SIMD16<Int16>).self)
    store(halves.0)
    (self + 16).store(halves.1)
  }

  @inline(__always)
  private func store(_ words: SIMD16<Int16>) {
    var samples = SIMD16<UInt8>()
    for lane in 0..<16 { samples[lane] = UInt8(truncatingIfNeeded: words[lane]) }
    UnsafeMutableRawPointer(self).storeBytes(of: samples, as: SIMD16<UInt8>.self)
  }
}

extension UnsafePointer<UInt8> {
  /// The thirty-two samples from `x` on, times a factor.
  ///
  /// - Parameter factor: read from memory: of one that the compiler knows it would make numbers of
  ///   32 bits.
  @inline(__always)
  func shares(_ x: Int, times factor: WordLanes) -> ShareLanes {
    let samples = UnsafeRawPointer(self + x).loadUnaligned(as: SIMD32<UInt8>.self)
    return .each { UInt16(samples[$0]) } &* unsafeBitCast(factor, to: ShareLanes.self)
  }
}

extension UnsafePointer<UInt16> {
  /// The thirty-two numbers from `x` on.
  @inline(__always)
  func shares(_ x: Int) -> ShareLanes {
    UnsafeRawPointer(self + x).loadUnaligned(as: ShareLanes.self)
  }
}

extension ShareLanes {
  /// The same bits as numbers with a sign.
  @inline(__always)
  var words: WordLanes { unsafeBitCast(self, to: WordLanes.self) }

  /// The upper 16 bits of products.
  @inline(__always)
  func upperProduct(_ other: Self) -> Self {
    .each { UInt16(truncatingIfNeeded: (UInt32(self[$0]) &* UInt32(other[$0])) &>> 16) }
  }

  /// Means, rounded up.
  @inline(__always)
  func mean(_ other: Self) -> Self {
    .each { UInt16(truncatingIfNeeded: (UInt32(self[$0]) &+ UInt32(other[$0]) &+ 1) &>> 1) }
  }

  @inline(__always)
  static func &>> (numbers: Self, bits: UInt16) -> Self { .each { numbers[$0] &>> bits } }

  @inline(__always)
  static func &<< (numbers: Self, bits: UInt16) -> Self { .each { numbers[$0] &<< bits } }

  @inline(__always)
  static func ^ (numbers: Self, bits: UInt16) -> Self { .each { numbers[$0] ^ bits } }

  @inline(__always)
  static prefix func ~ (numbers: Self) -> Self { .each { ~numbers[$0] } }
}

/// The first number or the second, without a branch.
@inline(__always)
private func choose(_ first: Int16, _ second: Int16, _ isFirst: Bool) -> Int16 {
  let bits = 0 &- Int16(truncatingIfNeeded: unsafeBitCast(isFirst, to: UInt8.self))
  return second ^ (first ^ second) & bits
}

extension WordLanes {
  /// One number of all.
  @inline(__always)
  func reduced(_ join: (Int16, Int16) -> Int16) -> Int16 {
    var (a, b, c, d) = (self[0], self[8], self[16], self[24])
    for lane in 1..<8 { a = join(a, self[lane]) }
    for lane in 9..<16 { b = join(b, self[lane]) }
    for lane in 17..<24 { c = join(c, self[lane]) }
    for lane in 25..<32 { d = join(d, self[lane]) }
    return join(join(a, b), join(c, d))
  }

  /// The upper 16 bits of products, rounded down.
  @inline(__always)
  func upperProduct(_ other: Self) -> Self {
    .each { Int16(truncatingIfNeeded: (Int32(self[$0]) &* Int32(other[$0])) &>> 16) }
  }

  /// At least so much.
  @inline(__always)
  func atLeast(_ bound: Self) -> Self {
    .each { choose(bound[$0], self[$0], self[$0] < bound[$0]) }
  }

  /// At most so much.
  @inline(__always)
  func atMost(_ bound: Self) -> Self {
    .each { choose(bound[$0], self[$0], self[$0] > bound[$0]) }
  }

  /// Other numbers where two are the same.
  @inline(__always)
  func replaced(by other: Self, where one: Self, equals two: Self) -> Self {
    .each { choose(other[$0], self[$0], one[$0] == two[$0]) }
  }

  /// Other numbers where one is less than another.
  @inline(__always)
  func replaced(by other: Self, where one: Self, isBelow two: Self) -> Self {
    .each { choose(other[$0], self[$0], one[$0] < two[$0]) }
  }

  @inline(__always)
  static func &>> (numbers: Self, bits: Int16) -> Self { .each { numbers[$0] &>> bits } }

  @inline(__always)
  static func &<< (numbers: Self, bits: Int16) -> Self { .each { numbers[$0] &<< bits } }

  @inline(__always)
  static func & (one: Self, other: Self) -> Self { .each { one[$0] & other[$0] } }

  @inline(__always)
  static func ^ (one: Self, other: Self) -> Self { .each { one[$0] ^ other[$0] } }

  @inline(__always)
  static prefix func ~ (numbers: Self) -> Self { .each { ~numbers[$0] } }

  @inline(__always)
  static func &+ (numbers: Self, number: Int16) -> Self { .each { numbers[$0] &+ number } }

  @inline(__always)
  static func &- (number: Int16, numbers: Self) -> Self { .each { number &- numbers[$0] } }
}
