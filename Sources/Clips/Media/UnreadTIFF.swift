import Bytes
import Pipes

/// What TIFF files have that ffmpeg takes for something else, so that it draws a picture of nothing.
enum UnreadTIFF: String {
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
}
