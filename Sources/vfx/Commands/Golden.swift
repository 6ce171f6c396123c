import Bytes
import Filters
import Images
import Options
import Pipes
import Shell
import Timeline

/// `vfx golden`: keeps frames of a film, and finds out whether they have changed.
enum Golden: Subcommand {
  static let at = Option<[TimeExpression]>(
    "at", short: "a", repeating: .moment, "record: the time of a frame to keep.")
  static let every = Option<TimeExpression?>(
    "every", .time,
    "record: keep a frame every so often, such as 2s. Without this and --at, five frames from the first "
      + "to the last.")
  static let size = Option<Int>(
    "size", .integer("PIXELS", in: 16...4096), default: GoldenFrames.standardSide,
    shown: "\(GoldenFrames.standardSide)",
    "record: the longer side that pictures of frames may have; larger frames are made smaller by a whole "
      + "factor.")
  static let folder = Option<String?>(
    "golden", .file("DIR"),
    "The folder with the golden frames. Default: the timeline's name with the ending golden. With "
      + "this, only one timeline can be given.")
  static let update = Option<Bool>(
    switch: "update", "check: keep what differs as the golden frame from now on, and pass.")
  static let minPSNR = Option<Double?>(
    "min-psnr", short: "p", .number("DB", in: 0...200),
    "check: pass frames of other bytes if their pictures, at the size kept, have at least this PSNR, in "
      + "decibels.")
  static let form = Option<GoldenReport.Form>(
    "format", .choice, default: .tap, shown: "tap",
    "check: how to write the results: TAP 14, or XML as JUnit's.")

  static let command = Command(
    "golden", "keep chosen frames of a film, and check that they stay the same",
    description: [
      "record draws the timeline and keeps the MD5 of chosen frames, and a small picture of each, in a "
        + "folder beside it: t.golden for t.json. check draws these frames again and compares them, byte "
        + "for byte, and the size, format, rate and length of the film.",
      "What differs is reported with its PSNR and largest difference at the size of the pictures kept, and "
        + "shown in the folder failed within it: before, after, and the difference.",
      "Exit status 1 means that something differs, 2 that a timeline is wrong or nothing is kept for it; "
        + "the other timelines are still checked. "
        + "The options that change the film, such as --set, must be those with which it was recorded.",
    ],
    operands: [
      Operand(
        "ACTION", form: .oneOf(["record", "check"]), "record keeps frames, check compares them."),
      Operand(
        "TIMELINE", isRepeatable: true,
        "The timelines; one of them may draw on the stream on standard input, or all on the film of -i."
      ),
    ],
    options: [
      Make.input, at, every, size, folder, update, minPSNR, form, RenderOptions.fps,
      RenderOptions.start,
      RenderOptions.frames,
    ] + RenderOptions.colors + SourceOptions.all + [FontOptions.fonts],
    examples: [
      Example("vfx golden record film.json --every 2s", "Keeps a frame every two seconds."),
      Example("vfx golden check *.json --format junit > golden.xml", "Checks all films, for CI."),
      Example("vfx golden check film.json --update", "Takes the film as it is now for golden."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let timelines = Array(session.invocation.operands.dropFirst())
    guard try timelines.count == 1 || session.value(of: folder) == nil else {
      throw UsageError.other("--golden is the folder of one timeline")
    }
    try GoldenFolder.checkNames(timelines)
    if session.invocation.operands.first == "record" {
      for timeline in timelines { try record(session, timeline) }
      return .success
    }
    var suites: [(timeline: String, results: [GoldenResult])] = []
    var isUsable = true
    for timeline in timelines {
      do {
        suites.append((timeline, try check(session, timeline)))
      } catch let error where Self.isOfTimeline(error) {
        // The others are checked all the same, and the results are whole.
        Shell.report(error)
        isUsable = isUsable && exitStatus(for: error) != ExitCode.usage.rawValue
        suites.append((timeline, [GoldenResult(faultOf: error)]))
      }
    }
    let code = try finish(session, suites)
    return isUsable ? code : .usage
  }

  /// Whether an error is one of a timeline and its files, and neither a stop nor the command
  /// line's.
  private static func isOfTimeline(_ error: any Error) -> Bool {
    guard !(error is UsageError) else { return false }
    let codes: [ExitCode] = [.failure, .usage]
    return codes.contains { $0.rawValue == exitStatus(for: error) }
  }

  private static func finish(
    _ session: Session, _ suites: [(timeline: String, results: [GoldenResult])]
  ) throws -> ExitCode {
    var report = GoldenReport()
    for suite in suites { report.add(suite.results, of: suite.timeline) }
    try Console.printVerdict(report.text(try session.value(of: form)))
    return report.passes ? .success : .failure
  }

  private static func record(_ session: Session, _ timeline: String) throws {
    let folder = GoldenFolder(of: timeline, at: try session.value(of: folder))
    let frames = try GoldenFrames(session, timeline: timeline)
    let wanted = try frames.wanted(
      at: try session.value(of: at), every: try session.value(of: every))
    let size = try session.value(of: size)
    let old = try? folder.list()
    if let old { try folder.checkOwner(of: old) }
    let entries = try replacing(folder) { change in
      var entries: [GoldenList.Entry] = []
      try frames.draw(wanted) { sample in
        if let reason = session.interrupt.reason { throw reason }
        try change.add(sample.picture().reduced(to: size), of: sample.frame)
        entries.append(GoldenList.Entry(frame: sample.frame, hash: sample.hash))
      }
      try change.finish(
        GoldenList(
          stream: frames.stream, timeline: folder.timelineName,
          frameBytes: frames.scene.renderer.output.frameBytes, entries: entries))
      folder.clear(old?.entries.map(\.frame) ?? [], keeping: Set(wanted))
      return entries
    }
    Console.complain("kept \(counted(entries.count, "frame")) in \(folder.path)")
  }

  private static func check(_ session: Session, _ timeline: String) throws -> [GoldenResult] {
    let folder = GoldenFolder(of: timeline, at: try session.value(of: folder))
    let list = try folder.list()
    try folder.checkOwner(of: list)
    let frames = try GoldenFrames(session, timeline: timeline)
    let limit = try session.value(of: minPSNR)
    guard try session.value(of: update) else {
      var check = GoldenCheck(folder, list, frames, limit: limit)
      return try check.results()
    }
    return try replacing(folder) { change in
      var check = GoldenCheck(folder, list, frames, limit: limit, change: change)
      return try check.results(session.interrupt)
    }
  }

  /// Gives what changes a folder to `body`; what has not taken its place by the end of it goes,
  /// also after a signal.
  private static func replacing<Value>(
    _ folder: GoldenFolder, _ body: (GoldenChange) throws -> Value
  ) throws -> Value {
    try Signals.clearingUp {
      let change = GoldenChange(of: folder)
      defer { change.abandon() }
      return try body(change)
    }
  }
}
