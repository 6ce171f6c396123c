import Bytes

extension PictureTurn {
  /// Which of the steps of turning a picture takes, in this order: exchanging rows and columns, mirroring from
  /// side to side, and from top to bottom.
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
