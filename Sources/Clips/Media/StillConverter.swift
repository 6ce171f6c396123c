import Bytes
import Pipes

/// Turns pictures of other kinds into PNG.
enum StillConverter {
  /// The most bytes that a picture may have as a PNG.
  package static let limit = 1 << 28

  /// ffmpeg's names of what it would guess, where its guess would take a `%d` in a file's name for
  /// a row of files.
  private static let demuxers = [
    "BMP": "bmp_pipe", "TIFF": "tiff_pipe",
    "JPEG 2000": "j2k_pipe", "JPEG XL": "jpegxl_pipe", "HEIC": "mov", "AVIF": "mov",
    "QOI": "qoi_pipe", "DDS": "dds_pipe", "PSD": "psd_pipe", "DPX": "dpx_pipe",
    "OpenEXR": "exr_pipe",
    "ICO": "ico", "SGI": "sgi_pipe", "Sun raster": "sunrast_pipe", "PCX": "pcx_pipe",
    "PBM": "pbm_pipe",
    "PGM": "pgm_pipe", "PPM": "ppm_pipe", "PAM": "pam_pipe", "PFM": "pfm_pipe",
  ]

  /// Whether ffprobe tells how large a picture of this kind is shown; others are made of tiles, or
  /// are no single pictures.
  static func tellsSize(of kind: String) -> Bool {
    demuxers[kind].map { $0.hasSuffix("_pipe") } ?? false
  }

  /// How large the picture in the file at `path` is shown, turned as the file says.
  static func size(
    of path: String, kind: String, _ tools: MediaTools
  ) throws(ClipError.Fault) -> StillSize {
    do throws(ClipError.Fault) {
      return try askedSize(of: path, kind: kind, tools)
    } catch {
      throw explained(error, path: path, kind: kind)
    }
  }

  private static func askedSize(
    of path: String, kind: String, _ tools: MediaTools
  ) throws(ClipError.Fault) -> StillSize {
    guard tools.isAllowed else {
      throw .childForbidden(kind: SourceKind.name(ofStill: kind), by: tools.ban)
    }
    if let lack = UnreadTIFF(ofFile: path, kind: kind) { throw .unreadable(lack.rawValue) }
    // Photographs say in the picture itself how they are turned.
    let isTurned = PictureTurn.isRead(of: kind)
    let child = try tools.startFFprobe(
      path,
      (demuxers[kind].map { ["-f", $0] } ?? []) + [
        "-select_streams", "v:0", "-read_intervals", "%+#1", "-show_entries",
        "frame=width,height" + (isTurned ? "" : ":frame_side_data=rotation"), "-of", "default",
      ])
    let bytes = try child.output(limit: MediaProbe.limit)
    let size = try MediaProbe.parseStill(String(decoding: bytes, as: UTF8.self))
    return PictureTurn(ofFile: path, kind: kind).exchangesSides
      ? StillSize(width: size.height, height: size.width) : size
  }

  /// The picture in the file at `path`, of a kind that ``SourceKind/still(_:)`` names, or the first
  /// of a movie, as the bytes of a PNG, turned as the file says.
  ///
  /// - Parameter complain: takes what ffmpeg complains of where it makes a picture all the same.
  package static func png(
    of path: String, kind: String, _ tools: MediaTools,
    complain: (String) -> Void = { _ in }
  ) throws(ClipError.Fault) -> [UInt8] {
    do throws(ClipError.Fault) {
      return try converted(path, kind: kind, tools, complain)
    } catch {
      throw explained(error, path: path, kind: kind)
    }
  }

  /// A fault of a picture that ffmpeg does not read, in words that say so.
  static func explained(
    _ fault: ClipError.Fault, path: String, kind: String
  ) -> ClipError.Fault {
    if kind == "TIFF" {
      switch fault {
      case .noPictures, .childFailed:
        if let guess = UnreadTIFF.guess(ofFile: path) { return .unreadable(guess) }
      default: break
      }
    }
    // Versions that know films alone look for what only these have.
    let isOfItems = kind == "AVIF" || kind == "HEIC"
    let signs =
      ["matches no streams", "Unknown input format"] + (isOfItems ? ["moov atom not found"] : [])
    if case .childFailed(_, _, let words) = fault, signs.contains(where: { words.contains($0) }) {
      return .unreadable(
        "this ffmpeg does not read \(SourceKind.name(ofStill: kind)); make a PNG of it")
    }
    return fault
  }

  private static func converted(
    _ path: String, kind: String, _ tools: MediaTools,
    _ complain: (String) -> Void
  ) throws(ClipError.Fault) -> [UInt8] {
    guard tools.isAllowed else {
      throw .childForbidden(kind: SourceKind.name(ofStill: kind), by: tools.ban)
    }
    if let lack = UnreadTIFF(ofFile: path, kind: kind) { throw .unreadable(lack.rawValue) }
    if demuxers[kind] == nil, FileLists.isPattern(path) { try MediaProbe.refuseLists(path, tools) }
    let isTurned = PictureTurn.isRead(of: kind)
    let filters = PictureFilters(ofFile: path, kind: kind)
    let asked = Result { () throws(ClipError.Fault) -> String? in
      try words(of: path, kind: kind, tools)
    }
    let known = (try? asked.get()) ?? nil
    let items = ItemColors(ofFile: path, kind: kind)
    let said = known.map { known in
      let said = items?.applied(to: known) ?? known
      return kind == StillStore.movie ? withMatrix(said) : said
    }
    let colors = said.flatMap { StillColors($0, kind: kind) }
    // In a PNG, light above white is cut; as PQ, all of it has room.
    let keepsLight = filters.areColorsFloat && colors?.isPlainLight == true
    var white = said.map { deepWhite($0) } ?? []
    if let said, let known { white = ItemColors.labels(said, over: known) + white }
    let child = try tools.startFFmpeg(
      path,
      before: (demuxers[kind].map { ["-f", $0] } ?? [])
        + (keepsLight ? ["-apply_trc", "smpte2084"] : []) + (isTurned ? ["-noautorotate"] : []),
      after: filters.options(keepsLight: keepsLight, after: white) + [
        "-map", "0:v:0", "-frames:v", "1", "-sws_flags", "bicubic+accurate_rnd+full_chroma_int",
        "-c:v", "png", "-f", "image2pipe", "-",
      ])
    let bytes = try child.output(limit: limit)
    guard !bytes.isEmpty else { throw .noPictures }
    if !child.complaints.isEmpty { complain(child.complaints) }
    // Of a broken file, ffmpeg's words are the better ones.
    _ = try asked.get()
    // Of kinds whose colours are read, ffmpeg writes what it thinks of a film's curve: that is what
    // was recorded, and not what is shown.
    let isSaid = StillColors.areRead(of: kind)
    let png = without(
      ["eXIf"] + (isSaid ? ["gAMA", "cHRM"] : []) + (keepsLight ? ["cICP"] : []), bytes)
    if keepsLight {
      return ColorChunk(sceneMultipliedByAlpha: filters.isPremultiplied)
        .added(to: StillPrimaries(ofFile: path, kind: kind)?.added(to: png) ?? png)
    }
    if colors?.isPlainLight == true, let primaries = StillPrimaries(ofFile: path, kind: kind) {
      return primaries.added(to: png)
    }
    // Profiles say light that is brighter than white by tables, or not at all.
    if colors?.isLight != true, let profile = StillProfile(ofFile: path, kind: kind) {
      return profile.added(to: png)
    }
    return colors?.added(to: png) ?? png
  }

  /// What ffprobe says of the picture's colours and samples; nil for kinds that say nothing.
  private static func words(
    of path: String, kind: String, _ tools: MediaTools
  ) throws(ClipError.Fault) -> String? {
    guard StillColors.areRead(of: kind) else { return nil }
    let child = try tools.startFFprobe(
      path,
      (demuxers[kind].map { ["-f", $0] } ?? []) + [
        "-select_streams", "v:0", "-show_entries",
        "stream=codec_name,width,height,color_transfer,color_primaries,color_space,pix_fmt,"
          + "color_range", "-of", "default",
      ])
    return String(decoding: try child.output(limit: MediaProbe.limit), as: UTF8.self)
  }

  /// The matrix of a film in ffmpeg's words; nil where it is not found out.
  static func space(ofFilm path: String, _ tools: MediaTools) -> String? {
    guard let text = try? words(of: path, kind: StillStore.movie, tools) else { return nil }
    return word("color_space", in: text)
  }

  /// What ffprobe writes of a key; nil where it writes nothing.
  private static func word(_ key: String, in text: String) -> String? {
    text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(key + "=") }
      .map { String($0.dropFirst(key.count + 1)) }
  }

  /// What ffprobe writes of a film, with a matrix by its size where it says none: as films are drawn
  /// that are no still pictures. ffmpeg takes that of BT.601, whatever the size.
  static func withMatrix(_ text: String) -> String {
    guard let space = word("color_space", in: text),
      space == "unknown"
        || space == "gbr" && !MediaInfo.knowsColorPlanes(word("codec_name", in: text) ?? "")
    else { return text }
    func side(_ key: String) -> Int { word(key, in: text).flatMap { Int($0) } ?? 0 }
    let isLarge = side("width") >= 1280 || side("height") >= 720
    return text.replacing(
      "color_space=\(space)", with: "color_space=\(isLarge ? "bt709" : "smpte170m")")
  }

  /// The filters for a picture of which ffprobe says so.
  private static func deepWhite(_ text: String) -> [String] {
    let lines = text.split(whereSeparator: \.isNewline)
    guard let pixels = word("pix_fmt", in: text) else { return [] }
    if lines.contains("color_range=tv"), pixels.hasPrefix("gray") {
      return DeepWhite.filters(ofLimitedGrey: pixels)
    }
    let isFull = lines.contains("color_range=pc")
    if lines.contains("color_space=gbr"), pixels.hasPrefix("yuv") {
      return DeepWhite.filters(ofColorPlanes: pixels, isFull: isFull)
    }
    return DeepWhite.filters(afterLumaOf: pixels, isFull: isFull)
  }

  /// A PNG without chunks of these names before its pictures.
  ///
  /// Without Exif data: the picture is turned already, and newer versions of ffmpeg copy what the
  /// file said of that.
  static func without(_ names: [String], _ png: [UInt8]) -> [UInt8] {
    var left = Array(png.prefix(8))
    var place = left.count
    while place + 12 <= png.count {
      let end = place + 12 + TIFFDirectory.number(png[place..<place + 4], isBig: true)
      let name = png[place + 4..<place + 8]
      if end > png.count || name.elementsEqual("IDAT".utf8) { break }
      if !names.contains(where: { name.elementsEqual($0.utf8) }) { left += png[place..<end] }
      place = end
    }
    return left + png[place...]
  }
}
