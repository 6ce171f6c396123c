import Bytes
import Pipes

/// What TIFF files have that ffmpeg takes for something else, so that it draws a picture of
/// nothing.
enum UnreadTIFF: String {
  case big = "it is a BigTIFF, which ffmpeg does not read; make a plain TIFF or a PNG of it"
  case tiles =
    "its pixels lie in tiles, of which ffmpeg shows none; make a TIFF of strips or a PNG of it"
  case jpeg = "it is a TIFF packed as JPEG, which ffmpeg does not read; make a JPEG or a PNG of it"
  case halves =
    "its samples are floats of 16 bits, which ffmpeg takes for whole numbers; make an OpenEXR or a PNG of it"

  /// Nil for a file of another kind, and for one that ffmpeg reads or refuses itself.
  init?(ofFile path: String, kind: String) {
    guard kind == "TIFF",
      let found = PictureParts.reading(path, { UnreadTIFF(bytes: $0.read) })
    else { return nil }
    self = found
  }

  private init?(bytes: (_ count: Int, _ place: Int) -> [UInt8]?) {
    if let head = bytes(4, 0), head[2] | head[3] == 43 {
      self = .big
      return
    }
    func number(_ tag: Int) -> Int? { TIFFDirectory.number(of: tag, bytes: bytes) }
    // Of a camera's raw picture (DNGVersion), tiles and JPEG are read.
    if TIFFDirectory.holds(50706, bytes: bytes) { return nil }
    // TIFF 6.0: TileWidth, Compression, SampleFormat, BitsPerSample.
    if TIFFDirectory.holds(322, bytes: bytes) {
      self = .tiles
    } else if let packing = number(259), packing == 6 || packing == 7 {
      self = .jpeg
    } else if number(339) == 3, number(258) == 16 {
      self = .halves
    } else {
      return nil
    }
  }

  /// Ways of packing that not every version of ffmpeg reads, by their numbers (of libtiff's
  /// registry).
  private static let packings = [
    34661: "JBIG", 34676: "SGI LogLuv", 34677: "SGI LogLuv", 34712: "JPEG 2000", 34887: "LERC",
    50000: "Zstandard", 50001: "WebP", 50002: "JPEG XL", 52546: "JPEG XL",
  ]

  /// Colours that ffmpeg does not read, by the numbers of PhotometricInterpretation.
  private static let colors = [8: "CIELab", 9: "ICCLab", 10: "ITULab"]

  /// What ffmpeg may not read of a file of which it has made nothing; nil where nothing is known.
  static func guess(ofFile path: String) -> String? {
    PictureParts.reading(path) { parts in
      func number(_ tag: Int) -> Int? { TIFFDirectory.number(of: tag, bytes: parts.read) }
      if let packing = number(259).flatMap({ packings[$0] }) {
        return
          "it is a TIFF packed as \(packing), which this ffmpeg does not read; make a PNG of it"
      }
      if let name = number(262).flatMap({ colors[$0] }) {
        return "its colours are \(name), which ffmpeg does not read; make a PNG of it"
      }
      guard let bits = number(258), bits > 16 else { return nil }
      let kind = number(339) == 3 ? "floats" : "numbers"
      return
        "its samples are \(kind) of \(bits) bits, which this ffmpeg does not read; make a PNG of it"
    }
  }
}
