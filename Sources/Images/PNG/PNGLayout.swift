import Bytes

/// How a finished row of a PNG file becomes red, green, blue and alpha.
enum PNGLayout: Sendable {
  /// Samples of 1, 2, 4 or 8 bits that pick from 256 pixels: grey and indexed colour.
  case table([UInt32], depth: Int)
  /// Red, green, blue of 8 bits; the key, if there is one, is the colour that is transparent.
  case rgb8(key: UInt32?)
  case grayAlpha8
  case rgba8
  /// 16-bit samples; `channels` says which: 1 grey, 2 grey and alpha, 3 colour, 4 with alpha.
  case wide(channels: Int, key: UInt64?)

  /// Works out the layout of a file from the data of `PLTE` and of `tRNS`.
  ///
  /// Transparency whose length does not fit the colour type is ignored.
  init(_ header: PNGHeader, palette: [UInt8], transparency: [UInt8]?) {
    let keys = Self.keys(transparency, header)
    switch (header.colorType, header.depth) {
    case (.gray, 16): self = .wide(channels: 1, key: keys.first.map { UInt64($0) })
    case (.grayAlpha, 16): self = .wide(channels: 2, key: nil)
    case (.rgb, 16):
      self = .wide(
        channels: 3,
        key: keys.count == 3 ? keys.reduce(0 as UInt64) { $0 << 16 | UInt64($1) } : nil)
    case (.rgba, 16): self = .wide(channels: 4, key: nil)
    case (.grayAlpha, _): self = .grayAlpha8
    case (.rgba, _): self = .rgba8
    case (.rgb, _):
      self = .rgb8(key: keys.count == 3 ? keys.reduce(0 as UInt32) { $0 << 8 | UInt32($1) } : nil)
    case (.gray, let depth):
      self = .table(Self.grays(depth, key: keys.first.map { Int($0) }), depth: depth)
    case (.indexed, let depth):
      self = .table(Self.colors(palette, alpha: transparency ?? []), depth: depth)
    }
  }

  /// The transparent colour. Bits above the depth do not count (section 11.3.1.1).
  private static func keys(_ transparency: [UInt8]?, _ header: PNGHeader) -> [UInt16] {
    let count = header.colorType == .gray ? 1 : header.colorType == .rgb ? 3 : 0
    guard let transparency, count > 0, transparency.count == count * 2 else { return [] }
    let mask = UInt16(truncatingIfNeeded: 1 << header.depth - 1)
    return (0..<count).map { index in
      (UInt16(transparency[index * 2]) << 8 | UInt16(transparency[index * 2 + 1])) & mask
    }
  }

  private static func grays(_ depth: Int, key: Int?) -> [UInt32] {
    let peak = 1 << depth - 1
    return (0..<256).map { index in
      let level = UInt8(truncatingIfNeeded: (index & peak) * 255 / peak)
      return pixel(level, level, level, index == key ? 0 : 255)
    }
  }

  /// Indices beyond the palette are black and opaque, as libpng and browsers draw them.
  private static func colors(_ palette: [UInt8], alpha: [UInt8]) -> [UInt32] {
    (0..<256).map { index in
      guard index * 3 + 2 < palette.count else { return pixel(0, 0, 0, 255) }
      return pixel(
        palette[index * 3], palette[index * 3 + 1], palette[index * 3 + 2],
        index < alpha.count ? alpha[index] : 255)
    }
  }

  /// Four samples in the order in which they lie in memory.
  static func pixel(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) -> UInt32 {
    UInt32(
      littleEndian: UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24)
  }
}
