import Clips
import Options
import Pipes
import Timeline

/// The options, common to all commands that play the sources of a timeline, about these sources and
/// the timeline's texts.
package struct SourceOptions {
  /// `--ffmpeg`: its name or path.
  package static let ffmpeg = Option<String>(
    "ffmpeg", .file("PATH"), default: "ffmpeg",
    "The ffmpeg that reads films and everything else that is not Y4M, PNG, GIF, JPEG, WebP, Lottie, SVG or WAV; ffprobe is "
      + "looked for in the same folder, then on the search path.")
  static let noExec = Option<Bool>(
    switch: "no-exec",
    "Start no other program; a timeline that needs ffmpeg to read its files is then an error.")
  /// `--timeout`: seconds.
  static let timeout = Option<Int>(
    "timeout", .integer("SECONDS", in: 0...86_400), default: MediaTools.standardPatience,
    shown: "\(MediaTools.standardPatience)",
    "How many seconds to wait for data from ffmpeg before it is stopped with an error. 0 waits for "
      + "ever.")
  /// `--spool`: a folder.
  package static let spool = Option<String?>(
    "spool", .file("DIR"),
    "The folder of the unnamed temporary file that keeps what a clip plays again or backwards, "
      + "from standard input or ffmpeg. Default: $TMPDIR, or else /tmp.")
  /// `--spool-limit`: bytes, of all sources together.
  package static let spoolLimit = Option<Int>(
    "spool-limit", .byteSize, default: 8 << 30, shown: "8G",
    "The largest size of such files in total.")

  /// `--memory`: what layers and frames may take together.
  package static let memory = Option<Int?>(
    "memory", .byteSize,
    "The most memory that a timeline may need; one that needs more is an error. Default: half of "
      + "the machine's.")

  /// `--set`: may be given for many names.
  package static let set = Option<[Variable]>(
    "set", repeating: .variable,
    "The value of a variable of the timeline, instead of the one in its vars: a text, or JSON where "
      + "that in vars is not a text. Paths in it count from the timeline's folder.")
  /// `--vars`: files of values.
  package static let vars = Option<[String]>(
    "vars", repeating: .file("FILE"),
    "A file with a JSON object of values for variables of the timeline, by their names, or that "
      + "object itself; of two, the later one counts, and --set counts before both. The timeline "
      + "need not use all of them. Paths in it count from the timeline's folder, not from its own."
  )

  static let untrusted = Option<Bool>(
    switch: "untrusted",
    "For timelines from others: read no file outside the timeline's folder, links followed, and start no "
      + "other program.")
  static let allowRead = Option<[String]>(
    "allow-read", repeating: .file("DIR"),
    "A folder from which an untrusted timeline may read too.")

  /// All of them, in the order of help.
  package static let all: [any OptionDescription] = [
    ffmpeg, noExec, timeout, spool, spoolLimit, memory, set, vars, untrusted, allowRead,
  ]

  /// The name or path of ffmpeg, not looked for yet.
  package let ffmpeg: String
  /// The name of the option that forbids to start other programs; nil where none does.
  private let ban: String?
  /// After how many seconds without a byte an ffmpeg is stopped; nil is never.
  package let timeout: Int?
  /// The folder of the spool; nil for the standard one.
  package let spool: String?
  /// The most that is kept there, in bytes.
  package let spoolLimit: Int
  /// In bytes.
  package let memory: Int
  /// The folders from which the timeline may read, beside its own; nil is everything.
  let readable: [String]?
  /// The values for variables that stand on the command line, in its order.
  private let variables: [Variable]
  /// The paths of files of values, in the order of the command line.
  private let valueFiles: [String]

  /// Reads them from a command line that declares them.
  package init(_ session: Session) throws(UsageError) {
    ffmpeg = try session.value(of: Self.ffmpeg)
    let isUntrusted = try session.value(of: Self.untrusted)
    ban =
      try session.value(of: Self.noExec)
      ? Self.noExec.name : isUntrusted ? Self.untrusted.name : nil
    readable = isUntrusted ? try session.value(of: Self.allowRead) : nil
    let seconds = try session.value(of: Self.timeout)
    timeout = seconds > 0 ? seconds : nil
    spool = try session.value(of: Self.spool)
    spoolLimit = try session.value(of: Self.spoolLimit)
    memory = try session.value(of: Self.memory) ?? Host.memory / 2
    variables = try session.value(of: Self.set)
    valueFiles = try session.value(of: Self.vars)
  }

  /// The external programs that read other formats: ffmpeg and ffprobe.
  package func tools(_ session: Session) -> MediaTools {
    MediaTools(
      ffmpeg, isAllowed: ban == nil, ban: "--\(ban ?? Self.noExec.name)",
      interrupt: session.interrupt, patience: timeout,
      stills: StillStore(SpoolSettings(folder: spool, limit: spoolLimit)))
  }

  /// The files of values for the timeline's variables.
  package var valuePaths: [String] { valueFiles.filter { !$0.hasPrefix("{") } }

  /// The values for the timeline's variables; files are read now.
  func given() throws -> GivenValues {
    GivenValues(
      files: try valueFiles.map { try TimelineFile.values($0) },
      texts: variables.map { GivenValues.Text(name: $0.name, text: $0.text) })
  }

  /// Refuses texts that nothing in the timeline asks for: their names are misspelt.
  ///
  /// - Parameter timeline: nil where none is played.
  func checkVariables(of timeline: TimelineFile?) throws(UsageError) {
    if timeline == nil, let path = valueFiles.first {
      throw .other("--vars \(visible(path)): there is no timeline; type: --timeline FILE")
    }
    for name in Set(variables.map(\.name)).sorted() {
      guard let timeline else {
        throw .other("--set \(visible(name)): there is no timeline; type: --timeline FILE")
      }
      if let fault = TemplateNames.fault(of: name, in: timeline.source) {
        throw .other("--set: \(fault)")
      }
    }
  }
}
