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
  static func isRead(of kind: String) -> Bool { ["AVIF", "TIFF"].contains(kind) }

  /// The turn that a picture's file says; none where it says nothing that can be read.
  init(ofFile path: String, kind: String) {
    self = .none
    if kind == "AVIF" {
      self = PictureParts.reading(path) { $0.itemTurn } ?? .none
      return
    }
    guard Self.isRead(of: kind), let file = try? FileDescriptor(opening: path) else { return }
    let turn = PictureTurn(tiff: { count, place in file.whole(count, at: place) })
    if let turn { self = turn }
    _ = try? file.close()
  }
}

extension FileDescriptor {
  /// So many bytes at a place, or nil.
  func whole(_ count: Int, at place: Int) -> [UInt8]? {
    let bytes = try? bytes(count, at: place)
    return bytes?.count == count ? bytes : nil
  }
}

/// What of a picture ffmpeg leaves to others: how it is turned, and colours that are multiplied by
/// alpha.
struct PictureFilters {
  let turn: PictureTurn
  /// Whether colours are multiplied by alpha: of TIFF where its file says so (TIFF 6.0, section 18,
  /// ExtraSamples of 1), of OpenEXR always.
  let isPremultiplied: Bool
  /// Whether samples may be floats.
  private let isFloat: Bool
  /// Whether they are, and not whole numbers, which OpenEXR has too.
  let areColorsFloat: Bool

  /// What the picture's file says.
  init(ofFile path: String, kind: String) {
    turn = PictureTurn(ofFile: path, kind: kind)
    isFloat = kind == "OpenEXR"
    areColorsFloat = isFloat && (PictureParts.reading(path) { $0.areColorsFloat } ?? false)
    let isMultiplied: Bool? =
      switch kind {
      case "OpenEXR": PictureParts.reading(path) { $0.hasAlphaChannel }
      case "TIFF":
        PictureParts.reading(path) { TIFFDirectory.number(of: 338, bytes: $0.read) == 1 }
      default: nil
      }
    isPremultiplied = isMultiplied ?? false
  }

  /// The options of ffmpeg for them.
  ///
  /// - Parameters:
  ///   - keepsLight: whether colours stay multiplied, as they are no light by then.
  ///   - first: filters that stand before them.
  func options(keepsLight: Bool = false, after first: [String] = []) -> [String] {
    // In 8 bits, ffmpeg rounds twice; in 16, light above 1 would be cut before.
    let layout = isFloat ? "gbrapf32" : "gbrap16"
    let straight =
      isPremultiplied && !keepsLight ? ["format=\(layout),unpremultiply=inplace=1"] : []
    let filters = first + straight + (turn == .none ? [] : [turn.filters])
    return filters.isEmpty ? [] : ["-vf", filters.joined(separator: ",")]
  }
}

extension PictureParts {
  /// Whether the first part of an OpenEXR file has alpha.
  var hasAlphaChannel: Bool {
    attribute("channels").map { channels(at: $0.lowerBound).contains { $0.name == "A" } } ?? false
  }

  /// Whether colours of the first part of an OpenEXR file are floats of 16 or 32 bits.
  var areColorsFloat: Bool {
    let found = attribute("channels").map { channels(at: $0.lowerBound) } ?? []
    let colors = found.filter { ["R", "G", "B", "Y"].contains($0.name) }
    return !colors.isEmpty && colors.allSatisfy { [1, 2].contains($0.type) }
  }

  /// The names in a list of channels, each with 16 bytes behind it, which begin with its type.
  private func channels(at place: Int) -> [(name: String, type: Int)] {
    var (place, found) = (place, [(name: String, type: Int)]())
    for _ in 0..<Self.most {
      guard let name = text(at: place), !name.isEmpty else { break }
      guard let type = number(4, place + name.utf8.count + 1, isBig: false) else { break }
      found.append((name, type))
      place += name.utf8.count + 17
    }
    return found
  }

  /// A text of up to 255 bytes of ASCII with a 0 at its end; nil where there is none.
  func text(at place: Int) -> String? {
    var text = ""
    while text.utf8.count < 256, let byte = read(1, place + text.utf8.count)?.first, byte < 0x80 {
      if byte == 0 { return text }
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return nil
  }
}
