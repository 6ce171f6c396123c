import Images

/// A colour glyph in pixels.
package struct ColorPicture: Hashable, Sendable {
  /// The pixels it covers, `y` down.
  package let box: PixelBox
  /// Red, green, blue and alpha in turn, row by row from the top; 65535 is one. Colours are
  /// multiplied by alpha.
  package let samples: [UInt16]

  /// A picture of pixels in rows, four numbers for each.
  package init(box: PixelBox, samples: [UInt16]) {
    self.box = box
    self.samples = samples
  }

  /// What a glyph without ink gives.
  package static let empty = ColorPicture(
    box: PixelBox(x: 0, y: 0, width: 0, height: 0), samples: [])

  /// Whether there is no pixel to paint.
  package var isEmpty: Bool { box.isEmpty }

  /// The picture with colours that are not multiplied by alpha; nil when it is empty.
  package var picture: Picture? {
    guard !isEmpty else { return nil }
    var samples = samples
    samples.withUnsafeMutableBufferPointer { samples in
      var index = 0
      while index &+ 3 < samples.count {
        let alpha = UInt32(samples[index &+ 3])
        for part in 0..<3 where alpha > 0 {
          let value = (UInt32(samples[index &+ part]) &* 65_535 &+ alpha / 2) / alpha
          samples[index &+ part] = UInt16(truncatingIfNeeded: min(value, 65_535))
        }
        index &+= 4
      }
    }
    return Picture(width: box.width, height: box.height, samples: .sixteen(samples))
  }
}
