/// The first directory of TIFF data (TIFF 6.0, section 2), which Exif is, too.
package enum TIFFDirectory {
  /// The number of 16 bits that stands under a tag, or the first of them; nil without one that can
  /// be read.
  ///
  /// - Parameter bytes: gives so many bytes, all of them or nil, at a place that is counted from
  ///   the beginning of the data.
  package static func number(
    of tag: Int, bytes: (_ count: Int, _ place: Int) -> [UInt8]?
  ) -> Int? {
    guard let (entry, isBig) = entry(of: tag, bytes: bytes) else { return nil }
    // Up to two stand at the beginning of the last four bytes, more of them elsewhere.
    if number(entry[4..<8], isBig: isBig) <= 2 { return number(entry[8..<10], isBig: isBig) }
    return bytes(2, number(entry[8..<12], isBig: isBig)).map { number($0[...], isBig: isBig) }
  }

  /// Where the bytes under a tag lie, of which there are more than four; nil without them.
  ///
  /// - Parameter bytes: as of ``number(of:bytes:)``.
  package static func place(
    of tag: Int, bytes: (_ count: Int, _ place: Int) -> [UInt8]?
  ) -> Range<Int>? {
    guard let (entry, isBig) = entry(of: tag, bytes: bytes) else { return nil }
    let count = number(entry[4..<8], isBig: isBig)
    // Types 1 and 7 are of bytes.
    guard count > 4, [1, 7].contains(number(entry[2..<4], isBig: isBig)) else { return nil }
    let place = number(entry[8..<12], isBig: isBig)
    return place..<place + count
  }

  /// Whether anything stands under a tag.
  ///
  /// - Parameter bytes: as of ``number(of:bytes:)``.
  package static func holds(
    _ tag: Int, bytes: (_ count: Int, _ place: Int) -> [UInt8]?
  ) -> Bool { entry(of: tag, bytes: bytes) != nil }

  /// The twelve bytes of an entry, and whether numbers begin with their high bytes.
  private static func entry(
    of tag: Int, bytes: (_ count: Int, _ place: Int) -> [UInt8]?
  ) -> (bytes: [UInt8], isBig: Bool)? {
    guard let head = bytes(8, 0) else { return nil }
    let isBig = head[0] == UInt8(ascii: "M")
    let directory = number(head[4...], isBig: isBig)
    guard let count = bytes(2, directory) else { return nil }
    for entry in 0..<number(count[...], isBig: isBig) {
      guard let entry = bytes(12, directory + 2 + 12 * entry) else { return nil }
      if number(entry[..<2], isBig: isBig) == tag { return (entry, isBig) }
    }
    return nil
  }

  /// A number of up to four bytes.
  package static func number(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> Int {
    let bytes = isBig ? Array(bytes) : bytes.reversed()
    return bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
