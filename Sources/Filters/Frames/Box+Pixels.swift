import Fonts

/// Outlines are drawn in pixels, of which each is a sample of the frame.
extension Box {
  /// The samples that are these pixels.
  init(_ pixels: PixelBox) {
    self.init(x: pixels.x, y: pixels.y, width: pixels.width, height: pixels.height)
  }

  /// The pixels that are these samples.
  var pixels: PixelBox { PixelBox(x: x, y: y, width: width, height: height) }
}
