import Bytes

/// A JPEG file, taken apart but not unpacked.
struct JPEGFile: Sendable {
  let bytes: [UInt8]
  let frame: JPEGFrame
  let coding: JPEGCoding
  /// At least one.
  let scans: [JPEGScan]
  /// What its colours are; nil for those of sRGB, or where samples are wanted as they are stored.
  var colors: PictureColors?
  /// How the picture is turned before it is seen.
  let turn: PictureTurn
  /// What stands where it should not, and was stepped over.
  let oddities: [ImageOddity]

  /// How large the picture is as it is seen.
  var size: (width: Int, height: Int) {
    turn.exchangesSides ? (frame.height, frame.width) : (frame.width, frame.height)
  }

  /// Whether the picture is drawn as it is read: all coefficients of a block stand beside one
  /// another, with Huffman codes, and make samples of 8 bits.
  var isDrawnAsRead: Bool {
    !frame.isProgressive && !frame.isArithmetic && frame.depth == 8 && scans.count == 1
      && scans[0].parts.count == frame.components.count
  }

  /// Where the picture lies.
  var info: FrameInfo {
    FrameInfo(
      rectangle: PixelRectangle(x: 0, y: 0, width: size.width, height: size.height), delay: .zero,
      disposal: .keep, blend: .source)
  }

  /// Unpacks the pixels, and converts them to sRGB.
  func decoded() -> JPEGPicture.Decoded {
    var decoded = JPEGPicture.decode(self)
    colors?.convert(&decoded.pixels)
    return decoded
  }
}
