/// The checksum of NUT: a CRC of 32 bits that begins with 0, polynomial 0x04C11DB7, highest bit
/// first, with nothing inverted.
///
/// Of bytes that are followed by their checksum, highest byte first, it is 0.
struct NUTChecksum: Hashable, Sendable {
  private static let table: [UInt32] = (0..<256).map { index in
    var value = UInt32(index) << 24
    for _ in 0..<8 { value = value >> 31 == 1 ? value << 1 ^ 0x04C1_1DB7 : value << 1 }
    return value
  }

  /// The checksum of all bytes so far.
  private(set) var value: UInt32 = 0

  /// The checksum of some bytes.
  init(of bytes: some Sequence<UInt8> = EmptyCollection()) {
    for byte in bytes { update(byte) }
  }

  /// Takes a byte into the checksum.
  mutating func update(_ byte: UInt8) {
    value = Self.table[Int(value >> 24 ^ UInt32(byte))] ^ value << 8
  }

  /// The value as it is written.
  var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * $0)) } }
}
