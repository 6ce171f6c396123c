@testable import Images

/// Makes WebP files out of chunks, right or wrong.
struct WebPBuilder {
  var chunks: [UInt8] = []

  /// A file that says something of all of it: 2 is of animations, 0x10 of alpha.
  init(flags: UInt8, width: Int, height: Int) {
    add("VP8X", [flags, 0, 0, 0] + Self.number(width - 1, 3) + Self.number(height - 1, 3))
  }

  init() {}

  mutating func add(_ name: String, _ data: [UInt8]) {
    chunks += Self.chunk(name, data)
  }

  func adding(_ name: String, _ data: [UInt8]) -> WebPBuilder {
    var copy = self
    copy.add(name, data)
    return copy
  }

  /// Appends how often the animation plays, on white.
  func animated(_ plays: Int) -> WebPBuilder {
    adding("ANIM", [255, 255, 255, 255] + Self.number(plays, 2))
  }

  /// Appends a frame of one colour: 1 of the flags clears it, 2 does not lay it over what is there.
  func frame(
    _ width: Int, _ height: Int, x: Int = 0, y: Int = 0, milliseconds: Int = 100, flags: UInt8 = 0,
    _ color: [UInt8]
  ) -> WebPBuilder {
    adding(
      "ANMF",
      Self.frameHead(width, height, x: x, y: y, milliseconds: milliseconds, flags: flags)
        + Self.chunk("VP8L", Self.plain(width, height, color)))
  }

  /// What stands before the chunks of a frame.
  static func frameHead(
    _ width: Int, _ height: Int, x: Int = 0, y: Int = 0, milliseconds: Int = 100, flags: UInt8 = 0
  ) -> [UInt8] {
    number(x / 2, 3) + number(y / 2, 3) + number(width - 1, 3) + number(height - 1, 3)
      + number(milliseconds, 3) + [flags]
  }

  var bytes: [UInt8] {
    Array("RIFF".utf8) + Self.number(4 + chunks.count, 4) + Array("WEBP".utf8) + chunks
  }

  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + number(data.count, 4) + data + [UInt8](repeating: 0, count: data.count % 2)
  }

  /// The lossless picture of one colour: red, green, blue and alpha.
  ///
  /// All its codes have one symbol, so no pixel takes a bit.
  static func plain(_ width: Int, _ height: Int, _ color: [UInt8]) -> [UInt8] {
    var bits = BitWriter(reserving: 0)
    bits.put(0x2F, 8)
    bits.put(UInt64(width - 1), 14)
    bits.put(UInt64(height - 1), 14)
    bits.put(color[3] < 255 ? 1 : 0, 1)
    // The version, no transform, no cache, and one group of codes.
    bits.put(0, 3 + 1 + 1 + 1)
    for symbol in [color[1], color[0], color[2], color[3], 0] {
      // A code of one symbol of eight bits.
      bits.put(0b101, 3)
      bits.put(UInt64(symbol), 8)
    }
    bits.align()
    return bits.bytes
  }

  static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(value >> (8 * $0) & 255) }
  }
}
