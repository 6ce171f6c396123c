import Filters
import Options
import Pipes
import Shell
import Y4M

/// A named set of ffmpeg's options for a film.
enum FilmPreset: String, CaseIterable, Sendable {
  case web
  case phone
  case hevc
  case archive
  case prores
  case webm
  case gif
  case webp

  /// What it is for, without a full stop.
  var summary: String {
    switch self {
    case .web: "H.264 and AAC in MP4 that every browser plays, and begins to play while it loads"
    case .phone:
      "H.264 of level 4.0 and AAC in MP4, small enough to be sent, at most 30 frames a second"
    case .hevc:
      "H.265 of 10 bits and AAC in MP4, for HDR; phones and televisions play it, many browsers do not"
    case .archive: "FFV1 and FLAC in Matroska: every sample is kept"
    case .prores: "ProRes 422 HQ and 24-bit sound in QuickTime, for other editors"
    case .webm: "VP9 and Opus in WebM, which needs no licence; encoding takes several times as long"
    case .gif:
      "a GIF of at most 15 frames a second and 480 pixels across, with a palette of its own"
    case .webp: "an animated WebP, which loops"
    }
  }

  /// The ending of its files.
  var ending: String { endings[0] }

  /// The endings of the kinds of files that hold what it makes, the usual one first.
  private var endings: [String] {
    switch self {
    case .web, .phone: ["mp4", "m4v", "mov", "mkv"]
    case .hevc: ["mp4", "mov", "mkv"]
    case .archive: ["mkv"]
    case .prores: ["mov", "mkv"]
    case .webm: ["webm", "mkv"]
    case .gif: ["gif"]
    case .webp: ["webp"]
    }
  }

  /// The preset of a file's ending, where no other is asked for.
  static func usual(for path: String?) -> FilmPreset {
    switch path.flatMap(\.ending) {
    case "gif": .gif
    case "webp": .webp
    case "webm": .webm
    default: .web
    }
  }

  /// Refuses a file whose kind does not hold what the preset makes, which ffmpeg tells late or not
  /// at all.
  func check(_ path: String) throws(CommandFailure) {
    if let ending = path.ending, endings.contains(ending) { return }
    let kinds = endings.map { ".\($0)" }
    let list =
      kinds.dropLast().joined(separator: ", ") + (kinds.count > 1 ? " or " : "")
      + (kinds.last ?? "")
    let other = path.ending.flatMap { ending in
      Self.allCases.first { $0.endings.contains(ending) }
    }
    let way = other.map { "take --preset \($0.rawValue), or" } ?? "for other kinds,"
    throw CommandFailure(
      "\(path): --preset \(rawValue) makes \(list); \(way) say how they are encoded behind --, "
        + "such as -- -c:v mpeg2video", code: .usage)
  }

  /// Refuses a file whose kind does not hold the sound alone.
  func checkSound(_ path: String) throws(CommandFailure) {
    let kinds = [
      "wav", "w64", "aiff", "aif", "caf", "flac", "mp3", "opus", "ogg", "oga", "m4a", "aac", "mka",
    ]
    if let ending = path.ending, (kinds + endings).contains(ending) { return }
    throw CommandFailure(
      "\(path): --only sound makes .wav, .flac, .mp3, .opus, .m4a, .aiff or .mka, among others; for "
        + "other kinds, say how they are encoded behind --, such as -- -c:a ac3", code: .usage)
  }

  /// Whether its files have sound.
  var hasSound: Bool { self != .gif && self != .webp }

  /// Filters behind the one that labels colours; ffmpeg's own syntax, with commas between them.
  var filters: String? {
    switch self {
    case .web, .hevc, .archive, .prores, .webm, .webp: nil
    case .phone: "fps='min(30,source_fps)'"
    case .gif:
      "fps='min(15,source_fps)',scale='min(480,iw)':-2:flags=lanczos,split[a][b];"
        + "[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=3"
    }
  }

  /// ffmpeg's options for the pictures.
  var pictureOptions: [String] {
    switch self {
    case .web: "-c:v libx264 -preset medium -crf 20 -pix_fmt yuv420p".words
    case .phone:
      "-c:v libx264 -preset medium -crf 24 -profile:v high -level 4.0 -pix_fmt yuv420p".words
    case .hevc:
      ("-c:v libx265 -preset medium -crf 22 -profile:v main10 -x265-params log-level=error "
        + "-tag:v hvc1 -pix_fmt yuv420p10le").words
    case .archive: "-c:v ffv1 -level 3 -g 1 -slicecrc 1".words
    case .prores: "-c:v prores_ks -profile:v hq -vendor apl0 -pix_fmt yuv422p10le".words
    case .webm:
      "-c:v libvpx-vp9 -crf 31 -b:v 0 -row-mt 1 -deadline good -cpu-used 2 -pix_fmt yuv420p".words
    case .gif: "-loop 0".words
    case .webp: "-c:v libwebp_anim -quality 80 -loop 0".words
    }
  }

  /// ffmpeg's options for the sound.
  var soundOptions: [String] {
    switch self {
    case .web, .hevc: "-c:a aac -b:a 160k".words
    case .phone: "-c:a aac -b:a 128k -ac 2".words
    case .archive: "-c:a flac".words
    case .prores: "-c:a pcm_s24le".words
    case .webm: "-c:a libopus -b:a 128k".words
    case .gif, .webp: ["-an"]
    }
  }

  /// ffmpeg's options for a file of the sound alone, which may be of another kind.
  func soundOptions(alone path: String) -> [String] {
    switch path.ending {
    case "wav", "w64": "-c:a pcm_s24le".words
    case "aiff", "aif": "-c:a pcm_s24be".words
    case "flac": "-c:a flac".words
    case "mp3": "-c:a libmp3lame -q:a 2".words
    case "opus", "ogg", "oga": "-c:a libopus -b:a 128k".words
    case "m4a", "aac": self == .phone ? soundOptions : FilmPreset.web.soundOptions
    default: soundOptions
    }
  }

  /// The samples that the sound is encoded from, as `afx` names them.
  var soundFormat: String {
    switch self {
    // Encoders of whole numbers would cut floating point to 16 bits.
    case .archive, .prores: "s24"
    case .web, .phone, .hevc, .webm, .gif, .webp: "f32"
    }
  }

  /// Whether pictures have 8 bits, which HDR needs more of.
  var isShallow: Bool {
    switch self {
    case .web, .phone, .webm, .gif, .webp: true
    case .hevc, .archive, .prores: false
    }
  }

  /// What is left of pictures of odd sides, which H.264 and H.265 of 4:2:0 do not have; nil where
  /// all is left.
  func evenSize(of format: PixelFormat) -> (width: Int, height: Int)? {
    let even = (format.width & ~1, format.height & ~1)
    guard [.web, .phone, .hevc].contains(self), even != (format.width, format.height), even.0 > 0,
      even.1 > 0
    else { return nil }
    return even
  }

  /// ffmpeg's options for the file.
  var fileOptions: [String] {
    switch self {
    case .web, .phone, .hevc: "-movflags +faststart".words
    case .archive, .prores, .webm, .gif, .webp: []
    }
  }

  /// All options, as `--print` and the help show them.
  var options: String {
    let filter = filters.map { ["-filter_complex", $0] } ?? []
    return (filter + pictureOptions + soundOptions + fileOptions).joined(separator: " ")
  }
}

extension FilmPreset {
  /// Says when a film of HDR gets too few bits for its light.
  func warn(of light: StreamLight?, _ path: String) {
    guard let text = doubt(of: light) else { return }
    Console.complain("warning: \(path) is \(text)")
  }

  /// What is to be said of a film of this light; nil for nothing.
  func doubt(of light: StreamLight?) -> String? {
    guard isShallow, let transfer = light?.transfer, transfer.isHDR else {
      return nil
    }
    return
      "HDR (\(transfer.rawValue)) in 8 bits, in which skies and shadows show bands; --preset hevc has 10"
  }
}

extension String {
  fileprivate var words: [String] { split(separator: " ").map(String.init) }

  /// What follows the last dot of a path's name, in small letters; nil where there is none.
  var ending: String? {
    let name = split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    return name[name.index(after: dot)...].lowercased()
  }
}
