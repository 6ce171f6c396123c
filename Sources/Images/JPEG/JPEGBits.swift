/// Reads bits of a scan, the highest of a byte first.
///
/// They lie in bytes without the zeros that follow those of FF. Behind the end of these stand
/// zeros.
struct JPEGBits {
  private(set) var window: UInt64 = 0
  /// How many bits of the window were not read yet.
  private var count = 0
  /// Where the next byte stands; it goes on behind the end.
  private var position = 0

  /// Whether more was read than there is.
  func isOver(_ data: Span<UInt8>) -> Bool { position &- count &>> 3 > data.count }

  /// Takes more bytes into the window, which then has at least 32 bits.
  @inline(__always)
  mutating func fill(_ data: Span<UInt8>) {
    if count >= 32 { return }
    if position &+ 8 <= data.count {
      window |= data.number64(at: position) &>> UInt64(truncatingIfNeeded: count)
    } else {
      window |= Self.last(data, position) &>> UInt64(truncatingIfNeeded: count)
    }
    position &+= (63 &- count) &>> 3
    count |= 56
  }

  /// The bytes from `position` on, of which there are fewer than eight.
  @inline(never)
  private static func last(_ data: Span<UInt8>, _ position: Int) -> UInt64 {
    var next: UInt64 = 0
    for index in position..<position &+ 8 {
      next = next &<< 8 | (index < data.count ? UInt64(data[index]) : 0)
    }
    return next
  }

  /// Steps over bits that were looked at, at most 32 since the window was filled.
  @inline(__always)
  mutating func skip(_ bits: Int) {
    window &<<= UInt64(truncatingIfNeeded: bits)
    count &-= bits
  }

  /// Takes a number of 1 to 16 bits, which the window has.
  @inline(__always)
  mutating func take(_ bits: Int) -> Int {
    let number = Int(truncatingIfNeeded: window &>> UInt64(truncatingIfNeeded: 64 &- bits))
    skip(bits)
    return number
  }

  /// Reads one bit.
  @inline(__always)
  mutating func flag(_ data: Span<UInt8>) -> Bool {
    fill(data)
    return take(1) == 1
  }
}
