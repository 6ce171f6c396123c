import Bytes

extension ImageFile {
  /// How its pictures were turned, as the file says, before they are seen.
  package var turn: PictureTurn {
    switch content {
    case .png(let file): file.turn
    case .jpeg(let file): file.turn
    case .webp(let file): file.turn
    case .gif, .drawn: .none
    }
  }
}

extension Picture {
  /// The picture as it was before a turn.
  package func turnedBack(from turn: PictureTurn) -> Picture {
    let back: PictureTurn =
      switch turn {
      case .left: .right
      case .right: .left
      default: turn
      }
    let samples: PictureSamples =
      switch self.samples {
      case .eight(let bytes): .eight(back.turned(bytes, width: width, height: height))
      case .sixteen(let words): .sixteen(back.turned(words, width: width, height: height))
      }
    let (width, height) = back.exchangesSides ? (height, width) : (width, height)
    return Picture(width: width, height: height, samples: samples, keepsLight: keepsLight)
  }
}

extension PictureTurn {
  /// Reads the turn from a part of a picture's file that is written as TIFF, as Exif is; nil where
  /// it says none.
  init?(tiffIn data: Range<Int>, of bytes: [UInt8]) {
    self.init(tiff: { count, place in
      let (start, end) = (data.lowerBound + place, data.lowerBound + place + count)
      return end <= data.upperBound ? Array(bytes[start..<end]) : nil
    })
  }

  /// Which of the steps of turning a picture takes, in this order: exchanging rows and columns,
  /// mirroring from side to side, and from top to bottom.
  private var steps: (exchanges: Bool, mirrorsAcross: Bool, mirrorsDown: Bool) {
    switch self {
    case .none: (false, false, false)
    case .mirrored: (false, true, false)
    case .half: (false, true, true)
    case .upsideDown: (false, false, true)
    case .mirroredLeft: (true, false, false)
    case .right: (true, true, false)
    case .mirroredRight: (true, true, true)
    case .left: (true, false, true)
    }
  }

  /// The pixels of a picture of these sides, turned: four samples each, row by row.
  func turned<Sample: FixedWidthInteger>(
    _ samples: [Sample], width: Int, height: Int
  ) -> [Sample] {
    guard self != .none, samples.count == 4 * width * height else { return samples }
    let (exchanges, mirrorsAcross, mirrorsDown) = steps
    let (columns, rows) = exchanges ? (height, width) : (width, height)
    var turned = [Sample](repeating: 0, count: samples.count)
    for row in 0..<rows {
      let down = mirrorsDown ? rows - 1 - row : row
      for column in 0..<columns {
        let across = mirrorsAcross ? columns - 1 - column : column
        let from = 4 * (exchanges ? across * width + down : down * width + across)
        let to = 4 * (row * columns + column)
        for channel in 0..<4 { turned[to + channel] = samples[from + channel] }
      }
    }
    return turned
  }

  /// Puts rows of pixels, which have numbers of a picture of these sides, where they stand when it
  /// is turned.
  func put(
    _ pixels: [UInt8], rows numbers: Range<Int>, width: Int, height: Int,
    into picture: inout [UInt8]
  ) {
    guard pixels.count >= 4 * width * numbers.count, picture.count == 4 * width * height else {
      return
    }
    let (exchanges, mirrorsAcross, mirrorsDown) = steps
    let source = pixels.span
    var target = picture.mutableSpan
    var bytes = target.mutableBytes
    for column in 0..<width {
      for row in numbers {
        var (across, down) = exchanges ? (row, column) : (column, row)
        if mirrorsAcross { across = (exchanges ? height : width) &- 1 &- across }
        if mirrorsDown { down = (exchanges ? width : height) &- 1 &- down }
        let from = 4 &* ((row &- numbers.lowerBound) &* width &+ column)
        let pixel = source.extracting(from..<from &+ 4)
        bytes.storeBytes(
          of: SIMD4(pixel[0], pixel[1], pixel[2], pixel[3]),
          toByteOffset: 4 &* (down &* (exchanges ? height : width) &+ across),
          as: SIMD4<UInt8>.self)
      }
    }
  }

  /// Where a rectangle of a picture of these sides lies when that is turned.
  func turned(_ rectangle: PixelRectangle, width: Int, height: Int) -> PixelRectangle {
    let (exchanges, mirrorsAcross, mirrorsDown) = steps
    var turned = rectangle
    if exchanges {
      turned = PixelRectangle(
        x: rectangle.y, y: rectangle.x, width: rectangle.height, height: rectangle.width)
    }
    let (columns, rows) = exchanges ? (height, width) : (width, height)
    if mirrorsAcross { turned.x = columns - turned.x - turned.width }
    if mirrorsDown { turned.y = rows - turned.y - turned.height }
    return turned
  }
}
