/// Which code values picture samples use.
package enum ColorRange: String, Hashable, Sendable {
  /// Luma from 16 to 235 and chroma from 16 to 240, at 8 bits.
  case limited = "LIMITED"
  /// All code values.
  case full = "FULL"
}

/// The interlacing of a frame: the I tag, by its letter.
package enum Interlacing: UInt8, Hashable, Sendable {
  case unknown = 0x3F  // ?
  case progressive = 0x70  // p
  case topFieldFirst = 0x74  // t
  case bottomFieldFirst = 0x62  // b
  /// Said with each frame.
  case mixed = 0x6D  // m

  /// Whether a frame may consist of two fields of different times.
  package var isInterlaced: Bool {
    switch self {
    case .topFieldFirst, .bottomFieldFirst, .mixed: true
    case .unknown, .progressive: false
    }
  }
}

/// The shape of a pixel, width to height: the A tag.
package struct PixelAspect: Hashable, Sendable {
  /// The width of a pixel; 0 when it is not known.
  package let numerator: Int
  /// The height of a pixel in the same unit; 0 when it is not known.
  package let denominator: Int

  /// `A0:0`, which says nothing.
  package static let unknown = PixelAspect(0, 0)
  /// `A1:1`.
  package static let square = PixelAspect(1, 1)

  /// The ratio as it is written; it is not reduced.
  package init(_ numerator: Int, _ denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Whether the tag says anything: both numbers are positive.
  package var isKnown: Bool { numerator > 0 && denominator > 0 }

  /// The shape of a pixel of the picture turned by 90 degrees.
  package var turned: PixelAspect { PixelAspect(denominator, numerator) }

  /// How many times as wide as pixels of another shape and the same height these are; what is not
  /// known counts as square.
  package func ratio(to other: PixelAspect) -> Double { width / other.width }

  /// The width of a pixel whose height is 1.
  private var width: Double { isKnown ? Double(numerator) / Double(denominator) : 1 }
}
