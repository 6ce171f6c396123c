import Bytes

/// Gives the chunks of a PNG file the checksums that they should have.
enum ChunkRepair {
  private static let signatureLength = 8

  /// The file with right checksums; nil when they are right as they are.
  static func repaired(_ bytes: [UInt8]) -> [UInt8]? {
    var result = bytes
    var start = signatureLength
    // A chunk is a length, a name, data and a checksum (PNG, third edition, section 5.3).
    while start + 12 <= bytes.count {
      let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - start - 12 else { break }
      let end = start + 8 + length
      var checksum = CRC32()
      checksum.update(bytes[start + 4..<end])
      for index in 0..<4 {
        result[end + index] = UInt8(truncatingIfNeeded: checksum.value >> (24 - 8 * UInt32(index)))
      }
      start = end + 4
    }
    return result == bytes ? nil : result
  }
}
