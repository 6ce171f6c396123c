/// How large a picture may be before it is refused.
///
/// Every limit is checked against what a file says about itself, before memory is taken for it.
package struct ImageLimits: Hashable, Sendable {
  /// The longest side, in pixels.
  package var side: Int
  /// The most pixels of one picture.
  package var pixels: Int
  /// The most bytes that the samples of one picture may take, decoded.
  package var bytes: Int
  /// The most frames of one file.
  package var frames: Int

  /// The limits that all pictures are read with, but for those that are given.
  package init(
    side: Int = 65_535, pixels: Int = 100_000_000, bytes: Int = 512 << 20, frames: Int = 100_000
  ) {
    self.side = side
    self.pixels = pixels
    self.bytes = bytes
    self.frames = frames
  }

  /// Whether a picture of this size, with this many bytes a pixel, may be decoded.
  func allow(width: Int, height: Int, bytesPerPixel: Int) -> Bool {
    guard (1...Swift.max(side, 1)).contains(width), (1...Swift.max(side, 1)).contains(height) else {
      return false
    }
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, count <= pixels else { return false }
    let (total, tooMany) = count.multipliedReportingOverflow(by: bytesPerPixel)
    return !tooMany && total <= bytes
  }
}
