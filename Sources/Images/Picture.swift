/// The samples of a picture: red, green, blue and alpha in turn, row by row from the top.
///
/// Alpha is straight: the colours are not multiplied by it. Each sample covers its type's whole
/// range.
package enum PictureSamples: Hashable, Sendable {
  case eight([UInt8])
  case sixteen([UInt16])
}

/// One picture, decoded.
package struct Picture: Hashable, Sendable {
  /// The width in pixels, at least 1.
  package let width: Int
  /// The height in pixels, at least 1.
  package let height: Int
  /// The samples, `width * height * 4` of them.
  package let samples: PictureSamples
  /// Whether samples are those of a ``PictureTarget`` that holds light brighter than white; else
  /// they are of sRGB.
  package let keepsLight: Bool

  /// Makes a picture of samples that are there already.
  ///
  /// - Precondition: the sides are positive and there are `width * height * 4` samples.
  package init(width: Int, height: Int, samples: PictureSamples, keepsLight: Bool = false) {
    let count =
      switch samples {
      case .eight(let values): values.count
      case .sixteen(let values): values.count
      }
    precondition(width > 0 && height > 0 && count == width * height * 4)
    self.width = width
    self.height = height
    self.samples = samples
    self.keepsLight = keepsLight
  }

  /// The memory that the samples take.
  package var byteCount: Int {
    switch samples {
    case .eight(let values): values.count
    case .sixteen(let values): values.count * 2
    }
  }

  /// Whether every pixel is fully opaque; looks at all of them.
  package var isOpaque: Bool {
    switch samples {
    case .eight(let values): Self.isOpaque(values)
    case .sixteen(let values): Self.isOpaque(values)
    }
  }

  private static func isOpaque<Sample: FixedWidthInteger>(_ values: [Sample]) -> Bool {
    let values = values.span
    var index = 0
    while values.count &- index >= 16 {
      // Four pixels at a time, so that their places are checked once.
      let four = values.extracting(index..<index &+ 16)
      if four[3] & four[7] & four[11] & four[15] != Sample.max { return false }
      index &+= 16
    }
    while index < values.count {
      if values[index &+ 3] != Sample.max { return false }
      index &+= 4
    }
    return true
  }
}
