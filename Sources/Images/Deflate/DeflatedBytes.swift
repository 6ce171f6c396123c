/// Bytes that are packed by deflate alone (RFC 1951), as they are in gzip and ZIP.
package enum DeflatedBytes {
  /// Unpacks all of a stream; what lies behind its last block is not looked at.
  ///
  /// - Parameter most: how many bytes there may be.
  /// - Throws: ``ImageError`` when the stream is broken or cut off, or there are more bytes.
  package static func unpack(
    _ input: [UInt8], in range: Range<Int>, most: Int
  ) throws(ImageError) -> [UInt8] {
    var inflater = try Inflater(raw: input, in: range, largestRead: 0)
    var bytes: [UInt8] = []
    guard try inflater.readAll(into: &bytes, most: most) else {
      throw .unsupported(.packed(most: most), at: .byte(range.lowerBound))
    }
    return bytes
  }
}
