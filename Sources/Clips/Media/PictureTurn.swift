import Pipes

/// How a picture is to be turned and mirrored to be seen upright, as cameras say it: the orientation of
/// TIFF 6.0, tag 274, which Exif has too (JEITA CP-3451, 4.6.4).
enum PictureTurn: Int {
  case none = 1
  case mirrored
  case half
  case upsideDown
  case mirroredLeft
  case right
  case mirroredRight
  case left

  /// Whether width and height change places.
  var exchangesSides: Bool { rawValue >= Self.mirroredLeft.rawValue }

  /// The filters of ffmpeg that do it.
  var filters: String {
    switch self {
    case .none: "null"
    case .mirrored: "hflip"
    case .half: "hflip,vflip"
    case .upsideDown: "vflip"
    case .mirroredLeft: "transpose=cclock_flip"
    case .right: "transpose=clock"
    case .mirroredRight: "transpose=clock_flip"
    case .left: "transpose=cclock"
    }
  }

  /// The kinds of pictures whose turn ffmpeg leaves to others.
  static func isRead(of kind: String) -> Bool { kind == "TIFF" || kind == "WebP" }

  /// The turn that a picture's file says; none where it says nothing that can be read.
  init(ofFile path: String, kind: String) {
    self = .none
    guard Self.isRead(of: kind), let file = try? FileDescriptor(opening: path) else { return }
    let start = kind == "TIFF" ? 0 : Self.exif(in: file)
    if let start, let turn = Self.turn(in: file, at: start) { self = turn }
    _ = try? file.close()
  }

  /// Where the Exif data of a WebP file begin: RIFF of chunks of a name, a length, and that many bytes and one
  /// more where they are odd (RFC 9649).
  private static func exif(in file: FileDescriptor) -> Int? {
    var place = 12
    for _ in 0..<mostChunks {
      guard let head = try? file.bytes(8, at: place), head.count == 8 else { return nil }
      let length = number(head[4...], isBig: false)
      if head.starts(with: "EXIF".utf8) {
        // Some programs write the name that JPEG has there.
        let hasName = (try? file.holds(Array("Exif\0\0".utf8), at: place + 8)) ?? false
        return place + (hasName ? 14 : 8)
      }
      place += 8 + length + length % 2
    }
    return nil
  }

  /// Reads the orientation of the first directory of TIFF data.
  private static func turn(in file: FileDescriptor, at start: Int) -> PictureTurn? {
    guard let head = try? file.bytes(8, at: start), head.count == 8 else { return nil }
    let isBig = head[0] == UInt8(ascii: "M")
    let directory = start + number(head[4...], isBig: isBig)
    guard let count = try? file.bytes(2, at: directory), count.count == 2 else { return nil }
    let entries = number(count[...], isBig: isBig)
    guard let bytes = try? file.bytes(12 * entries, at: directory + 2) else { return nil }
    for entry in stride(from: 0, to: bytes.count - 11, by: 12) {
      // A number of 16 bits stands at the beginning of its four bytes.
      guard number(bytes[entry..<entry + 2], isBig: isBig) == 274 else { continue }
      return PictureTurn(rawValue: number(bytes[entry + 8..<entry + 10], isBig: isBig))
    }
    return nil
  }

  /// The most chunks of a WebP file that are looked at.
  private static let mostChunks = 256

  /// A number of up to four bytes.
  private static func number(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> Int {
    let bytes = isBig ? Array(bytes) : bytes.reversed()
    return bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
