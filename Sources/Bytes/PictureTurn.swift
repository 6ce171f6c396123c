/// How a picture is to be turned and mirrored to be seen upright, as cameras say it: the orientation of
/// TIFF 6.0, tag 274, which Exif has too (JEITA CP-3451, 4.6.4).
package enum PictureTurn: Int, Sendable {
  case none = 1
  case mirrored
  case half
  case upsideDown
  case mirroredLeft
  case right
  case mirroredRight
  case left

  /// Whether width and height change places.
  package var exchangesSides: Bool { rawValue >= Self.mirroredLeft.rawValue }

  /// Reads the orientation of the first directory of TIFF data.
  ///
  /// - Parameter bytes: gives so many bytes, all of them or nil, at a place that is counted from the
  ///   beginning of the data.
  package init?(tiff bytes: (_ count: Int, _ place: Int) -> [UInt8]?) {
    guard let head = bytes(8, 0) else { return nil }
    let isBig = head[0] == UInt8(ascii: "M")
    let directory = Self.number(head[4...], isBig: isBig)
    guard let count = bytes(2, directory) else { return nil }
    for entry in 0..<Self.number(count[...], isBig: isBig) {
      guard let entry = bytes(12, directory + 2 + 12 * entry) else { return nil }
      guard Self.number(entry[..<2], isBig: isBig) == 274 else { continue }
      // A number of 16 bits stands at the beginning of its four bytes.
      self.init(rawValue: Self.number(entry[8..<10], isBig: isBig))
      return
    }
    return nil
  }

  /// A number of up to four bytes.
  package static func number(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> Int {
    let bytes = isBig ? Array(bytes) : bytes.reversed()
    return bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
