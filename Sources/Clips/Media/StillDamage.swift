import Pipes

extension StillStore.Still {
  /// Whether it is a JPEG whose picture has no end, of which ffmpeg draws what is there.
  ///
  /// A file of more than 64 MiB is not looked through.
  package var isCutShort: Bool {
    guard kind == "JPEG", let file = try? FileDescriptor(opening: path, isBlocking: false) else {
      return false
    }
    defer { try? file.close() }
    let parts = PictureParts { count, place in file.whole(count, at: place) }
    guard let size = file.size, size <= 1 << 26, let scan = parts.jpegScan() else { return false }
    return !parts.hasEnd(of: scan..<size)
  }
}

extension PictureParts {
  /// Whether the marker of a JPEG's end stands in a range (ISO/IEC 10918-1, B.1.1.3), mostly behind all else.
  fileprivate func hasEnd(of range: Range<Int>) -> Bool {
    var end = range.upperBound
    while end - range.lowerBound >= 2 {
      let start = max(range.lowerBound, end - (1 << 16))
      // What can't be read is no fault of the picture.
      guard let part = read(end - start, start) else { return true }
      if part.indices.dropFirst().contains(where: { part[$0] == 0xD9 && part[$0 - 1] == 0xFF }) {
        return true
      }
      // The marker may lie across both parts.
      end = start > range.lowerBound ? start + 1 : start
    }
    return false
  }
}
