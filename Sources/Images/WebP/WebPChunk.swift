import Bytes

/// One chunk of a WebP file (RFC 9649, section 2.3).
struct WebPChunk {
  /// A chunk's four letters, as one number.
  struct Name: ChunkName {
    let code: UInt32

    static let lossy = Name("VP8 ")
    static let lossless = Name("VP8L")
    static let extended = Name("VP8X")
    static let alpha = Name("ALPH")
    static let animation = Name("ANIM")
    static let frame = Name("ANMF")
    static let profile = Name("ICCP")
    static let exif = Name("EXIF")
  }

  let name: Name
  /// The offset of the chunk's name.
  let start: Int
  /// Where the chunk's data lie in the file.
  let data: Range<Int>

  /// Reads the frame of the next chunk and steps over its data, which are not looked at.
  ///
  /// A byte that makes the length even may be left out at the end.
  ///
  /// - Throws: ``ImageError/truncated(at:)`` when the chunk is not all there.
  init(parsing cursor: inout ByteCursor) throws(ImageError) {
    start = cursor.position
    guard let code = cursor.bigEndian32(), let low = cursor.littleEndian16(),
      let high = cursor.littleEndian16(), let data = cursor.skip(low | high << 16)
    else { throw .truncated(at: .byte(cursor.end)) }
    name = Name(code: code)
    self.data = data
    if data.count & 1 == 1 { _ = cursor.byte() }
  }

  /// The error of a chunk that is out of place or of a wrong length.
  var misplaced: ImageError { .malformed(.chunk(name.text), at: .byte(start)) }

  /// The error of a chunk that stands there again.
  var repeated: ImageError { .malformed(.repeated("chunk \(name.text)"), at: .byte(start)) }
}

extension ByteCursor {
  /// Reads a 24-bit number, lowest byte first.
  mutating func littleEndian24() -> Int? {
    guard remaining >= 3, let low = littleEndian16(), let high = byte() else { return nil }
    return low | Int(high) << 16
  }
}
