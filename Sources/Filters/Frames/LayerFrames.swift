import Y4M

extension PixelFormat {
  /// The format of a canvas for layers, as large as this; nil where it takes too much memory.
  var layered: PixelFormat? {
    PixelFormat(
      width: width, height: height, depth: 16, chroma: .planes(x: 0, y: 0), hasAlpha: true)
  }

  /// Whether frames hold colours that are multiplied by their alpha, as those of layers do.
  ///
  /// Streams have straight alpha; layers are drawn on that of 16 bits by way of a canvas of their
  /// own.
  var isPremultiplied: Bool { hasAlpha && depth == 16 }

  /// Whether frames hold colours that are not multiplied by their alpha, as streams with alpha do.
  var isStraight: Bool { hasAlpha && depth != 16 }

  /// The same format with other sides.
  func sized(_ width: Int, _ height: Int) -> PixelFormat? {
    PixelFormat(
      width: width, height: height, depth: depth, chroma: chroma, hasAlpha: hasAlpha,
      siting: siting)
  }
}

// Frames of layers: premultiplied, of 16 bits, with alpha.
extension Frame {
  /// Sets the samples of `box` to nought: transparent.
  func clear(_ box: Box) {
    for layout in format.planes {
      let samples = samples16(layout)
      for y in box.y..<box.maxY {
        (samples + y * layout.width + box.x).update(repeating: 0, count: box.width)
      }
    }
  }
}
