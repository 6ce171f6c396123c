/// The checksum at the end of a zlib stream (RFC 1950, section 8.2).
package struct Adler32: Sendable {
  private static let modulus: UInt32 = 65_521

  private var low: UInt32 = 1
  private var high: UInt32 = 0

  /// The checksum of no bytes, which is 1.
  package init() {}

  /// The checksum of all bytes so far.
  package var value: UInt32 { high << 16 | low }

  /// Takes `bytes` into the checksum.
  package mutating func update(_ bytes: Span<UInt8>) {
    var low = self.low
    var high = self.high
    var position = 0
    while position < bytes.count {
      // 5552 bytes are the most whose sums fit 32 bits before the remainder is taken
      // (zlib's NMAX); 5504 is the multiple of 64 below it.
      let end = Swift.min(position &+ 5504, bytes.count)
      while end &- position >= 64 {
        // `high` gains each byte as often as `low` is added to it from there on.
        let part = bytes.extracting(position..<position &+ 64)
        var sum: UInt32 = 0
        var weighted: UInt32 = 0
        for index in 0..<64 {
          let byte = UInt32(part[index])
          sum &+= byte
          weighted &+= byte &* UInt32(truncatingIfNeeded: 64 &- index)
        }
        high &+= low &* 64 &+ weighted
        low &+= sum
        position &+= 64
      }
      while position < end {
        low &+= UInt32(bytes[position])
        high &+= low
        position &+= 1
      }
      low %= Self.modulus
      high %= Self.modulus
    }
    self.low = low
    self.high = high
  }

  /// Takes `bytes` into the checksum.
  package mutating func update(_ bytes: some Sequence<UInt8>) {
    let whole: Void? = bytes.withContiguousStorageIfAvailable { update($0.span) }
    if whole != nil { return }
    for byte in bytes {
      low = (low + UInt32(byte)) % Self.modulus
      high = (high + low) % Self.modulus
    }
  }
}
