import Images

extension Picture {
  /// The picture in 8 bits with sides of at most `most` pixels, made smaller by a whole factor:
  /// each pixel is the mean of a square.
  package func reduced(to most: Int) -> Picture {
    var factor = 1
    while max(width, height) / factor > max(most, 1) { factor += 1 }
    let (across, down) = (max(width / factor, 1), max(height / factor, 1))
    var reduced = [UInt8](repeating: 0, count: 4 * across * down)
    for y in 0..<down {
      for x in 0..<across {
        for part in 0..<4 {
          reduced[4 * (y * across + x) + part] = mean(
            x: x * factor, y: y * factor, size: factor, part: part)
        }
      }
    }
    return Picture(width: across, height: down, samples: .eight(reduced))
  }

  /// The mean of a square of pixels, in 8 bits; beyond the edges there is nothing.
  func mean(x: Int, y: Int, size: Int, part: Int) -> UInt8 {
    switch samples {
    case .eight(let values): mean(of: values, x, y, size, part) { Int($0) }
    case .sixteen(let values): mean(of: values, x, y, size, part) { Int($0 >> 8) }
    }
  }

  private func mean<Sample>(
    of values: [Sample], _ x: Int, _ y: Int, _ size: Int, _ part: Int, _ code: (Sample) -> Int
  ) -> UInt8 {
    var (sum, count) = (0, 0)
    for row in y..<min(y + size, height) {
      for column in x..<min(x + size, width) {
        sum += code(values[4 * (row * width + column) + part])
        count += 1
      }
    }
    return UInt8(truncatingIfNeeded: sum / max(count, 1))
  }
}
