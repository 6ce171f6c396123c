import Bytes
import Options
import Pipes
import Shell
import Y4M

/// `vfx make`: a film of a timeline, with its sound.
enum Make: Subcommand {
  static let input = Option<String?>(
    "input", short: "i", .file("FILM"),
    "The film that the timeline draws on, as it would come on standard input.")
  static let output = Option<String?>(
    "output", short: "o", .file("FILE"),
    "The film to make; one that is there is replaced when the new one is whole. Its ending says what "
      + "it is. With --rows, ${NAME} stands for a column. Default: the timeline's name with the ending of the preset."
  )
  static let preset = Option<FilmPreset?>(
    "preset", .choice,
    "How it is encoded: "
      + FilmPreset.allCases.map { "\($0.rawValue), \($0.summary)" }.joined(separator: "; ")
      + ". Default: gif, webp or webm for a file that ends so, else web.")
  static let script = Option<Bool>(
    switch: "print", "Print the pipe that would be run, as a script for bash, and make nothing.")
  static let rows = Option<String?>(
    "rows", .file("CSV"),
    "Make a film of each row of a table: its first row names variables of the timeline, the others "
      + "are their values. A film that is there and newer than the table, the timeline and all that this is "
      + "made from is not made again.")

  static let only = Option<FilmShare?>(
    "only", .choice, "Make the pictures or the sound alone. Default: both.")
  static let part = Option<FilmPart.Number?>(
    "part", .part,
    "Make one part of a film for vfx join, such as 3/8: its pictures alone, with a comment in the "
      + "file that says which part of which film it is. It needs -n; vfx parts gives the command "
      + "of each.")

  static let command = Command(
    "make", "make a film of a timeline, with its sound",
    description: [
      "Starts ffmpeg, vfx and afx as a pipe, with the labels of the colours, and shows one line of "
        + "progress. What is wrong with the timeline, its sources or ffmpeg is reported before anything "
        + "is started. The exit status is the worst of all programs.",
      "What follows -- goes to the ffmpeg that encodes, behind the options of the preset.",
    ],
    operands: [
      Operand("TIMELINE", "The timeline."),
      Operand(
        "-- OPTION", form: .text("OPTION"), isOptional: true, isRepeatable: true,
        "Options of ffmpeg for the output."),
    ],
    options: [input, output, preset, script, rows, only, part] + FilmPlan.pictureOptions,
    examples: [
      Example("vfx make film.json", "Makes film.mp4."),
      Example("vfx make film.json -o film.gif", "Makes a GIF."),
      Example("vfx make t.json -i in.mp4 -o out.mp4 -- -crf 18", "Draws on a film."),
      Example("vfx make film.json --preset gif --print", "Shows the pipe for a GIF."),
      Example(
        "vfx make invite.json --rows people.csv -o 'out/${name}.mp4'", "Makes a film for each row."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    if let table = try session.value(of: rows) {
      guard try session.value(of: part) == nil else {
        throw CommandFailure(
          "--part makes one part of a film, and --rows whole films; use one of them", code: .usage)
      }
      return try FilmTable(session, path: table).make()
    }
    let timeline = session.invocation.operands[0]
    let path = try session.value(of: output)
    let preset = try session.value(of: preset) ?? .usual(for: path)
    let added = Array(session.invocation.operands.dropFirst())
    let options = try FilmOptions(preset, added: added)
    let share = try share(session)
    let ending = try share == .sound ? soundEnding(preset) : preset.ending
    let output = FilmPipe.Output(path: path ?? timeline.withEnding(ending))
    try check(output)
    let input = try session.value(of: input)
    if added.isEmpty {
      try share == .sound ? preset.checkSound(output.path) : preset.check(output.path)
    }
    let plan = try FilmPlan(
      session, timeline: timeline, input: input, hasSound: share != .pictures && preset.hasSound,
      isQuiet: share != .sound && !session.value(of: script))
    // Behind the plan, which reports a film that is given as the timeline: the film made of it would
    // have the same name, and be taken for one that overwrites what it reads.
    let read =
      (plan.scene.request.common.timeline?.readPaths ?? [timeline]) + [input].compactMap(\.self)
    try output.check(madeOf: read)
    if share == .sound, !plan.hasSound {
      throw CommandFailure("\(timeline): there is no sound in it", code: .usage)
    }
    let metadata = try part(session, plan, preset)
    let even = added.isEmpty ? preset.evenSize(of: plan.scene.header.format) : nil
    if share != .sound, try !ProgressOptions(session).isQuiet {
      if let even { note(even, of: plan.scene.header.format, preset, output.path) }
      if added.isEmpty { preset.warn(of: plan.scene.colors.light, output.path) }
    }
    let arguments =
      share == .sound
      ? options.soundArguments(to: output.partial)
      : options.arguments(
        tags: plan.tags, size: even, metadata: metadata, hasSound: plan.hasSound,
        to: output.partial)
    try options.checkEncoders(arguments, plan.tools)
    let sound = try plan.soundSteps(preset.soundFormat)
    let pipe = FilmPipe(
      pictures: share == .sound ? sound : plan.pictureSteps,
      sound: share == nil ? sound : [],
      film: [FilmPipe.Step(plan.tools.name, arguments)], output: output)
    if try session.value(of: script) {
      try Console.print(pipe.script)
      return .success
    }
    return try FilmRun.make(pipe, session.interrupt, find: FilmPlan.program)
  }

  /// Refuses places where no film can be made.
  private static func check(_ output: FilmPipe.Output) throws {
    guard output.path != "-" else {
      throw CommandFailure(
        "-o -: a film is a file; --print shows the pipe, whose last ffmpeg can write to another program",
        code: .usage)
    }
    let name = output.path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let folder = output.path.dropLast(name.count)
    if !folder.isEmpty { try Folders.check(String(folder)) }
  }

  /// What is made; nil for all.
  private static func share(_ session: Session) throws -> FilmShare? {
    guard try session.value(of: part) != nil else { return try session.value(of: only) }
    guard try session.value(of: only) != .sound else {
      throw CommandFailure(
        "--part makes no sound; leave it out, and --only sound makes that of the whole film",
        code: .usage)
    }
    guard try session.value(of: input) == nil else {
      throw CommandFailure(
        "--part cannot begin in the middle of a film given with -i; make it a clip of the timeline",
        code: .usage)
    }
    return .pictures
  }

  /// Says that pictures of an odd size are cut.
  private static func note(
    _ even: (width: Int, height: Int), of format: PixelFormat, _ preset: FilmPreset, _ path: String
  ) {
    let coder = preset == .hevc ? "H.265" : "H.264"
    Console.complain(
      "note: \(path) is \(even.width)x\(even.height), as \(coder) takes no odd sizes; the last "
        + (even.width < format.width ? "column" : "line")
        + (even.width < format.width && even.height < format.height ? " and line are" : " is")
        + " cut off")
  }

  private static func soundEnding(_ preset: FilmPreset) throws -> String {
    guard preset.hasSound else {
      throw CommandFailure("--preset \(preset.rawValue) has no sound", code: .usage)
    }
    return preset.soundEnding
  }

  /// What the file of a part says of itself.
  private static func part(
    _ session: Session, _ plan: FilmPlan, _ preset: FilmPreset
  ) throws -> [String] {
    guard let number = try session.value(of: part) else { return [] }
    try preset.checkParts(rate: plan.scene.rate)
    guard let wanted = try session.value(of: RenderOptions.frames), wanted > 0 else {
      throw CommandFailure("--part needs -n, the number of its frames", code: .usage)
    }
    guard plan.scene.frameCount == wanted else {
      throw CommandFailure(
        "--part \(number.text): the film has only \(plan.scene.frameCount ?? 0) of its \(wanted) frames",
        code: .usage)
    }
    let identity = FilmIdentity(
      plan, preset: preset, added: Array(session.invocation.operands.dropFirst()))
    let part = FilmPart(
      number: number, start: plan.scene.start, frames: wanted, rate: plan.scene.rate,
      film: identity.text)
    return ["-metadata", "comment=\(part.comment)"]
  }
}

/// What of a film is made.
enum FilmShare: String, CaseIterable, Sendable {
  case pictures
  case sound
}

extension ValueReader where Value == FilmPart.Number {
  /// Takes the number of a part and that of all: `3/8`.
  static var part: Self {
    Self(.text("N/ALL"), expected: "a part such as 3/8, of at most \(FilmPart.Number.most)") {
      FilmPart.Number($0)
    }
  }
}

extension FilmPreset {
  /// Refuses presets whose films cannot be joined from parts.
  func checkParts(rate: FrameRate) throws(CommandFailure) {
    switch self {
    case .web, .hevc, .archive, .prores: return
    case .phone:
      // Above that it leaves frames out, in each part from its own beginning.
      guard rate.numerator > 30 * rate.denominator else { return }
      throw CommandFailure(
        "--preset phone leaves out frames of films with more than 30 a second, which parts cannot; "
          + "take --preset web", code: .usage)
    case .webm, .gif, .webp:
      throw CommandFailure(
        "--preset \(rawValue): such films are not joined from parts", code: .usage)
    }
  }
}

extension String {
  /// A path whose name has this ending in place of its own, or behind it where it has none.
  func withEnding(_ ending: String) -> String {
    let name = split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return "\(self).\(ending)"
    }
    return "\(dropLast(name.distance(from: dot, to: name.endIndex))).\(ending)"
  }
}
