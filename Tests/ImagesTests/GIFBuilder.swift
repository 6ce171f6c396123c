@testable import Images

/// Makes GIF files out of blocks, right or wrong. Colours are black, white, red and green.
struct GIFBuilder {
  static let palette: [UInt8] = [0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 255, 0]
  var bytes: [UInt8]

  init(width: Int, height: Int, palette: [UInt8] = GIFBuilder.palette, version: String = "89a") {
    bytes = Array("GIF\(version)".utf8) + Self.pair(width) + Self.pair(height)
    bytes += [palette.isEmpty ? 0 : 0x81, 0, 0] + palette
  }

  func adding(_ more: [UInt8]) -> GIFBuilder {
    var copy = self
    copy.bytes += more
    return copy
  }

  /// Appends a graphic control extension.
  func control(delay: Int = 0, disposal: UInt8 = 0, transparent: UInt8? = nil) -> GIFBuilder {
    adding(
      [0x21, 0xF9, 4, disposal << 2 | (transparent == nil ? 0 : 1)] + Self.pair(delay)
        + [transparent ?? 0, 0])
  }

  func loop(_ count: Int, name: String = "NETSCAPE2.0") -> GIFBuilder {
    adding([0x21, 0xFF, 11] + name.utf8 + [3, 1] + Self.pair(count) + [0])
  }

  /// Appends a frame; its indices are written as codes of three bits, each behind a clear code.
  func frame(
    _ width: Int, _ height: Int, x: Int = 0, y: Int = 0, flags: UInt8 = 0, local: [UInt8] = [],
    _ indices: [UInt8]
  ) -> GIFBuilder {
    frame(
      width, height, x: x, y: y, flags: flags, local: local, codeBits: 2,
      codes: indices.flatMap { [4, Int($0)] } + [5])
  }

  /// Appends a frame of codes, all of the first width.
  func frame(
    _ width: Int, _ height: Int, x: Int = 0, y: Int = 0, flags: UInt8 = 0, local: [UInt8] = [],
    codeBits: Int, codes: [Int]
  ) -> GIFBuilder {
    var writer = BitWriter(reserving: 0)
    for code in codes { writer.put(UInt64(code), UInt64(codeBits + 1)) }
    writer.align()
    var data: [UInt8] = []
    var rest = writer.bytes[...]
    while !rest.isEmpty {
      let block = rest.prefix(255)
      data += [UInt8(block.count)] + block
      rest = rest.dropFirst(255)
    }
    return adding(
      [0x2C] + Self.pair(x) + Self.pair(y) + Self.pair(width) + Self.pair(height) + [flags] + local
        + [UInt8(codeBits)] + data + [0])
  }

  var ended: [UInt8] { bytes + [0x3B] }

  static func pair(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
}
