import Images

extension Picture {
  /// A table of four points a side as a picture of eight by eight, which gives the negative of each colour.
  static let negativeHald: Picture = {
    var samples: [UInt8] = []
    for index in 0..<64 {
      for step in [index % 4, index / 4 % 4, index / 16] { samples.append(UInt8(255 - step * 85)) }
      samples.append(255)
    }
    return Picture(width: 8, height: 8, samples: .eight(samples))
  }()
}
