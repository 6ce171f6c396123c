/// A GIF file, taken apart but not unpacked.
struct GIFFile: Sendable {
  /// One picture of the file.
  struct Frame: Sendable {
    var info: FrameInfo
    /// Where the colours lie in the file, red, green and blue in turn; `nil` if there are none.
    var palette: Range<Int>?
    var transparent: Int?
    var isInterlaced: Bool
    var codeBits: Int
    /// Where the first sub-block of the pixels begins.
    var data: Int
  }

  let bytes: [UInt8]
  let width: Int
  let height: Int
  /// At least one.
  var frames: [Frame]
  /// How often the animation plays; `nil` is forever.
  var plays: Int?
  /// Why the file ends early.
  var damage: ImageError?
  /// What stands where it should not, and was stepped over.
  var oddities: [ImageOddity] = []

  /// Unpacks the palette indices of a frame, in the order of the file.
  ///
  /// There may be fewer than the frame has pixels, never more.
  func indices(of index: Int) throws(ImageError) -> [UInt8] {
    let frame = frames[index]
    let rectangle = frame.info.rectangle
    let codes = GIFBlocks.joined(bytes, from: frame.data)
    do throws(LZWDecoder.BadCode) {
      return try LZWDecoder.decode(
        codes, literalBits: frame.codeBits, limit: rectangle.width * rectangle.height)
    } catch {
      throw .malformed(.code(error.code), at: .frame(index))
    }
  }

  /// The 256 pixels that indices of a frame stand for.
  ///
  /// Indices beyond the palette are black and opaque, as browsers draw them. The transparent one
  /// is all zero, which no other is.
  func colors(of frame: Frame) -> [UInt32] {
    let palette = frame.palette ?? 0..<0
    return (0..<256).map { index in
      if index == frame.transparent { return 0 }
      let start = palette.lowerBound + index * 3
      guard start + 3 <= palette.upperBound else { return PNGLayout.pixel(0, 0, 0, 255) }
      return PNGLayout.pixel(bytes[start], bytes[start + 1], bytes[start + 2], 255)
    }
  }
}
