import Bytes
import Pipes

extension PictureTurn {
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

  /// The kinds of pictures whose turn ffmpeg, or older versions of it, leave to others.
  static func isRead(of kind: String) -> Bool { ["AVIF", "TIFF", "WebP"].contains(kind) }

  /// The turn that a picture's file says; none where it says nothing that can be read.
  init(ofFile path: String, kind: String) {
    self = .none
    if kind == "AVIF" {
      self = PictureParts.reading(path) { $0.itemTurn } ?? .none
      return
    }
    guard Self.isRead(of: kind), let file = try? FileDescriptor(opening: path) else { return }
    let start = kind == "TIFF" ? 0 : Self.exif(in: file)
    let turn = start.flatMap { start in
      PictureTurn(tiff: { count, place in file.whole(count, at: start + place) })
    }
    if let turn { self = turn }
    _ = try? file.close()
  }

  /// Where the Exif data of a WebP file begin.
  private static func exif(in file: FileDescriptor) -> Int? {
    let parts = PictureParts { count, place in file.whole(count, at: place) }
    guard let place = parts.chunk("EXIF")?.lowerBound else { return nil }
    // Some programs write the name that JPEG has there.
    let hasName = (try? file.holds(Array("Exif\0\0".utf8), at: place)) ?? false
    return hasName ? place + 6 : place
  }
}

extension FileDescriptor {
  /// So many bytes at a place, or nil.
  func whole(_ count: Int, at place: Int) -> [UInt8]? {
    let bytes = try? bytes(count, at: place)
    return bytes?.count == count ? bytes : nil
  }
}

/// What of a picture ffmpeg leaves to others: how it is turned, and colours that are multiplied by alpha.
struct PictureFilters {
  let turn: PictureTurn
  /// Whether colours are multiplied by alpha (TIFF 6.0, section 18, ExtraSamples of 1).
  let isPremultiplied: Bool

  /// What the picture's file says.
  init(ofFile path: String, kind: String) {
    turn = PictureTurn(ofFile: path, kind: kind)
    guard kind == "TIFF", let file = try? FileDescriptor(opening: path) else {
      isPremultiplied = false
      return
    }
    isPremultiplied = TIFFDirectory.number(of: 338, bytes: { file.whole($0, at: $1) }) == 1
    _ = try? file.close()
  }

  /// The options of ffmpeg for them.
  var options: [String] {
    // In 8 bits, ffmpeg rounds twice.
    let straight = isPremultiplied ? ["format=gbrap16,unpremultiply=inplace=1"] : []
    let filters = straight + (turn == .none ? [] : [turn.filters])
    return filters.isEmpty ? [] : ["-vf", filters.joined(separator: ",")]
  }
}
