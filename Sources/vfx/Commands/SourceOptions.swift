import Options

/// What every command that plays the sources of a timeline can be told about them,
/// and about the timeline's own texts.
struct SourceOptions {
  static let ffmpeg = Option<String>(
    "ffmpeg", .file("PATH"), default: "ffmpeg",
    "The ffmpeg that reads what is neither Y4M nor PNG nor GIF; ffprobe is looked for beside it.")
  static let noExec = Option<Bool>(
    switch: "no-exec",
    "Start no other program; a timeline that needs ffmpeg to read its files is an error then.")
  static let spool = Option<String?>(
    "spool", .file("DIR"),
    "Where frames of standard input, or of an ffmpeg, are kept that a clip plays again or "
      + "backwards, in a file that has no name. Default: $TMPDIR, or else /tmp.")
  static let spoolLimit = Option<Int>(
    "spool-limit", .byteSize, default: 8 << 30, shown: "8G",
    "The most that is kept there.")

  static let set = Option<[Variable]>(
    "set", repeating: .variable,
    "The text that templates of the timeline show as ${NAME}, instead of the one in its vars. May be "
      + "given several times.")

  static let fonts = Option<[String]>(
    "fonts", repeating: .file("DIR"),
    "Look for fonts in this folder before those of the system. VFX_FONT_PATH, folders apart by "
      + "colons, takes the place of the system's.")

  static let all: [any OptionDescription] = [ffmpeg, noExec, spool, spoolLimit, set, fonts]

  let ffmpeg: String
  let allowsChildren: Bool
  let spool: String?
  let spoolLimit: Int
  /// The texts for templates; of two of one name the latter.
  let variables: [String: String]
  let fonts: FontFolders

  init(_ session: Session) throws(UsageError) {
    ffmpeg = try session.value(of: Self.ffmpeg)
    allowsChildren = try !session.value(of: Self.noExec)
    spool = try session.value(of: Self.spool)
    spoolLimit = try session.value(of: Self.spoolLimit)
    variables = try session.value(of: Self.set).reduce(into: [:]) { $0[$1.name] = $1.text }
    fonts = FontFolders(try session.value(of: Self.fonts))
  }
}
