import Geometry

/// A rectangle of whole pixels, `y` down.
package struct PixelBox: Hashable, Sendable {
  /// The leftmost column.
  package var x: Int
  /// The uppermost row.
  package var y: Int
  /// At least 0.
  package var width: Int
  /// At least 0.
  package var height: Int

  /// A rectangle; negative sides are taken as 0.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(width, 0)
    self.height = max(height, 0)
  }

  /// Whether there is no pixel in it.
  package var isEmpty: Bool { width == 0 || height == 0 }
}

/// How much of each pixel of a rectangle a shape covers: 0 is nothing, 255 all of it.
package struct Coverage: Hashable, Sendable {
  /// The pixel column of the first byte.
  package let x: Int
  /// The pixel row of the first byte, counted downwards.
  package let y: Int
  /// Pixels in a row, at least 0.
  package let width: Int
  /// Rows, at least 0.
  package let height: Int
  /// Row by row from the top, `width * height` of them.
  package let bytes: [UInt8]

  /// - Precondition: there are `width * height` bytes.
  package init(x: Int, y: Int, width: Int, height: Int, bytes: [UInt8]) {
    precondition(width >= 0 && height >= 0 && bytes.count == width &* height)
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// What a shape without an inside gives.
  package static let empty = Coverage(x: 0, y: 0, width: 0, height: 0, bytes: [])

  /// Whether there is no pixel in it.
  package var isEmpty: Bool { bytes.isEmpty }

  /// The pixels that it tells of.
  package var box: PixelBox { PixelBox(x: x, y: y, width: width, height: height) }

  /// The coverage so many pixels further to the right and down.
  package func moved(_ right: Int, _ down: Int) -> Coverage {
    Coverage(x: x &+ right, y: y &+ down, width: width, height: height, bytes: bytes)
  }

  /// What this and another shape cover together, as parts of one that meet at edges.
  package func adding(_ other: Coverage) -> Coverage {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    let wide = max(x &+ width, other.x &+ other.width) &- left
    let high = max(y &+ height, other.y &+ other.height) &- top
    var sum = [UInt8](repeating: 0, count: wide &* high)
    for part in [self, other] {
      for row in 0..<part.height {
        let start = (part.y &+ row &- top) &* wide &+ part.x &- left
        for column in 0..<part.width {
          let (added, isOver) = sum[start &+ column].addingReportingOverflow(
            part.bytes[row &* part.width &+ column])
          sum[start &+ column] = isOver ? .max : added
        }
      }
    }
    return Coverage(x: left, y: top, width: wide, height: high, bytes: sum)
  }
}
