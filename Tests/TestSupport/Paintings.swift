import Images

extension Picture {
  /// A picture of 8 bits whose straight RGBA `color` gives.
  package static func painted(
    _ width: Int, _ height: Int, _ color: (_ x: Int, _ y: Int) -> [UInt8]
  ) -> Picture {
    var samples: [UInt8] = []
    for y in 0..<height { for x in 0..<width { samples += color(x, y) } }
    return Picture(width: width, height: height, samples: .eight(samples))
  }

  /// A picture of one colour.
  package static func plain(_ width: Int, _ height: Int, _ color: [UInt8]) -> Picture {
    painted(width, height) { _, _ in color }
  }

  /// An opaque white picture with a black right half.
  package static func step(_ width: Int, _ height: Int) -> Picture {
    painted(width, height) { x, _ in x < width / 2 ? [255, 255, 255, 255] : [0, 0, 0, 255] }
  }
}
