/// Puts bits into bytes, lowest bit first (RFC 1951, section 3.1.1).
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var bits: UInt64 = 0
  private var count: UInt64 = 0

  init(reserving capacity: Int) { bytes.reserveCapacity(capacity) }

  /// Puts the lowest `width` bits of `value`, at most 32; the others are zero.
  @inline(__always)
  mutating func put(_ value: UInt64, _ width: UInt64) {
    bits |= value &<< count
    count &+= width
    if count >= 32 {
      for _ in 0..<4 {
        bytes.append(UInt8(truncatingIfNeeded: bits))
        bits &>>= 8
      }
      count &-= 32
    }
  }

  /// Fills the byte that has been begun with zeros and writes all out.
  mutating func align() {
    while count > 0 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits &>>= 8
      count = count > 8 ? count &- 8 : 0
    }
  }

  /// Appends whole bytes.
  ///
  /// - Precondition: the writer is aligned.
  mutating func append(_ more: some Collection<UInt8>) { bytes += more }
}
