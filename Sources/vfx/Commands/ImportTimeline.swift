import Bytes
import Filters
import Interchange
import Options
import Pipes
import Shell
import Timeline

/// `vfx import`: makes a timeline of another program's.
enum ImportTimeline: Subcommand {
  /// The largest file that is read, in bytes.
  private static let longest = 256 << 20

  static let format = Option<ImportFormat?>(
    "from", .choice, "The format of FILE, where its name does not tell.")
  static let media = Option<[String]>(
    "media", repeating: .file("DIR"),
    "A folder in which the files of the timeline are looked for, by their names, also in the folders "
      + "within it. What is not found stays as it is, with a warning.")
  static let standIns = Option<Bool>(
    switch: "stand-ins", "Put a test picture in the place of each film that --media does not find.")
  static let rate = Option<FrameRate?>(
    "rate", .rate,
    "The frame rate that the timecodes of an edit decision list count, which it does not state.")
  static let sourceStart = Option<SMPTETimecode?>(
    "source-start", .timecode,
    "The timecode with which the sources of an edit decision list begin, such as 01:00:00:00. "
      + "Default: 00:00:00:00.")

  static let command = Command(
    "import", "make a timeline of another program's",
    description: [
      "Reads the timeline of an editing program and writes it as one of vfx to standard output. "
        + "Whatever is not carried over is reported with its line and column on standard error; "
        + "nothing is left out without a word. The page docs/interchange.md says what of each format "
        + "is carried over.",
      "Relative paths in FILE count from its folder, and those that are written from the working "
        + "folder, so that the timeline belongs there. Files need not be there; vfx check says which "
        + "are missing.",
      "The exit status is 2 when FILE cannot be read.",
    ],
    operands: [Operand("FILE", "The timeline of another program, - for standard input.")],
    options: [format, media, standIns, rate, sourceStart],
    examples: [
      Example("vfx import cut.otio > t.json", "Carries a cut over from OpenTimelineIO."),
      Example(
        "vfx import cut.edl --rate 25 --media rushes > t.json",
        "Finds the films of a list of CMX 3600 in the folder rushes."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let path = document(of: session.invocation.operands[0])
    let bytes = try load(path)
    guard let format = try session.value(of: format) ?? ImportFormat(name: path) else {
      let words = ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure(
        "the name of \(path) does not tell its format; say it with --from, one of \(words)",
        code: .usage)
    }
    var settings = ImportSettings()
    settings.rate = try session.value(of: rate)
    settings.sourceStart = try session.value(of: sourceStart)
    settings.finder = try finder(session, folder: folder(of: path))
    let source = SourceText(name: path, bytes: bytes)
    let (text, diagnostics) = Import.timeline(of: source, as: format, settings)
    if !diagnostics.isEmpty { Console.write(DiagnosticText(source).text(of: diagnostics)) }
    guard let text else { return .usage }
    try Console.print(text)
    return .success
  }

  /// The file of a timeline; Final Cut Pro may write a folder with it and what it refers to.
  private static func document(of operand: String) -> String {
    let path = operand.hasSuffix("/") ? String(operand.dropLast()) : operand
    let document = path + "/Info.fcpxml"
    guard path.lowercased().hasSuffix(".fcpxmld"), (try? Folders.check(document)) != nil else {
      return operand
    }
    return document
  }

  private static func load(_ path: String) throws -> [UInt8] {
    do {
      return path == "-"
        ? try Files.loadStandardInput(limit: longest)
        : try Files.load(path, limit: longest, takesStreams: true)
    } catch {
      throw CommandFailure("\(error)", code: .usage)
    }
  }

  private static func folder(of path: String) -> String {
    if path.hasPrefix("/dev/") || path.hasPrefix("/proc/") { return "" }
    return path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  private static func finder(_ session: Session, folder: String) throws -> MediaFinder {
    let folders = try session.value(of: media)
    for folder in folders {
      do { try Folders.check(folder) } catch { throw CommandFailure("\(error)", code: .usage) }
    }
    let files = folders.flatMap { Folders.files(in: $0) { !$0.hasPrefix(".") } }
    let home = Host.environment("PWD").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? ""
    return MediaFinder(
      folder: folder, files: folders.isEmpty ? nil : MediaFiles(files),
      usesStandIns: try session.value(of: standIns), home: home)
  }
}

extension ValueReader where Value == SMPTETimecode {
  /// Takes `01:00:00:00`, or `01:00:00;00` where numbers are dropped.
  fileprivate static var timecode: Self {
    Self(.text("TIMECODE"), expected: "a timecode such as 01:00:00:00") { SMPTETimecode($0) }
  }
}
