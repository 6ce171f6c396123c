import Y4M

/// The formats of raw pictures that can be drawn on, by the names that ffmpeg gives them in NUT.
///
/// Source: what ffmpeg 5.1 writes for each `-pix_fmt`, and reads back.
package enum RawPixels {
  /// Names of formats that have four letters.
  private static let words: [(tag: String, chroma: Chroma)] = [
    ("I420", halved), ("Y42B", .planes(x: 1, y: 0)), ("444P", .planes(x: 0, y: 0)),
    ("Y41B", .planes(x: 2, y: 0)), ("YUV9", .planes(x: 2, y: 2)), ("440P", .planes(x: 0, y: 1)),
    ("Y800", .none),
    // Other names for the same that ffmpeg reads, and copies from other files.
    ("IYUV", halved), ("GREY", .none), ("Y8  ", .none),
  ]

  private static let halved = Chroma.planes(x: 1, y: 1)

  /// The third byte of other names: how often chroma is halved.
  private static let chromas: [(byte: UInt8, chroma: Chroma)] = [
    (11, halved), (10, .planes(x: 1, y: 0)), (0, .planes(x: 0, y: 0)),
  ]

  /// Bits of samples that ffmpeg has a name for.
  private static func depths(_ chroma: Chroma, hasAlpha: Bool) -> [Int] {
    guard hasAlpha else { return [9, 10, 12, 14, 16] }
    return chroma == halved ? [8, 9, 10, 16] : [8, 9, 10, 12, 16]
  }

  /// The format of pictures of a size that have this name; nil where it is none that is drawn on,
  /// or the size is out of bounds.
  ///
  /// NUT does not say where chroma of 4:2:0 lies: it is taken for `left`, as in nearly all films.
  package static func format(of tag: [UInt8], width: Int, height: Int) -> PixelFormat? {
    guard tag.count == 4 else { return nil }
    if let word = words.first(where: { $0.tag.utf8.elementsEqual(tag) }) {
      return PixelFormat(width: width, height: height, chroma: word.chroma)
    }
    guard tag[0] == UInt8(ascii: "Y") else { return nil }
    let chroma = chromas.first { $0.byte == tag[2] }?.chroma
    let (kind, depth) = (tag[1], Int(tag[3]))
    switch (kind, chroma) {
    case (UInt8(ascii: "1"), _) where tag[2] == 0 && depths(.none, hasAlpha: false).contains(depth):
      return PixelFormat(width: width, height: height, depth: depth, chroma: .none)
    case (UInt8(ascii: "3"), let chroma?), (UInt8(ascii: "4"), let chroma?):
      let hasAlpha = kind == UInt8(ascii: "4")
      guard depths(chroma, hasAlpha: hasAlpha).contains(depth) else { return nil }
      return PixelFormat(
        width: width, height: height, depth: depth, chroma: chroma, hasAlpha: hasAlpha)
    default: return nil
    }
  }

  /// The name of a format; nil where ffmpeg has none.
  package static func tag(of format: PixelFormat) -> [UInt8]? {
    let depth = format.depth
    if depth == 8, !format.hasAlpha {
      return words.first { $0.chroma == format.chroma }.map { Array($0.tag.utf8) }
    }
    guard depths(format.chroma, hasAlpha: format.hasAlpha).contains(depth) else { return nil }
    if format.chroma == .none {
      return format.hasAlpha ? nil : Array("Y1".utf8) + [0, UInt8(depth)]
    }
    guard let entry = chromas.first(where: { $0.chroma == format.chroma }) else { return nil }
    return Array((format.hasAlpha ? "Y4" : "Y3").utf8) + [entry.byte, UInt8(depth)]
  }
}

extension NUTStream {
  /// The format of its pictures, if they are raw and of a kind that can be drawn on.
  package var pixelFormat: PixelFormat? {
    guard case .video(let picture) = content else { return nil }
    return RawPixels.format(of: tag, width: picture.width, height: picture.height)
  }

  /// The bytes of a picture, where it is raw and of a kind that can be drawn on.
  var pictureBytes: Int? { pixelFormat?.frameBytes }
}
