import Images

/// Several pictures of one size in rows on one sheet.
package struct ContactSheet {
  /// Pixels between the pictures and round them.
  private static let gap = 4
  /// The largest sheet there is.
  package static let largest = (width: 4096, height: 4096)

  private let count: Int
  private let columns: Int
  private let most: (width: Int, height: Int)
  private var sheet: Sheet?

  /// The pixels, once the size of the pictures is known.
  private struct Sheet {
    /// How many pixels of a picture become one, each way.
    let factor: Int
    /// The sides of a picture on the sheet.
    let picture: (width: Int, height: Int)
    let width: Int
    let height: Int
    var samples: [UInt8]
  }

  /// - Parameters:
  ///   - count: how many pictures there are, at least one, all of one size and depth.
  ///   - columns: pictures in a row; nil makes the sheet about square.
  ///   - most: how large the sheet may be, but for the gaps.
  package init(count: Int, columns: Int?, most: (width: Int, height: Int) = largest) {
    self.most = most
    self.count = max(count, 1)
    let square = Int(Double(self.count).squareRoot().rounded(.up))
    self.columns = min(columns ?? square, self.count)
  }

  /// Puts a picture at its place, counted from 0, row by row; it is made smaller by a whole factor
  /// where the sheet would be too large.
  package mutating func put(_ picture: Picture, at place: Int) {
    var sheet = self.sheet ?? emptySheet(for: picture)
    self.sheet = nil
    let (width, height) = sheet.picture
    let left = Self.gap + place % columns * (width + Self.gap)
    let top = Self.gap + place / columns * (height + Self.gap)
    for y in 0..<height {
      for x in 0..<width {
        let target = 4 * ((top + y) * sheet.width + left + x)
        for part in 0..<3 {
          sheet.samples[target + part] = picture.mean(
            x: x * sheet.factor, y: y * sheet.factor, size: sheet.factor, part: part)
        }
      }
    }
    self.sheet = sheet
  }

  private func emptySheet(for picture: Picture) -> Sheet {
    let rows = (count + columns - 1) / columns
    var factor = 1
    while picture.width * columns / factor > most.width
      || picture.height * rows / factor > most.height
    {
      factor += 1
    }
    let (width, height) = (max(picture.width / factor, 1), max(picture.height / factor, 1))
    let sheetWidth = columns * (width + Self.gap) + Self.gap
    let sheetHeight = rows * (height + Self.gap) + Self.gap
    var samples = [UInt8](repeating: 32, count: 4 * sheetWidth * sheetHeight)
    for index in stride(from: 3, to: samples.count, by: 4) { samples[index] = 255 }
    return Sheet(
      factor: factor, picture: (width, height), width: sheetWidth, height: sheetHeight,
      samples: samples)
  }

  /// The sheet; nil before the first picture.
  package var picture: Picture? {
    sheet.map { Picture(width: $0.width, height: $0.height, samples: .eight($0.samples)) }
  }
}
