/// The CRC of PNG, zlib and gzip: polynomial 0xEDB88320, reflected (PNG specification, annex D).
package struct CRC32: Sendable {
  private static let table: [UInt32] = (0..<256).map { index in
    var value = UInt32(index)
    for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    return value
  }

  private var state: UInt32 = 0xFFFF_FFFF

  package init() {}

  /// The checksum of all bytes so far.
  package var value: UInt32 { state ^ 0xFFFF_FFFF }

  /// Takes `bytes` into the checksum.
  package mutating func update(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      state = Self.table[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8)
    }
  }
}
