/// Which code values picture samples use.
package enum ColorRange: String, Hashable, Sendable {
  /// Luma from 16 to 235 and chroma from 16 to 240, at 8 bits.
  case limited = "LIMITED"
  /// All code values.
  case full = "FULL"
}

/// How the lines of a frame follow in time: the I tag, by its letter.
package enum Interlacing: UInt8, Hashable, Sendable {
  case unknown = 0x3F  // ?
  case progressive = 0x70  // p
  case topFieldFirst = 0x74  // t
  case bottomFieldFirst = 0x62  // b
  /// Told with each frame.
  case mixed = 0x6D  // m
}

/// The shape of a pixel, width to height: the A tag.
package struct PixelAspect: Hashable, Sendable {
  package let numerator: Int
  package let denominator: Int

  package static let unknown = PixelAspect(0, 0)
  package static let square = PixelAspect(1, 1)

  package init(_ numerator: Int, _ denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  package var isKnown: Bool { numerator > 0 && denominator > 0 }
}
