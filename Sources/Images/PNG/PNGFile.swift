import Bytes

/// A PNG file, still or animated, taken apart but not unpacked.
struct PNGFile: Sendable {
  /// One picture of the file, and where its zlib stream lies.
  struct Frame: Sendable {
    var info: FrameInfo
    var data: [Range<Int>]
  }

  let bytes: [UInt8]
  let header: PNGHeader
  let layout: PNGLayout
  /// What its colours are; nil for those of sRGB, or where samples are wanted as they are stored.
  var colors: PictureColors?
  /// At least one; their rectangles are those of the picture as it is seen.
  var frames: [Frame]
  /// How the pictures are turned before they are seen.
  var turn = PictureTurn.none
  /// How often the animation plays; `nil` is forever.
  let plays: Int?
  /// Why there are fewer frames than there should be.
  var damage: ImageError?
  /// What stands where it should not, and was stepped over.
  var oddities: [ImageOddity] = []

  /// How large the picture is as it is seen.
  var size: (width: Int, height: Int) {
    turn.exchangesSides ? (header.height, header.width) : (header.width, header.height)
  }

  /// Turns all pictures.
  mutating func turn(_ turn: PictureTurn) {
    self.turn = turn
    for index in frames.indices {
      frames[index].info.rectangle = turn.turned(
        frames[index].info.rectangle, width: header.width, height: header.height)
    }
  }

  /// Unpacks a frame's 8-bit pixels, and converts them to sRGB.
  func bytePixels(of index: Int) throws(ImageError) -> [UInt8] {
    var pixels = try unpack(index) { (rows: inout PNGRows) throws(ImageError) in
      try rows.readBytes()
    }
    colors?.convert(&pixels)
    return turned(pixels, index)
  }

  /// Unpacks a frame's 16-bit pixels, and converts them to sRGB.
  func wordPixels(of index: Int) throws(ImageError) -> [UInt16] {
    var pixels = try unpack(index) { (rows: inout PNGRows) throws(ImageError) in
      try rows.readWords()
    }
    colors?.convert(&pixels)
    return turned(pixels, index)
  }

  /// The sides of a frame as it is stored.
  private func storedSize(of index: Int) -> (width: Int, height: Int) {
    let rectangle = frames[index].info.rectangle
    return turn.exchangesSides
      ? (rectangle.height, rectangle.width) : (rectangle.width, rectangle.height)
  }

  private func turned<Sample: FixedWidthInteger>(_ pixels: [Sample], _ index: Int) -> [Sample] {
    let size = storedSize(of: index)
    return turn.turned(pixels, width: size.width, height: size.height)
  }

  private func unpack<Pixels>(
    _ index: Int, _ read: (inout PNGRows) throws(ImageError) -> Pixels
  ) throws(ImageError) -> Pixels {
    let frame = frames[index]
    let size = storedSize(of: index)
    // A stream in one piece is read where it lies.
    let isWhole = frame.data.count == 1
    let stream = isWhole ? bytes : joined(frame.data)
    do throws(ImageError) {
      var rows = try PNGRows(
        stream, in: isWhole ? frame.data[0] : 0..<stream.count, header: header, layout: layout,
        width: size.width, height: size.height)
      return try read(&rows)
    } catch {
      throw located(error, in: frame, index, isWhole)
    }
  }

  private func joined(_ ranges: [Range<Int>]) -> [UInt8] {
    var stream: [UInt8] = []
    stream.reserveCapacity(ranges.reduce(0) { $0 + $1.count })
    for range in ranges { stream += bytes[range] }
    return stream
  }

  /// Turns an offset in the joined stream into one in the file.
  private func located(
    _ error: ImageError, in frame: Frame, _ index: Int, _ isWhole: Bool
  ) -> ImageError {
    if isWhole { return error }
    func moved(_ place: ImageError.Place) -> ImageError.Place {
      guard case .byte(var offset) = place else { return place }
      for range in frame.data {
        if offset < range.count { return .byte(range.lowerBound + offset) }
        offset -= range.count
      }
      return frame.data.last.map { .byte($0.upperBound) } ?? .frame(index)
    }
    return switch error {
    case .malformed(let fault, let place): .malformed(fault, at: moved(place))
    case .unsupported(let limitation, let place): .unsupported(limitation, at: moved(place))
    case .truncated(let place): .truncated(at: moved(place))
    }
  }
}
