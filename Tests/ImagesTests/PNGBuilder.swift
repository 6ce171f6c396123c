import Bytes

@testable import Images

/// Makes PNG files out of chunks, right or wrong.
struct PNGBuilder {
  var bytes = PNGChunk.signature

  /// Begins with a header.
  init(
    width: UInt32, height: UInt32, depth: UInt8 = 8, type: UInt8 = 0, interlace: UInt8 = 0,
    compression: UInt8 = 0, filter: UInt8 = 0
  ) {
    add(
      "IHDR",
      Self.number(width) + Self.number(height) + [depth, type, compression, filter, interlace])
  }

  /// Appends a chunk; `checksumError` is mixed into its checksum.
  mutating func add(_ name: String, _ data: [UInt8], checksumError: UInt32 = 0) {
    bytes += Self.number(UInt32(data.count))
    var checksum = CRC32()
    checksum.update(name.utf8 + data)
    bytes += name.utf8 + data + Self.number(checksum.value ^ checksumError)
  }

  func adding(_ name: String, _ data: [UInt8] = [], checksumError: UInt32 = 0) -> PNGBuilder {
    var copy = self
    copy.add(name, data, checksumError: checksumError)
    return copy
  }

  /// Appends `IDAT` with these bytes, packed.
  func adding(rows: [UInt8]) -> PNGBuilder { adding("IDAT", Deflater.pack(rows)) }

  /// Appends `acTL`.
  func animated(_ frames: UInt32, plays: UInt32 = 0) -> PNGBuilder {
    adding("acTL", Self.number(frames) + Self.number(plays))
  }

  /// Appends `fcTL`.
  func frame(
    _ sequence: UInt32, _ width: UInt32, _ height: UInt32, x: UInt32 = 0, y: UInt32 = 0,
    delay: (UInt16, UInt16) = (1, 10), dispose: UInt8 = 0, blend: UInt8 = 0
  ) -> PNGBuilder {
    let place = Self.number(width) + Self.number(height) + Self.number(x) + Self.number(y)
    let time = [delay.0 >> 8, delay.0 & 255, delay.1 >> 8, delay.1 & 255].map { UInt8($0) }
    return adding("fcTL", Self.number(sequence) + place + time + [dispose, blend])
  }

  /// Appends `fdAT` with these bytes, packed.
  func data(_ sequence: UInt32, rows: [UInt8]) -> PNGBuilder {
    adding("fdAT", Self.number(sequence) + Deflater.pack(rows))
  }

  var ended: [UInt8] { adding("IEND").bytes }

  static func number(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

/// Decodes the first frames of a file and returns their 8-bit checksums.
func checksums(_ bytes: [UInt8], first count: Int = 4) throws(ImageError) -> [String] {
  let sequence = PictureSequence(try ImageFile(parsing: bytes))
  var result: [String] = []
  for index in 0..<min(count, sequence.file.frameCount) {
    result.append(try sequence.picture(index).checksum8)
  }
  return result
}

/// Whether a file can be taken apart and its first frame decoded.
func isReadable(_ bytes: [UInt8]) -> Bool { (try? checksums(bytes, first: 1)) != nil }
