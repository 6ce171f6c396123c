import Pipes

/// Turns pictures of other kinds into PNG.
package enum StillConverter {
  /// The most bytes that a picture may have as a PNG.
  package static let limit = 1 << 28

  /// ffmpeg's names of what it would guess, where its guess would take a `%d` in a file's name for
  /// a row of files.
  private static let demuxers = [
    "JPEG": "jpeg_pipe", "WebP": "webp_pipe", "BMP": "bmp_pipe", "TIFF": "tiff_pipe",
    "JPEG 2000": "j2k_pipe", "JPEG XL": "jpegxl_pipe", "HEIC": "mov", "AVIF": "mov",
  ]

  /// The picture in the file at `path`, of a kind that ``SourceKind/still(_:)`` names, or the first
  /// of a movie, as the bytes of a PNG, turned as the file says.
  package static func png(
    of path: String, kind: String, _ tools: MediaTools
  ) throws(ClipError.Fault) -> [UInt8] {
    guard tools.isAllowed else { throw .childForbidden(kind: "a \(kind) picture") }
    if demuxers[kind] == nil, FileLists.isPattern(path) { try MediaProbe.refuseLists(path, tools) }
    let child = try tools.startFFmpeg(
      path, before: demuxers[kind].map { ["-f", $0] } ?? [],
      after: [
        "-map", "0:v:0", "-frames:v", "1", "-sws_flags", "bicubic+accurate_rnd+full_chroma_int",
        "-c:v", "png", "-f", "image2pipe", "-",
      ])
    let bytes = try child.output(limit: limit)
    guard !bytes.isEmpty else { throw .noPictures }
    return bytes
  }
}
