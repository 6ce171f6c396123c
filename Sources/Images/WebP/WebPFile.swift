import Bytes

/// A WebP file, still or animated, taken apart but not unpacked.
struct WebPFile: Sendable {
  /// One picture of the file.
  struct Frame: Sendable {
    var info: FrameInfo
    /// Where its pixels lie.
    var image: Range<Int>
    var isLossless: Bool
    /// Where alpha of its own lies, beside pixels that are lossy.
    var alpha: Range<Int>?
    /// Whether alpha is left out.
    var isOpaque = false
    /// Where nothing is on the canvas when the frame is laid over it.
    var bare: PixelRectangle?

    /// Whether pixels may be transparent.
    var hasAlpha: Bool
  }

  let bytes: [UInt8]
  /// The sides of the picture as it is stored.
  let width: Int
  let height: Int
  /// What its colours are; nil for those of sRGB, or where samples are wanted as they are stored.
  var colors: PictureColors?
  /// At least one; their rectangles are those of the picture as it is seen.
  var frames: [Frame]
  /// How the pictures are turned before they are seen.
  var turn = PictureTurn.none
  /// How often the animation plays; `nil` is forever.
  var plays: Int?
  /// Why there are fewer frames than there should be.
  var damage: ImageError?
  /// What stands where it should not, and was stepped over.
  var oddities: [ImageOddity] = []

  /// How large the picture is as it is seen.
  var size: (width: Int, height: Int) { turn.exchangesSides ? (height, width) : (width, height) }

  /// Turns all pictures.
  mutating func turn(_ turn: PictureTurn) {
    self.turn = turn
    for index in frames.indices {
      frames[index].info.rectangle = turn.turned(
        frames[index].info.rectangle, width: width, height: height)
      frames[index].bare = frames[index].bare.map {
        turn.turned($0, width: width, height: height)
      }
    }
  }

  /// Unpacks a frame's pixels, and converts them to sRGB.
  func pixels(of index: Int) throws(ImageError) -> [UInt8] {
    let frame = frames[index]
    let rectangle = frame.info.rectangle
    let (width, height) =
      turn.exchangesSides
      ? (rectangle.height, rectangle.width) : (rectangle.width, rectangle.height)
    var pixels: [UInt8]
    if frame.isLossless {
      pixels = Self.bytes(
        of: try LosslessPicture.pixels(bytes, in: frame.image), isOpaque: frame.isOpaque)
    } else {
      pixels = try VP8Picture.pixels(bytes, in: frame.image)
      if let alpha = frame.alpha, !frame.isOpaque {
        try AlphaPlane.fill(&pixels, width: width, height: height, bytes, in: alpha)
      }
    }
    colors?.convert(&pixels)
    return turn.turned(pixels, width: width, height: height)
  }

  /// Takes pixels of alpha, red, green and blue, from the highest byte on, into bytes of red,
  /// green, blue and alpha.
  private static func bytes(of pixels: [UInt32], isOpaque: Bool) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4 * pixels.count)
    var output = bytes.mutableSpan
    let input = pixels.span
    let opaque: UInt32 = isOpaque ? 0xFF00_0000 : 0
    for index in input.indices {
      let pixel = input[index] | opaque
      output[4 &* index] = UInt8(truncatingIfNeeded: pixel &>> 16)
      output[4 &* index &+ 1] = UInt8(truncatingIfNeeded: pixel &>> 8)
      output[4 &* index &+ 2] = UInt8(truncatingIfNeeded: pixel)
      output[4 &* index &+ 3] = UInt8(truncatingIfNeeded: pixel &>> 24)
    }
    return bytes
  }
}
