import Options

/// A named set of ffmpeg's options for a film.
enum FilmPreset: String, CaseIterable, Sendable {
  case web
  case phone
  case archive
  case prores
  case gif
  case webp

  /// What it is for, without a full stop.
  var summary: String {
    switch self {
    case .web: "H.264 and AAC in MP4 that every browser plays, and begins to play while it loads"
    case .phone:
      "H.264 of level 4.0 and AAC in MP4, small enough to be sent, at most 30 frames a second"
    case .archive: "FFV1 and FLAC in Matroska: every sample is kept"
    case .prores: "ProRes 422 HQ and 24-bit sound in QuickTime, for other editors"
    case .gif:
      "a GIF of at most 15 frames a second and 480 pixels across, with a palette of its own"
    case .webp: "an animated WebP, which loops"
    }
  }

  /// The ending of its files.
  var ending: String {
    switch self {
    case .web, .phone: "mp4"
    case .archive: "mkv"
    case .prores: "mov"
    case .gif: "gif"
    case .webp: "webp"
    }
  }

  /// Whether its files have sound.
  var hasSound: Bool { self != .gif && self != .webp }

  /// Filters behind the one that labels colours; ffmpeg's own syntax, with commas between them.
  var filters: String? {
    switch self {
    case .web, .archive, .prores, .webp: nil
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
    case .archive: "-c:v ffv1 -level 3 -g 1 -slicecrc 1".words
    case .prores: "-c:v prores_ks -profile:v hq -vendor apl0 -pix_fmt yuv422p10le".words
    case .gif: "-loop 0".words
    case .webp: "-c:v libwebp_anim -quality 80 -loop 0".words
    }
  }

  /// ffmpeg's options for the sound.
  var soundOptions: [String] {
    switch self {
    case .web: "-c:a aac -b:a 160k".words
    case .phone: "-c:a aac -b:a 128k -ac 2".words
    case .archive: "-c:a flac".words
    case .prores: "-c:a pcm_s24le".words
    case .gif, .webp: ["-an"]
    }
  }

  /// ffmpeg's options for the file.
  var fileOptions: [String] {
    switch self {
    case .web, .phone: "-movflags +faststart".words
    case .archive, .prores, .gif, .webp: []
    }
  }

  /// All options, as `--print` and the help show them.
  var options: String {
    let filter = filters.map { ["-filter_complex", $0] } ?? []
    return (filter + pictureOptions + soundOptions + fileOptions).joined(separator: " ")
  }
}

extension String {
  fileprivate var words: [String] { split(separator: " ").map(String.init) }
}
