/// What the file of a picture says of its colours, in ffmpeg's words, as code points of ITU-T
/// H.273.
struct StillColors: Hashable {
  private let primaries: UInt8
  private let transfer: UInt8

  /// Code points of words (libavutil/pixdesc.c).
  private static let primariesByName: [String: UInt8] = [
    "bt709": 1, "bt470m": 4, "bt470bg": 5, "smpte170m": 6, "smpte240m": 7, "film": 8, "bt2020": 9,
    "smpte431": 11, "smpte432": 12,
  ]
  /// The curve of a film in SDR says what was recorded, and not what is shown: it counts as sRGB's.
  private static let transferByName: [String: UInt8] = [
    "linear": 8, "smpte2084": 16, "arib-std-b67": 18,
  ]

  /// Whether pictures of this kind may have them; those of others are sRGB, or have a profile.
  static func areRead(of kind: String) -> Bool {
    ["AVIF", "DPX", "HEIC", "JPEG XL", "OpenEXR", StillStore.movie].contains(kind)
  }

  /// Nil for what counts as sRGB.
  ///
  /// - Parameters:
  ///   - text: what ffprobe writes of the first stream.
  ///   - kind: that of the picture; OpenEXR has linear light where nothing else is said.
  init?(_ text: String, kind: String) {
    var values: [Substring: Substring] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      guard let sign = line.firstIndex(of: "=") else { continue }
      values[line[..<sign]] = line[line.index(after: sign)...]
    }
    let primaries = values["color_primaries"].flatMap { Self.primariesByName[String($0)] } ?? 1
    var curve = values["color_transfer"]
    if kind == "OpenEXR", curve == "unknown" { curve = "linear" }
    let transfer = curve.flatMap { Self.transferByName[String($0)] } ?? 13
    (self.primaries, self.transfer) = (primaries, transfer)
    guard isLight || ![1, 5, 6].contains(primaries) else { return nil }
  }

  /// Whether it is HDR, or light itself, which a profile can't say as well.
  var isLight: Bool { [8, 16, 18].contains(transfer) }

  /// Whether it is light of the primaries that count where a file says nothing.
  var isPlainLight: Bool { transfer == 8 && primaries == 1 }

  /// A PNG that says so in its chunk `cICP` (PNG 3, 11.3.2.6), where nothing in it says more.
  func added(to png: [UInt8]) -> [UInt8] {
    ColorChunk(primaries: primaries, transfer: transfer).added(to: png)
  }
}
