/// Reads bits that were packed with probabilities (RFC 6386, section 7).
///
/// Behind the end of its bytes stand zeros; then ``isOver`` is set.
struct BoolDecoder {
  private let bytes: [UInt8]
  /// Where the next byte stands; behind the end, when more was read than there is.
  private var position: Int
  private let end: Int
  private var value: UInt64 = 0
  /// The size of the interval, less one.
  private var range: UInt64 = 254
  /// How many bits of `value` have not been looked at, less eight.
  private var bits = -8

  /// Whether more was read than there is.
  var isOver: Bool { position > end }

  /// Reads what lies in `range`.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    end = Swift.min(range.upperBound, bytes.count)
    position = Swift.min(range.lowerBound, end)
    (value, bits, position) = Self.loaded(bytes, position, end, value, bits)
  }

  /// Reads one bit, which is 0 with a probability of so many 256ths.
  @inline(__always)
  mutating func bit(_ probability: UInt8) -> Int {
    if bits < 0 { (value, bits, position) = Self.loaded(bytes, position, end, value, bits) }
    let place = UInt64(truncatingIfNeeded: bits)
    let split = (range &* UInt64(probability)) &>> 8
    let isSet = value &>> place > split
    var size: UInt64
    if isSet {
      size = range &- split
      value &-= (split &+ 1) &<< place
    } else {
      size = split &+ 1
    }
    // A size has at most eight bits and at least one.
    let shift = (size | 1).leadingZeroBitCount &- 56
    size &<<= UInt64(truncatingIfNeeded: shift)
    bits &-= shift
    range = size &- 1
    return isSet ? 1 : 0
  }

  /// Reads a bit that is as often 0 as 1.
  @inline(__always)
  mutating func flag() -> Bool { bit(128) == 1 }

  /// Reads a number of so many bits, the highest first.
  mutating func number(_ count: Int) -> Int {
    var number = 0
    for _ in 0..<count { number = number &<< 1 | bit(128) }
    return number
  }

  /// Reads a number of so many bits, and its sign.
  mutating func signed(_ count: Int) -> Int {
    let number = number(count)
    return flag() ? -number : number
  }

  /// Reads such a number if a flag before it is set; else it is 0.
  mutating func optional(_ count: Int) -> Int { flag() ? signed(count) : 0 }

  /// Takes more bytes into a value.
  ///
  /// All goes in and out by value, so that a decoder can stay in registers.
  @inline(never)
  private static func loaded(
    _ bytes: [UInt8], _ position: Int, _ end: Int, _ value: UInt64, _ bits: Int
  ) -> (value: UInt64, bits: Int, position: Int) {
    if position &+ 8 <= end {
      var next: UInt64 = 0
      for index in 0..<7 { next = next &<< 8 | UInt64(bytes[position &+ index]) }
      return (value &<< 56 | next, bits &+ 56, position &+ 7)
    }
    if position < end {
      return (value &<< 8 | UInt64(bytes[position]), bits &+ 8, position &+ 1)
    }
    return position == end ? (value &<< 8, bits &+ 8, position &+ 1) : (value, 0, position)
  }
}
