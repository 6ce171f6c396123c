/// How the chroma planes of a picture relate to its luma plane.
package enum Chroma: Hashable, Sendable {
  /// Luma alone.
  case none
  /// Chroma halved `x` times across and `y` times down: 4:2:0 is `(1, 1)`, 4:4:4 is `(0, 0)`.
  case planes(x: Int, y: Int)
}

/// Where chroma samples lie between luma samples.
///
/// The names are those of the stream's C tag; only 4:2:0 has a choice.
package enum Siting: Hashable, Sendable {
  /// Midway between luma samples both ways, as in JPEG and MPEG-1 (`420jpeg`, `420`).
  case center
  /// On the left luma column, midway between lines, as in MPEG-2 and H.264 (`420mpeg2`).
  case left
  /// On the left luma column; Cr on even lines of each pair, Cb on odd ones (`420paldv`).
  case palDV
}

/// The size, layout and place of one plane within a frame's bytes.
package struct PlaneLayout: Hashable, Sendable, BitwiseCopyable {
  /// Samples in a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// Bytes before the plane's first sample.
  package let offset: Int
  /// How often the plane is halved across.
  package let shiftX: Int
  /// How often the plane is halved down.
  package let shiftY: Int
  /// Where sample 0 lies, in luma samples right of the centre of luma sample 0.
  package let originX: Double
  /// Where row 0 lies, in luma rows below the centre of luma row 0.
  package let originY: Double
}

/// What the samples of a plane mean.
package enum PlaneRole: Int, Hashable, Sendable, BitwiseCopyable {
  case luma
  case blue
  case red
  case alpha
}

/// The shape of every frame of a stream, described by its parts.
///
/// Samples of 8 bits take one byte, deeper ones two, little-endian, with the value in the low bits.
/// Planes follow one another without padding: luma, Cb, Cr, alpha.
package struct PixelFormat: Hashable, Sendable {
  /// The longest side that a format may have, in samples.
  package static let largestSide = 65_535
  /// The largest payload of one frame, in bytes.
  package static let largestFrame = 1 << 31

  /// Samples of luma in a row, 1 to ``largestSide``.
  package let width: Int
  /// Rows of luma, 1 to ``largestSide``.
  package let height: Int
  /// Significant bits of a sample, 8 to 16.
  package let depth: Int
  /// Whether there is colour, and how often it is halved.
  package let chroma: Chroma
  /// Whether an alpha plane follows the others.
  package let hasAlpha: Bool
  /// Where chroma lies; it matters to 4:2:0 alone.
  package let siting: Siting
  /// The planes in stream order.
  package let planes: [PlaneLayout]
  /// What each of ``planes`` holds.
  package let roles: [PlaneRole]
  /// The payload of one frame, in bytes.
  package let frameBytes: Int

  /// Bytes that a sample takes: 1 or 2.
  package var sampleBytes: Int { depth > 8 ? 2 : 1 }
  /// The largest code value.
  package var peak: Int { 1 << depth - 1 }

  /// Describes a format, or gives nil when a side or the payload is out of bounds.
  ///
  /// A chroma plane's sides round up: 17 samples at 4:2:0 have 9 chroma samples.
  package init?(
    width: Int, height: Int, depth: Int = 8, chroma: Chroma = .planes(x: 1, y: 1),
    hasAlpha: Bool = false, siting: Siting = .left
  ) {
    let sides = 1...Self.largestSide
    guard sides.contains(width), sides.contains(height), (8...16).contains(depth) else {
      return nil
    }
    self.width = width
    self.height = height
    self.depth = depth
    self.chroma = chroma
    self.hasAlpha = hasAlpha
    self.siting = siting

    let sampleBytes = depth > 8 ? 2 : 1
    var planes: [PlaneLayout] = []
    var roles: [PlaneRole] = []
    var offset = 0
    func add(_ role: PlaneRole, shiftX: Int, shiftY: Int, originX: Double, originY: Double) {
      let planeWidth = (width + (1 << shiftX) - 1) >> shiftX
      let planeHeight = (height + (1 << shiftY) - 1) >> shiftY
      planes.append(
        PlaneLayout(
          width: planeWidth, height: planeHeight, offset: offset, shiftX: shiftX, shiftY: shiftY,
          originX: originX, originY: originY))
      roles.append(role)
      offset += planeWidth * planeHeight * sampleBytes
    }
    add(.luma, shiftX: 0, shiftY: 0, originX: 0, originY: 0)
    if case .planes(let x, let y) = chroma {
      guard (0...2).contains(x), (0...2).contains(y) else { return nil }
      let (blue, red) = Self.chromaOrigins(shiftX: x, shiftY: y, siting: siting)
      add(.blue, shiftX: x, shiftY: y, originX: blue.x, originY: blue.y)
      add(.red, shiftX: x, shiftY: y, originX: red.x, originY: red.y)
    }
    if hasAlpha { add(.alpha, shiftX: 0, shiftY: 0, originX: 0, originY: 0) }
    guard offset <= Self.largestFrame else { return nil }
    self.planes = planes
    self.roles = roles
    self.frameBytes = offset
  }

  /// The format of the planes before alpha, which lie where they do with it.
  var withoutAlpha: PixelFormat {
    guard hasAlpha else { return self }
    return PixelFormat(width: width, height: height, depth: depth, chroma: chroma, siting: siting)
      ?? self
  }

  /// Where the first chroma samples lie, in luma samples from the centre of the first one.
  ///
  /// Across, 4:2:2, 4:1:1, 4:1:0 and 4:2:0 other than JPEG's are co-sited with the left column
  /// (H.262 6.1.1.8); down, chroma lies midway but for PAL-DV, whose Cr and Cb share a pair of
  /// lines (yuv4mpeg(5), "420paldv").
  private static func chromaOrigins(
    shiftX: Int, shiftY: Int, siting: Siting
  ) -> (blue: (x: Double, y: Double), red: (x: Double, y: Double)) {
    let isBothHalved = shiftX == 1 && shiftY == 1
    let middleY = Double(1 << shiftY - 1) / 2
    let x = isBothHalved && siting == .center ? 0.5 : 0
    if isBothHalved && siting == .palDV { return ((0, 1), (0, 0)) }
    return ((x, middleY), (x, middleY))
  }
}
