/// Reads bits of a lossless picture, the lowest of a byte first (RFC 9649, section 3.3).
///
/// Behind the end of its bytes stand zeros; then ``isOver`` is set.
struct LosslessBits {
  private let bytes: [UInt8]
  private var position: Int
  private let end: Int
  private var window: UInt64 = 0
  /// How many bits of the window were not read yet; below 0, bits were read that are not there.
  private var count = 0

  /// Reads what lies in `range`.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    end = Swift.min(range.upperBound, bytes.count)
    position = Swift.min(range.lowerBound, end)
  }

  /// Whether more was read than there is.
  var isOver: Bool { count < 0 }

  /// The next bits, of which there are at least 32 after ``fill()``.
  var ahead: Int { Int(truncatingIfNeeded: window & 0xFFFF_FFFF) }

  /// Takes more bytes into the window.
  @inline(__always)
  mutating func fill() {
    if count < 32 { load() }
  }

  private mutating func load() {
    if position &+ 4 <= end, count >= 0 {
      var next: UInt64 = 0
      for index in 0..<4 {
        next |= UInt64(bytes[position &+ index]) &<< UInt64(truncatingIfNeeded: 8 &* index)
      }
      window |= next &<< UInt64(truncatingIfNeeded: count)
      position &+= 4
      count &+= 32
      return
    }
    while position < end, count >= 0, count < 56 {
      window |= UInt64(bytes[position]) &<< UInt64(truncatingIfNeeded: count)
      position &+= 1
      count &+= 8
    }
  }

  /// Steps over bits that were looked at, at most 32 since the window was filled.
  @inline(__always)
  mutating func skip(_ bits: Int) {
    window &>>= UInt64(truncatingIfNeeded: bits)
    count &-= bits
  }

  /// Reads a number of at most 24 bits.
  mutating func number(_ bits: Int) -> Int {
    fill()
    let number = ahead & (1 &<< bits &- 1)
    skip(bits)
    return number
  }

  /// Reads one bit.
  mutating func flag() -> Bool { number(1) == 1 }
}
