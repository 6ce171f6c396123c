/// The alpha of a lossy picture, which stands in a chunk of its own (RFC 9649, section 2.7.1.2).
enum AlphaPlane {
  /// Puts the alpha that lies in `range` into pixels of red, green, blue and alpha.
  static func fill(
    _ pixels: inout [UInt8], width: Int, height: Int, _ bytes: [UInt8], in range: Range<Int>
  ) throws(ImageError) {
    guard range.count > 1 else { throw .truncated(at: .byte(range.upperBound)) }
    let start = range.lowerBound
    let flags = Int(bytes[start])
    guard flags & 3 <= 1 else {
      throw .malformed(.field("the packing of alpha", flags & 3), at: .byte(start))
    }
    guard flags >> 4 <= 1 else {
      throw .malformed(.field("the preparation of alpha", flags >> 4), at: .byte(start))
    }
    if flags & 3 == 0 {
      guard range.count - 1 >= width * height else {
        throw .truncated(at: .byte(range.upperBound))
      }
      var output = pixels.mutableSpan
      let alpha = bytes.span.extracting(start + 1..<start + 1 + width * height)
      for index in alpha.indices { output[4 &* index &+ 3] = alpha[index] }
    } else {
      let image = try LosslessPicture.pixels(
        bytes, in: start + 1..<range.upperBound, width: width, height: height)
      var output = pixels.mutableSpan
      let alpha = image.span
      // It stands where green does in other pictures.
      for index in alpha.indices {
        output[4 &* index &+ 3] = UInt8(truncatingIfNeeded: alpha[index] &>> 8)
      }
    }
    var output = pixels.mutableSpan
    unfilter(flags >> 2 & 3, &output, width, height)
  }

  /// Adds to alpha what is predicted of it.
  private static func unfilter(
    _ filter: Int, _ pixels: inout MutableSpan<UInt8>, _ width: Int, _ height: Int
  ) {
    guard filter > 0 else { return }
    // The first row goes from left to right with every filter.
    for column in 1..<Swift.max(width, 1) {
      pixels[4 &* column &+ 3] &+= pixels[4 &* column &- 1]
    }
    for row in 1..<Swift.max(height, 1) {
      let start = 4 &* row &* width &+ 3
      let up = 4 &* width
      switch filter {
      case 1:
        pixels[start] &+= pixels[start &- up]
        for column in 1..<Swift.max(width, 1) {
          let index = start &+ 4 &* column
          pixels[index] &+= pixels[index &- 4]
        }
      case 2:
        for column in 0..<width {
          let index = start &+ 4 &* column
          pixels[index] &+= pixels[index &- up]
        }
      default:
        pixels[start] &+= pixels[start &- up]
        for column in 1..<Swift.max(width, 1) {
          let index = start &+ 4 &* column
          let slope =
            Int(pixels[index &- 4]) &+ Int(pixels[index &- up]) &- Int(pixels[index &- up &- 4])
          pixels[index] &+= UInt8(truncatingIfNeeded: Swift.min(Swift.max(slope, 0), 255))
        }
      }
    }
  }
}
