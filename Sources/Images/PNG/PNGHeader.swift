import Bytes

/// The `IHDR` chunk (PNG, third edition, section 11.2.1).
struct PNGHeader: Hashable, Sendable {
  /// What the samples of a pixel are.
  enum ColorType: Int, Sendable {
    case gray = 0
    case rgb = 2
    case indexed = 3
    case grayAlpha = 4
    case rgba = 6

    /// How many samples a pixel has.
    var channels: Int {
      switch self {
      case .gray, .indexed: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    /// The bit depths that go with the type.
    var depths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .indexed: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgba: [8, 16]
      }
    }
  }

  let width: Int
  let height: Int
  /// Bits of one sample.
  let depth: Int
  let colorType: ColorType
  let isInterlaced: Bool

  /// Reads a header, which `chunk` must be.
  init(_ chunk: PNGChunk, in bytes: [UInt8], limits: ImageLimits) throws(ImageError) {
    let place = ImageError.Place.byte(chunk.data.lowerBound)
    var cursor = ByteCursor(bytes, in: chunk.data)
    guard chunk.name == .header, chunk.data.count == 13,
      let width = cursor.bigEndian32(), let height = cursor.bigEndian32(),
      let depth = cursor.byte(), let type = cursor.byte(), let compression = cursor.byte(),
      let filter = cursor.byte(), let interlace = cursor.byte()
    else { throw .malformed(.chunk("IHDR"), at: .byte(chunk.start)) }
    guard chunk.hasRightChecksum(in: bytes) else { throw .malformed(.checksum("IHDR"), at: place) }
    self.width = Int(width)
    self.height = Int(height)
    self.depth = Int(depth)
    guard width > 0, height > 0, width < 1 << 31, height < 1 << 31 else {
      throw .malformed(.size(width: Int(width), height: Int(height)), at: place)
    }
    guard let colorType = ColorType(rawValue: Int(type)), colorType.depths.contains(Int(depth))
    else { throw .malformed(.colorType(Int(type), depth: Int(depth)), at: place) }
    self.colorType = colorType
    for (name, value, limit) in [
      ("compression method", compression, 0), ("filter method", filter, 0),
      ("interlace method", interlace, 1),
    ] where value > limit {
      throw .malformed(.field(name, Int(value)), at: place)
    }
    isInterlaced = interlace == 1
    guard limits.allow(width: self.width, height: self.height, bytesPerPixel: bytesPerPicturePixel)
    else { throw .unsupported(.size(width: self.width, height: self.height), at: place) }
  }

  /// Bits of one pixel in the file.
  var bitsPerPixel: Int { depth * colorType.channels }

  /// How far back the filters look for the pixel to the left, in bytes.
  var filterDistance: Int { Swift.max(bitsPerPixel / 8, 1) }

  /// Bytes of one pixel in a ``Picture``.
  var bytesPerPicturePixel: Int { depth == 16 ? 8 : 4 }

  /// Bytes of a row of `width` pixels, without the filter's number.
  func rowBytes(_ width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

  /// The bytes that a frame of this size unpacks to.
  func unpackedBytes(width: Int, height: Int) -> Int {
    PNGPass.passes(interlaced: isInterlaced, width: width, height: height)
      .reduce(0) { $0 + $1.height * (rowBytes($1.width) + 1) }
  }
}
