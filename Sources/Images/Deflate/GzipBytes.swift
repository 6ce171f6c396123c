/// Bytes that are packed by gzip (RFC 1952).
package enum GzipBytes {
  private static let magic: [UInt8] = [0x1F, 0x8B, 8]

  /// Whether bytes begin as what gzip has packed.
  package static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// Unpacks the first member; its checksum is not looked at.
  ///
  /// - Parameter most: how many bytes there may be.
  /// - Throws: ``ImageError`` when the stream is broken or cut off, or there are more bytes.
  package static func unpack(_ bytes: [UInt8], most: Int) throws(ImageError) -> [UInt8] {
    var at = 10
    guard bytes.count > at else { throw .truncated(at: .byte(bytes.count)) }
    let flags = bytes[3]
    if flags & 4 != 0 {
      guard bytes.count >= at + 2 else { throw .truncated(at: .byte(bytes.count)) }
      at += 2 + Int(bytes[at]) + Int(bytes[at + 1]) << 8
    }
    for flag in [8, 16] as [UInt8] where flags & flag != 0 {
      while at < bytes.count, bytes[at] != 0 { at += 1 }
      at += 1
    }
    if flags & 2 != 0 { at += 2 }
    guard at < bytes.count else { throw .truncated(at: .byte(bytes.count)) }
    return try DeflatedBytes.unpack(bytes, in: at..<bytes.count, most: most)
  }
}
