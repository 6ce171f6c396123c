import Images

/// Several pictures of one size in rows on one sheet.
package struct ContactSheet {
  /// Pixels between the pictures and round them.
  private static let gap = 4
  /// The longest side of the sheet.
  private static let longestSide = 4096

  private let pictures: [Picture]
  private let columns: Int

  /// - Parameters:
  ///   - pictures: all of one size and depth, at least one.
  ///   - columns: pictures in a row; nil makes the sheet about square.
  package init(_ pictures: [Picture], columns: Int?) {
    self.pictures = pictures
    let square = Int(Double(max(pictures.count, 1)).squareRoot().rounded(.up))
    self.columns = min(columns ?? square, max(pictures.count, 1))
  }

  /// The sheet, its pictures made smaller by a whole factor where it would be too large.
  package var picture: Picture {
    guard let first = pictures.first else {
      return Picture(width: 1, height: 1, samples: .eight([0, 0, 0, 255]))
    }
    let rows = (pictures.count + columns - 1) / columns
    var factor = 1
    while max(first.width * columns, first.height * rows) / factor > Self.longestSide {
      factor += 1
    }
    let (width, height) = (max(first.width / factor, 1), max(first.height / factor, 1))
    let sheetWidth = columns * (width + Self.gap) + Self.gap
    let sheetHeight = rows * (height + Self.gap) + Self.gap
    var samples = [UInt8](repeating: 0, count: 4 * sheetWidth * sheetHeight)
    for index in stride(from: 0, to: samples.count, by: 4) {
      samples[index] = 32
      samples[index + 1] = 32
      samples[index + 2] = 32
      samples[index + 3] = 255
    }
    for (place, picture) in pictures.enumerated() {
      let left = Self.gap + place % columns * (width + Self.gap)
      let top = Self.gap + place / columns * (height + Self.gap)
      for y in 0..<height {
        for x in 0..<width {
          let target = 4 * ((top + y) * sheetWidth + left + x)
          for part in 0..<3 {
            samples[target + part] = picture.mean(
              x: x * factor, y: y * factor, size: factor, part: part)
          }
        }
      }
    }
    return Picture(width: sheetWidth, height: sheetHeight, samples: .eight(samples))
  }
}

extension Picture {
  /// The mean of a square of pixels, in 8 bits.
  fileprivate func mean(x: Int, y: Int, size: Int, part: Int) -> UInt8 {
    var sum = 0
    for row in y..<min(y + size, height) {
      for column in x..<min(x + size, width) {
        let index = 4 * (row * width + column) + part
        switch samples {
        case .eight(let values): sum += Int(values[index])
        case .sixteen(let values): sum += Int(values[index] >> 8)
        }
      }
    }
    return UInt8(truncatingIfNeeded: min(sum / max(size * size, 1), 255))
  }
}
