extension Span<UInt8> {
  /// The eight bytes from `offset` on as one number, the first of them lowest.
  ///
  /// - Precondition: there are eight.
  @inline(__always)
  func littleEndian64(at offset: Int) -> UInt64 {
    let eight = extracting(offset..<offset &+ 8)
    let low =
      UInt64(eight[0]) | UInt64(eight[1]) &<< 8 | UInt64(eight[2]) &<< 16
      | UInt64(eight[3]) &<< 24
    let high =
      UInt64(eight[4]) | UInt64(eight[5]) &<< 8 | UInt64(eight[6]) &<< 16
      | UInt64(eight[7]) &<< 24
    return low | high &<< 32
  }
}
