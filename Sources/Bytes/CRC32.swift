/// The CRC of PNG, zlib and gzip: polynomial 0xEDB88320, reflected (PNG specification, annex D).
///
/// Long runs are taken eight bytes at a time, through eight tables of which table `k` is the effect
/// of a byte that is followed by `k` zero bytes.
package struct CRC32: Sendable {
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for index in 0..<256 {
      var value = UInt32(index)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
      tables[index] = value
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = tables[Int(before & 0xFF)] ^ (before >> 8)
    }
    return tables
  }()

  private var state: UInt32 = 0xFFFF_FFFF

  /// The checksum of no bytes, which is 0.
  package init() {}

  /// The checksum of all bytes so far.
  package var value: UInt32 { state ^ 0xFFFF_FFFF }

  /// Takes `bytes` into the checksum.
  package mutating func update(_ bytes: some Sequence<UInt8>) {
    let whole: Void? = bytes.withContiguousStorageIfAvailable { update($0.span) }
    if whole != nil { return }
    var state = self.state
    let tables = Self.tables
    for byte in bytes { state = tables[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8) }
    self.state = state
  }

  /// Takes `bytes` into the checksum.
  package mutating func update(_ bytes: Span<UInt8>) {
    var state = self.state
    // With a known number of entries, no place in the tables needs a check.
    let tables = Self.tables.span.extracting(0..<8 * 256)
    var position = 0
    while bytes.count &- position >= 8 {
      let eight = bytes.littleEndian64(at: position)
      let low = state ^ UInt32(truncatingIfNeeded: eight)
      let high = UInt32(truncatingIfNeeded: eight &>> 32)
      state =
        tables[0x700 | Int(low & 0xFF)] ^ tables[0x600 | Int((low &>> 8) & 0xFF)]
        ^ tables[0x500 | Int((low &>> 16) & 0xFF)] ^ tables[0x400 | Int(low &>> 24)]
        ^ tables[0x300 | Int(high & 0xFF)] ^ tables[0x200 | Int((high &>> 8) & 0xFF)]
        ^ tables[0x100 | Int((high &>> 16) & 0xFF)] ^ tables[Int(high &>> 24)]
      position &+= 8
    }
    while position < bytes.count {
      state = tables[Int((state ^ UInt32(bytes[position])) & 0xFF)] ^ (state &>> 8)
      position &+= 1
    }
    self.state = state
  }
}
