import Bytes
import Pipes

/// The kind of a file, recognised by its first bytes.
package enum SourceKind: Hashable, Sendable {
  case y4m
  /// PNG or APNG.
  case png
  case gif
  case jpeg
  /// WebP, still or animated.
  case webp
  /// A Lottie animation: JSON, JSON in gzip as `.tgs`, or a dotLottie archive.
  case lottie
  /// An SVG picture, packed by gzip as `.svgz` or not.
  case svg
  /// A picture of another kind, by its name, which ffmpeg turns into PNG.
  case still(String)
  /// A list of other files, which is no source.
  case playlist
  /// Anything else, for ffmpeg to find out.
  case movie

  /// How many bytes of a file are looked at: those of a list of files may come after a comment.
  package static let looksAt = 1 << 16

  /// Judges a file by its first ``looksAt`` bytes, or all that it has.
  package init(_ start: some Collection<UInt8>) {
    let start = Array(start)
    func has(_ text: String, at offset: Int = 0) -> Bool {
      start.dropFirst(offset).starts(with: text.utf8)
    }
    func has(_ bytes: [UInt8], at offset: Int = 0) -> Bool {
      start.dropFirst(offset).starts(with: bytes)
    }
    if has("YUV4MPEG2") {
      self = .y4m
    } else if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if has("GIF8") {
      self = .gif
    } else if Self.isLottie(start) {
      self = .lottie
    } else if has([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webp
    } else if has("BM"), has([0, 0, 0, 0], at: 6) {
      self = .still("BMP")
    } else if Self.tiffs.contains(where: { has($0) }) {
      self = .still("TIFF")
    } else if has([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20]) {
      self = .still("JPEG 2000")
    } else if has([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20]) || has([0xFF, 0x0A]) {
      self = .still("JPEG XL")
    } else if let (_, name) = Self.stills.first(where: { has($0.start) }) {
      self = .still(name)
    } else if Self.isPCX(start) {
      self = .still("PCX")
    } else if Self.isICO(start) {
      self = .still("ICO")
    } else if Self.isSVG(start) {
      self = .svg
    } else if has("ftyp", at: 4), let name = Self.stillBrand(start.dropFirst(8).prefix(4)) {
      self = .still(name)
    } else {
      self = FileLists.includes(start: start) ? .playlist : .movie
    }
  }

  /// How TIFF begins, and BigTIFF, whose number is one more.
  private static let tiffs: [[UInt8]] = [
    [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B],
  ]

  /// Pictures that are known by how they begin.
  private static let stills: [(start: [UInt8], name: String)] =
    [
      ("qoif", "QOI"), ("DDS ", "DDS"), ("8BPS", "PSD"), ("SDPX", "DPX"), ("XPDS", "DPX"),
      ("#?RADIANCE", "Radiance HDR"), ("#?RGBE", "Radiance HDR"),
    ].map { (Array($0.0.utf8), $0.1) }
    + [
      ([0x76, 0x2F, 0x31, 0x01], "OpenEXR"), ([0x01, 0xDA, 0, 1], "SGI"),
      ([0x01, 0xDA, 1, 1], "SGI"), ([0x59, 0xA6, 0x6A, 0x95], "Sun raster"),
    ]
    + [
      ("1", "PBM"), ("4", "PBM"), ("2", "PGM"), ("5", "PGM"), ("3", "PPM"), ("6", "PPM"),
      ("7", "PAM"),
      ("F", "PFM"), ("f", "PFM"),
    ]
    .flatMap { digit, name in
      // A blank of any kind follows.
      [0x20, 0x09, 0x0A, 0x0D].map { (Array("P\(digit)".utf8) + [$0], name) }
    }

  /// Whether it begins as ZSoft's PCX: versions 0 to 5, packed or not, with 1 to 8 bits a sample.
  private static func isPCX(_ start: [UInt8]) -> Bool {
    start.count > 128 && start[0] == 0x0A && [0, 2, 3, 4, 5].contains(start[1]) && start[2] < 2
      && [1, 2, 4, 8].contains(start[3]) && start[64] == 0
  }

  /// Whether it begins as an icon, with a few pictures, and not as MPEG video.
  private static func isICO(_ start: [UInt8]) -> Bool {
    start.count > 22 && start.starts(with: [0, 0, 1, 0]) && (1...64).contains(start[4])
      && start[5] == 0 && start[9] == 0
  }

  /// Whether it begins as an object of JSON, as gzip, or as an archive that begins with a manifest
  /// or animations: none of them is a film, and all else of that kind is refused when it is read.
  private static func isLottie(_ start: [UInt8]) -> Bool {
    if start.starts(with: [0x1F, 0x8B, 8]) { return true }
    if start.starts(with: [0x50, 0x4B, 3, 4]), start.count > 30 {
      let name = start[30...].prefix(Int(start[26]))
      return ["manifest.json", "a/", "animations/", "i/", "images/"]
        .contains { name.starts(with: $0.utf8) }
    }
    let text = start.drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    guard text.first == 0x7B else { return false }
    let key = text.dropFirst().first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return key == 0x22
  }

  /// Whether markup has an `svg` near its beginning, with a prefix or without.
  private static func isSVG(_ start: [UInt8]) -> Bool {
    let text = start.drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    guard text.first == 0x3C else { return false }
    let head = String(decoding: text.prefix(16_384), as: UTF8.self)
    return head.contains("<svg") || head.contains(":svg ")
  }

  /// The kind of picture that a major brand of ISO/IEC 14496-12 names: those of ISO/IEC 23008-12
  /// 10 and of AVIF 6, but not the brands of their sequences.
  private static func stillBrand(_ brand: some Collection<UInt8>) -> String? {
    switch String(decoding: brand, as: UTF8.self) {
    case "heic", "heix", "heim", "heis", "mif1", "mif2": "HEIC"
    case "avif": "AVIF"
    default: nil
    }
  }

  /// Looks at the file at `path`, which must be a regular one.
  package init(ofFile path: String) throws(PipeError) {
    let file = try FileDescriptor(opening: path, isBlocking: false)
    defer { try? file.close() }
    guard file.kind == .regular else { throw .notAFile(name: path, kind: file.kind) }
    var source = ByteSource(file)
    self.init(try source.readBytes(Self.looksAt))
    // The beginning of a TGA says nothing.
    let name = path.lowercased()
    if self == .movie, name.hasSuffix(".tga") { self = .still("TGA") }
    // What gzip has packed begins like that, whatever it is.
    if self == .lottie, name.hasSuffix(".svgz") { self = .svg }
    // Pictures one behind the other begin as one does.
    if self == .jpeg, name.hasSuffix(".mjpeg") || name.hasSuffix(".mjpg") { self = .movie }
  }

  /// The error in a file name of the timeline, before it is joined to its folder; nil if the name
  /// is acceptable.
  package static func fault(ofName name: String) -> ClipError.Fault? {
    if name.utf8.first == 0x2D { return .optionName }
    if FileLists.includes(name: name) { return .list }
    // A scheme of RFC 3986 3.1, or a protocol of ffmpeg with its options behind a comma; of one
    // letter are the drives of other systems, and no protocol.
    let scheme = name.utf8.prefix {
      $0.isLetter || $0.isDigit || [0x2B, 0x2D, 0x2E, 0x2C].contains($0)
    }
    guard scheme.count >= 2, scheme.endIndex < name.utf8.endIndex,
      name.utf8[scheme.endIndex] == 0x3A
    else { return nil }
    return .protocolName(String(decoding: scheme.prefix(40), as: UTF8.self))
  }

  /// What a picture of a kind is in messages.
  static func name(ofStill kind: String) -> String {
    let isOpen = ["AVIF", "ICO", "OpenEXR", "SGI"].contains(kind)
    return "\(isOpen ? "an" : "a") \(kind) picture"
  }

  /// Its name in messages.
  package var name: String {
    switch self {
    case .y4m: "a Y4M file"
    case .png: "a PNG"
    case .gif: "a GIF"
    case .jpeg: "a JPEG"
    case .webp: "a WebP"
    case .lottie: "a Lottie animation"
    case .svg: "an SVG picture"
    case .still(let name): Self.name(ofStill: name)
    case .playlist: "a list of files"
    case .movie: "a movie"
    }
  }
}
