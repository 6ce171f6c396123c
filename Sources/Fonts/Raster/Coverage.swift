import Geometry

/// A rectangle of whole pixels, `y` down.
package struct PixelBox: Hashable, Sendable {
  package var x: Int
  package var y: Int
  /// At least 0.
  package var width: Int
  /// At least 0.
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(width, 0)
    self.height = max(height, 0)
  }

  package var isEmpty: Bool { width == 0 || height == 0 }
}

/// How much of each pixel of a rectangle a shape covers: 0 is nothing, 255 all of it.
package struct Coverage: Hashable, Sendable {
  /// The pixel column of the first byte.
  package let x: Int
  /// The pixel row of the first byte, counted downwards.
  package let y: Int
  package let width: Int
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

  package var isEmpty: Bool { bytes.isEmpty }

  package var box: PixelBox { PixelBox(x: x, y: y, width: width, height: height) }
}
