/// What a file that a cut plays holds.
enum MediaKind: String, Sendable {
  case film
  case picture
  case sound

  /// What may stand in for a file of a kind, the likeliest first; nil is a kind that is not known.
  static func substitutes(for kind: Self?) -> [Self] {
    switch kind {
    case .film, nil: [.film, .picture, .sound]
    case .picture: [.picture, .film]
    // A film has a sound, and a picture none.
    case .sound: [.sound, .film]
    }
  }
}

/// What the names of files say.
enum MediaName {
  private static let endings: [(kind: MediaKind, names: Set<String>)] = [
    (
      .picture,
      [
        "png", "apng", "jpg", "jpeg", "jpe", "jfif", "webp", "tif", "tiff", "bmp", "heic", "heif",
        "avif",
        "jp2", "svg", "tga", "exr", "dpx", "psd", "qoi", "pbm", "pgm", "ppm", "pnm", "gif",
      ]
    ),
    (
      .film,
      [
        "mp4", "m4v", "mov", "qt", "mkv", "webm", "avi", "divx", "mxf", "gxf", "mts", "m2ts", "m2t",
        "ts",
        "mpg", "mpeg", "mpe", "m2v", "vob", "wmv", "asf", "flv", "f4v", "3gp", "3g2", "ogv", "dv",
        "rm",
        "rmvb", "ivf", "h264", "h265", "hevc", "mjpg", "mjpeg", "y4m", "nut", "braw", "r3d",
      ]
    ),
    (
      .sound,
      [
        "wav", "wave", "bwf", "rf64", "w64", "mp3", "mp2", "m4a", "m4b", "aac", "ac3", "eac3",
        "dts",
        "flac", "ogg", "oga", "opus", "aif", "aiff", "aifc", "caf", "mka", "wma", "amr", "ape",
        "wv", "tta",
        "au",
      ]
    ),
  ]

  /// What a file of that name holds; nil where the ending does not say.
  static func kind(_ name: String) -> MediaKind? {
    let ending = ending(name)
    return endings.first { $0.names.contains(ending) }?.kind
  }

  /// Whether a file of that name is a picture that does not move.
  static func isStill(_ name: String) -> Bool { kind(name) == .picture }

  /// The letters behind the last point, in lower case.
  static func ending(_ name: String) -> String {
    let name = last(name)
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
  }

  /// The part behind the last slash, of either kind.
  static func last(_ path: String) -> Substring {
    path.lastIndex { $0 == "/" || $0 == "\\" }.map { path[path.index(after: $0)...] } ?? path[...]
  }

  /// The last part without its ending.
  static func stem(_ path: String) -> Substring {
    let name = last(path)
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return name }
    return name[..<point]
  }

  /// The path that a URL of a file means, or the text itself if it is none.
  static func path(_ url: String) -> String {
    guard url.hasPrefix("file:") else { return unescaped(url, always: false) }
    var rest = url.dropFirst("file:".count)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      // The host is this machine, whatever it is called there.
      rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? rest
    }
    var path = unescaped(String(rest), always: true)
    // A letter of a drive has no slash before it.
    let letters = Array(path.utf8.prefix(3))
    if letters.count == 3, letters[0] == UInt8(ascii: "/"), letters[2] == UInt8(ascii: ":") {
      path.removeFirst()
    }
    return path
  }

  /// The text with `%20` as a blank and so on: RFC 3986, section 2.1.
  private static func unescaped(_ text: String, always: Bool) -> String {
    guard always, text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy({ $0 < 16 }) {
        bytes.append(UInt8(digits[0] * 16 + digits[1]))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
