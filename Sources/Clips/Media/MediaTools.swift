import Pipes

/// The external programs that read other formats: ffmpeg and ffprobe.
package struct MediaTools: Sendable {
  /// The name or path of ffmpeg, as the user gives it.
  package let name: String
  /// Whether programs may be started at all.
  package private(set) var isAllowed: Bool
  /// The option that forbids it where ``isAllowed`` is false, for messages.
  package let ban: String
  /// What stops a program early; nil if nothing does.
  package private(set) var interrupt: Interrupt?
  /// After how many seconds without a byte a program is stopped; nil is never.
  package let patience: Int?

  /// The pictures that ffmpeg turns into PNG; shared by all copies.
  package private(set) var stills: StillStore

  /// What is known of films; nil where each is asked about anew.
  private(set) var probes: ProbeStore?

  /// The default of ``patience``: far more than any decoder needs for its first frame.
  package static let standardPatience = 120

  /// The `ffmpeg` of the search path, unless stated otherwise; it is not looked for yet.
  ///
  /// - Parameter ban: the option that forbids programs where `isAllowed` is false.
  package init(
    _ name: String = "ffmpeg", isAllowed: Bool = true, ban: String = "--no-exec",
    interrupt: Interrupt? = nil, patience: Int? = standardPatience,
    stills: StillStore = StillStore()
  ) {
    self.name = name
    self.isAllowed = isAllowed
    self.ban = ban
    self.interrupt = interrupt
    self.patience = patience
    self.stills = stills
  }

  /// The same programs, which are not asked again about films and pictures that are known.
  package func remembering(_ probes: ProbeStore, _ stills: StillStore) -> MediaTools {
    var tools = self
    (tools.probes, tools.stills) = (probes, stills)
    return tools
  }

  /// The same programs for a file on the command line, which no ban on those of a timeline is
  /// about.
  package var forTheUser: MediaTools {
    var tools = self
    tools.isAllowed = true
    return tools
  }

  /// The same programs, for which waiting ends by another interrupt.
  func interrupted(by interrupt: Interrupt) -> MediaTools {
    var tools = self
    tools.interrupt = interrupt
    return tools
  }

  /// What stands before the input in each command line: files, and no other protocol.
  private static let inputOptions = ["-protocol_whitelist", "file"]

  /// Starts ffmpeg on a file.
  ///
  /// - Parameters:
  ///   - before: options of the input.
  ///   - after: options of the output, and the output.
  package func startFFmpeg(
    _ path: String, before: [String] = [], after: [String]
  ) throws(ClipError.Fault) -> ChildProcess {
    try start(
      found(name),
      ["-nostdin", "-hide_banner", "-v", "error"] + Self.inputOptions + before
        + ["-i", "file:\(path)"] + after)
  }

  /// Starts ffprobe on a file, where there is an ffmpeg that can read it then.
  func startFFprobe(_ path: String, _ options: [String]) throws(ClipError.Fault) -> ChildProcess {
    _ = try found(name)
    return try start(
      found(probe),
      ["-hide_banner", "-v", "error"] + Self.inputOptions + options + ["file:\(path)"])
  }

  /// Whether ffmpeg was built with a decoder.
  func hasDecoder(_ decoder: String) throws(ClipError.Fault) -> Bool {
    let child = try start(found(name), ["-hide_banner", "-h", "decoder=\(decoder)"])
    let words = String(decoding: try child.output(limit: 1 << 20), as: UTF8.self)
    return words.contains("Decoder \(decoder) ")
  }

  /// ffprobe beside ffmpeg, if it is there; else that of PATH.
  private var probe: String {
    let slash = name.utf8.lastIndex(of: 0x2F)
    let folder = slash.map { name[...$0] } ?? ""
    let last = slash.map { name[name.utf8.index(after: $0)...] } ?? name[...]
    var names = ["\(folder)ffprobe"]
    // As in `ffmpeg-7`, whose companion is `ffprobe-7`.
    if last.hasPrefix("ffmpeg") { names.insert("\(folder)ffprobe\(last.dropFirst(6))", at: 0) }
    return names.first { Programs.find($0) != nil } ?? "ffprobe"
  }

  private func found(_ name: String) throws(ClipError.Fault) -> String {
    guard let path = Programs.find(name) else {
      throw .programMissing(name, absence: Programs.absence(of: name))
    }
    return path
  }

  private func start(
    _ path: String, _ arguments: [String]
  ) throws(ClipError.Fault) -> ChildProcess {
    do {
      return try ChildProcess(path, arguments, interrupt: interrupt, patience: patience)
    } catch {
      throw .from(error) { .child(program: path, $0) }
    }
  }
}

extension ChildProcess {
  /// The program's name without its folder.
  package var shortName: String { String(name.split(separator: "/").last ?? "program") }

  /// All that the child writes, up to `limit` bytes, after it has ended successfully.
  package func output(limit: Int) throws(ClipError.Fault) -> [UInt8] {
    var bytes: [UInt8] = []
    var source = ByteSource(self)
    do throws(PipeError) {
      while true {
        let more = try source.readBytes(65_536)
        bytes += more
        guard bytes.count <= limit else {
          throw .tooLarge(name: "what \(shortName) writes", limit: limit)
        }
        if more.count < 65_536 { break }
      }
    } catch {
      terminate()
      throw .from(error) { .child(program: shortName, $0) }
    }
    try expectSuccess()
    return bytes
  }

  /// Waits for the end of a child whose output is read.
  package func expectSuccess() throws(ClipError.Fault) {
    let ending: Ending
    do {
      ending = try finish()
    } catch {
      throw .from(error) { .child(program: shortName, $0) }
    }
    guard ending.isSuccess else {
      throw .childFailed(program: shortName, ending, words: complaints)
    }
  }
}
