import Bytes

/// One chunk of a PNG file (PNG, third edition, section 5.3).
struct PNGChunk {
  /// The eight bytes that every PNG file begins with.
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A chunk's four letters, as one number.
  struct Name: ChunkName {
    let code: UInt32

    static let header = Name("IHDR")
    static let palette = Name("PLTE")
    static let transparency = Name("tRNS")
    static let data = Name("IDAT")
    static let end = Name("IEND")
    static let animation = Name("acTL")
    static let frame = Name("fcTL")
    static let frameData = Name("fdAT")
    static let codingPoints = Name("cICP")
    static let profile = Name("iCCP")
    static let standard = Name("sRGB")
    static let gamma = Name("gAMA")
    static let chromaticities = Name("cHRM")
    static let exif = Name("eXIf")
    /// Light that may be brighter than white: this program's own, for pictures of floats that it
    /// makes PNG.
    static let sceneLight = Name("vxLt")

    /// Whether a decoder that does not know the chunk must give up: the first letter is a capital.
    var isCritical: Bool { code & 0x2000_0000 == 0 }
  }

  let name: Name
  /// The offset of the chunk's length field.
  let start: Int
  /// Where the chunk's data lie in the file.
  let data: Range<Int>

  /// Reads the frame of the next chunk and steps over its data, which are not looked at.
  ///
  /// - Throws: ``ImageError/truncated(at:)`` when the chunk is not all there.
  init(parsing cursor: inout ByteCursor) throws(ImageError) {
    start = cursor.position
    guard let length = cursor.bigEndian32(), let code = cursor.bigEndian32() else {
      throw .truncated(at: .byte(cursor.end))
    }
    name = Name(code: code)
    guard length < 1 << 31 else { throw .malformed(.chunk(name.text), at: .byte(start)) }
    guard let data = cursor.skip(Int(length)), cursor.skip(4) != nil else {
      throw .truncated(at: .byte(cursor.end))
    }
    self.data = data
  }

  /// Whether the checksum, which covers name and data, is right.
  func hasRightChecksum(in bytes: [UInt8]) -> Bool {
    var checksum = CRC32()
    var cursor = ByteCursor(bytes, in: data.upperBound..<data.upperBound + 4)
    checksum.update(bytes.span.extracting(data.lowerBound - 4..<data.upperBound))
    return cursor.bigEndian32() == checksum.value
  }

  /// The error of a chunk that is out of place or of a wrong length.
  var misplaced: ImageError { .malformed(.chunk(name.text), at: .byte(start)) }
}
