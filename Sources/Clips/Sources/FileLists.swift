/// Files that ffmpeg takes for lists of other files, or for scripts that it runs.
///
/// What it reads because of them is nothing that the timeline names, so they are no sources,
/// whatever they are called and whatever stands in them.
enum FileLists {
  /// What messages say of such a file.
  static let refusal = "it is a playlist or a script; only media files are read"

  /// The ends of names by which ffmpeg and its kin choose a script or a list, in lower case.
  private static let endings: Set<String> = [
    "m3u", "m3u8", "mpd", "sdp", "ffconcat", "pls", "xspf", "asx", "vpy", "avs", "avsi",
  ]

  /// ffmpeg's names of formats that are made of other files, or lead away from this machine.
  private static let formats: Set<String> = [
    "concat", "hls", "applehttp", "dash", "webm_dash_manifest", "imf", "sdp", "rtsp", "rtp",
    "vobsub", "vapoursynth", "avisynth", "lavfi", "dvdvideo",
  ]

  /// What stands at the start of lists: RFC 8216, libavformat/concatdec.c and vobsub's mpeg.c.
  private static let starts = [
    "#EXTM3U", "ffconcat version", "# VobSub index file", "[playlist]",
  ]

  /// What stands somewhere in the first text of lists: libavformat's dashdec.c and imfdec.c, and
  /// players' own lists.
  private static let words = ["<MPD", "<CompositionPlaylist", "<asx", "<ASX", "<playlist"]

  /// Whether a name ends like that of a list or script.
  static func includes(name: String) -> Bool {
    guard let dot = name.utf8.lastIndex(of: 0x2E) else { return false }
    return endings.contains(name[name.utf8.index(after: dot)...].lowercased())
  }

  /// Whether ffmpeg's name of a format, or several with commas between them, is one of a list.
  static func includes(format: String) -> Bool {
    format.split(separator: ",").contains { formats.contains(String($0)) }
  }

  /// Whether a file that begins so is a list.
  static func includes(start: [UInt8]) -> Bool {
    // ffmpeg looks at the text up to the first NUL; byte order marks and blanks are others' ways.
    var text = start.prefix { $0 != 0 }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    text = text.drop { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
    if starts.contains(where: { text.starts(with: $0.utf8) }) { return true }
    if words.contains(where: { contains($0, in: text) }) { return true }
    // Of session descriptions: RFC 8866 5.7.
    return text.starts(with: "c=IN IP".utf8) || contains("\nc=IN IP", in: text)
  }

  private static func contains(_ word: String, in text: ArraySlice<UInt8>) -> Bool {
    let word = Array(word.utf8)
    var rest = text
    while let index = rest.firstIndex(of: word[0]) {
      rest = rest[index...]
      if rest.starts(with: word) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// Whether ffmpeg takes a picture's name for a row of files: `%d` and `%*` stand for numbers and
  /// for anything (libavformat/img2dec.c).
  static func isPattern(_ path: String) -> Bool { path.utf8.contains(0x25) }

  /// What messages say of a name that stands for several pictures, where there is no file of that
  /// name.
  static let sequence =
    "there is no such file, and numbered pictures are no source; make a film of them first, as with "
    + "ffmpeg -framerate 25 -i 'picture%04d.png' -c:v ffv1 film.mkv"

  /// Whether a name stands for several files in some program: `%d` and `%04d`, `####`, `*`,
  /// `[001-100]`.
  static func isSequence(_ name: String) -> Bool {
    let name = name.split(separator: "/").last ?? ""
    if name.contains("*") || name.contains("##") { return true }
    for part in name.split(separator: "%", omittingEmptySubsequences: false).dropFirst()
    where part.drop(while: { "0"..."9" ~= $0 }).first == "d" {
      return true
    }
    guard let open = name.firstIndex(of: "["), let close = name[open...].firstIndex(of: "]") else {
      return false
    }
    let inside = name[open..<close].dropFirst()
    return inside.contains("-") && inside.allSatisfy { "0"..."9" ~= $0 || $0 == "-" }
  }
}
