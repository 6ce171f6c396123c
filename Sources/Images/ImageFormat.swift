import Bytes

/// A picture format, recognised by a file's first bytes.
package enum ImageFormat: String, CaseIterable, Sendable {
  /// PNG (ISO/IEC 15948, third edition), which includes animated PNG.
  case png = "PNG"
  /// GIF, version 87a or 89a.
  case gif = "GIF"
  /// JPEG (ISO/IEC 10918-1), packed with Huffman codes or arithmetically.
  case jpeg = "JPEG"
  /// WebP (RFC 9649), still or animated.
  case webp = "WebP"
  /// Lottie, which others take apart: JSON, `.tgs` and dotLottie.
  case lottie = "Lottie"
  /// SVG, which others take apart.
  case svg = "SVG"

  /// The names of all formats, for messages.
  static var list: String { "PNG, APNG, GIF, JPEG, WebP, Lottie and SVG" }

  /// Finds the format of a file.
  ///
  /// - Returns: `nil` when no format is known to begin with these bytes.
  package init?(of bytes: [UInt8]) {
    let cursor = ByteCursor(bytes)
    if cursor.starts(with: PNGChunk.signature) {
      self = .png
    } else if cursor.starts(with: Array("GIF87a".utf8)) || cursor.starts(with: Array("GIF89a".utf8))
    {
      self = .gif
    } else if cursor.starts(with: [0xFF, 0xD8, 0xFF]),
      !cursor.starts(with: [0xFF, 0xD8, 0xFF, 0xF7])
    {
      // The other is JPEG-LS (ISO/IEC 14495-1), which shares its markers with JPEG and no more.
      self = .jpeg
    } else if cursor.starts(with: Array("RIFF".utf8)),
      ByteCursor(bytes, in: 8..<max(bytes.count, 8)).starts(with: Array("WEBP".utf8))
    {
      self = .webp
    } else {
      return nil
    }
  }
}
