import Bytes
import Options
import Pipes
import Shell
import Timeline

/// `vfx parts`: plans a film in parts that are made by themselves.
enum Parts: Subcommand {
  static let count = Option<Int?>(
    "parts", .integer(in: 1...FilmPart.Number.most),
    "How many parts of about the same cost. Default: one for each core.")
  static let length = Option<TimeExpression?>(
    "length", .time, "Parts of about this length, such as 10s or 250f, instead of a number.")
  static let format = Option<PartFormat>(
    "format", .choice, default: .tsv, shown: "tsv",
    PartFormat.allCases.map { "\($0.rawValue): \($0.summary)" }.joined(separator: "; ") + ".")
  static let output = Option<String?>(
    "output", short: "o", .file("FILE"),
    "The film that is joined in the end. Default: the timeline's name with the ending of the preset."
  )
  static let prefix = Option<String>(
    "prefix", .text("TEXT"), default: "part-",
    "What the names of parts begin with; a folder in it must be there.")

  static let command = Command(
    "parts", "plan a film in parts that are made by themselves",
    description: [
      "Cuts a film at output frames into parts that cost about the same, and says of each where it "
        + "starts, how many frames it has, its share of the cost, the times of its sound, and what is "
        + "read for it. Each part is made by vfx make --part, the sound once and whole by vfx make "
        + "--only sound, and vfx join puts them together without encoding them again.",
      "No part starts where frames of a film are kept, to be played backwards or again, unless there is "
        + "no other place near by; then that is warned of.",
      "What follows -- goes to the ffmpeg that encodes each part.",
    ],
    operands: [
      Operand("TIMELINE", "The timeline, whose main track is its clips."),
      Operand(
        "-- OPTION", form: .text("OPTION"), isOptional: true, isRepeatable: true,
        "Options of ffmpeg for the output."),
    ],
    options: [count, length, format, output, prefix, Make.preset] + FilmPlan.pictureOptions,
    examples: [
      Example("vfx parts film.json --length 10s", "Shows parts of about 10 seconds."),
      Example(
        "vfx parts film.json --parts 16 --format parallel | parallel --retries 3",
        "Makes 16 parts on the cores of this machine."),
      Example(
        "vfx parts film.json --format slurm > film.slurm && bash film.slurm",
        "Makes a film on a cluster."),
      Example(
        "vfx parts film.json --format make > film.mk && make -j 8 -f film.mk",
        "Makes a film with make, and only what is missing of it."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let jobs = try jobs(session)
    let listing = PartListing(jobs: jobs)
    let format = try session.value(of: format)
    let text =
      switch format {
      case .tsv: listing.table
      case .json: listing.object
      case .parallel:
        ([jobs.sound].compactMap { $0 } + jobs.plan.parts.map { jobs.command($0) })
          .map { $0.typed + "\n" }.joined()
      case .slurm: SlurmScript(jobs: jobs).text
      case .make: try PartMakefile(jobs).text
      }
    try Console.print(text)
    guard try !ProgressOptions(session).isQuiet else { return .success }
    for part in jobs.plan.parts {
      for warning in part.warnings {
        Console.complain("warning: part \(part.number.index): \(warning)")
      }
    }
    if format == .parallel { Console.complain("when all are made: \(jobs.typedJoin)") }
    return .success
  }

  private static func jobs(_ session: Session) throws -> PartJobs {
    let timeline = session.invocation.operands[0]
    let preset = try session.value(of: Make.preset) ?? .usual(for: session.value(of: output))
    let added = Array(session.invocation.operands.dropFirst())
    _ = try FilmOptions(preset, added: added)
    guard !["-", "/dev/stdin"].contains(timeline) else {
      throw CommandFailure("each part reads the timeline; it must be a file", code: .usage)
    }
    var request = try Scene.Request(session, timeline: timeline)
    request.common.isQuiet = true
    guard try !PictureEnd.needsInput(request) else {
      throw CommandFailure(
        "\(timeline): it draws on a film; for parts the film must be a clip of the timeline, such as "
          + #""clips": [{ "source": "in.mp4" }]"#, code: .usage)
    }
    let plan = try FilmPlan(session, timeline: timeline, input: nil, hasSound: preset.hasSound)
    try preset.checkParts(rate: plan.scene.rate)
    let frames = try frameCount(plan.scene, timeline)
    let wanted = try size(session, plan.scene, frames: frames)
    return PartJobs(
      plan: PartPlan(plan.scene, frames: frames, wanted), timeline: timeline,
      output: try session.value(of: output) ?? timeline.withEnding(preset.ending),
      prefix: try session.value(of: prefix), preset: preset,
      options: session.invocation.words(
        of: FilmPlan.pictureOptions.filter { !rangeNames.contains($0.name) }),
      added: added,
      range: session.invocation.words(of: [RenderOptions.start, RenderOptions.frames]),
      hasSound: plan.hasSound,
      sources: try FilmFiles.named(plan.scene.request.common.timeline, session),
      soundSources: plan.hasSound ? try FilmFiles.ofSound(session, timeline) : [])
  }

  private static let rangeNames = [RenderOptions.start.name, RenderOptions.frames.name]

  private static func frameCount(_ scene: Scene, _ timeline: String) throws -> Int {
    guard let frames = scene.frameCount else {
      throw CommandFailure(
        "\(timeline): it has no end; say how many frames there are with -n", code: .usage)
    }
    guard frames > 0 else {
      throw CommandFailure("\(timeline): there are no frames from --start on", code: .usage)
    }
    return frames
  }

  private static func size(
    _ session: Session, _ scene: Scene, frames: Int
  ) throws -> PartPlan.Size {
    let count = try session.value(of: count)
    guard let length = try session.value(of: length) else {
      guard count ?? 1 <= frames else {
        throw CommandFailure(
          "--parts \(count ?? 0): the film has only \(counted(frames, "frame"))", code: .usage)
      }
      return .parts(min(count ?? Host.processorCount, frames))
    }
    guard count == nil else {
      throw CommandFailure("--parts and --length exclude one another", code: .usage)
    }
    guard let time = length.resolved(rate: scene.rate, duration: nil), time > .zero else {
      throw CommandFailure("--length must be more than 0", code: .usage)
    }
    let wanted = max(1, time.frameIndex(rate: scene.rate))
    // A part may become half as long.
    guard frames / wanted < FilmPart.Number.most / 2 else {
      throw CommandFailure(
        "--length: more than \(FilmPart.Number.most) parts could come of it; make them longer",
        code: .usage)
    }
    return .frames(wanted)
  }
}

/// How a plan of parts is written.
enum PartFormat: String, CaseIterable, Sendable {
  case tsv
  case json
  case parallel
  case slurm
  case make

  /// What it is, without a full stop.
  var summary: String {
    switch self {
    case .tsv: "a table with tabs between its columns"
    case .json: "an object for programs"
    case .parallel: "a command on each line, as GNU parallel takes them"
    case .slurm: "a script that gives Slurm an array of jobs and one that joins"
    case .make: "a Makefile"
    }
  }
}
