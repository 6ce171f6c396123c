import Options
import Pipes
import Shell

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
  static let preset = Option<FilmPreset>(
    "preset", .choice, default: .web, shown: "web",
    "How it is encoded: "
      + FilmPreset.allCases.map { "\($0.rawValue), \($0.summary)" }.joined(separator: "; ") + ".")
  static let script = Option<Bool>(
    switch: "print", "Print the pipe that would be run, as a script for bash, and make nothing.")
  static let rows = Option<String?>(
    "rows", .file("CSV"),
    "Make a film of each row of a table: its first row names variables of the timeline, the others "
      + "are their values. A film that is there and newer than the timeline and the table is not made "
      + "again.")

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
    options: [input, output, preset, script, rows] + FilmPlan.pictureOptions,
    examples: [
      Example("vfx make film.json", "Makes film.mp4."),
      Example("vfx make t.json -i in.mp4 -o out.mp4 -- -crf 18", "Draws on a film."),
      Example("vfx make film.json --preset gif --print", "Shows the pipe for a GIF."),
      Example(
        "vfx make invite.json --rows people.csv -o 'out/${name}.mp4'", "Makes a film for each row."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    if let table = try session.value(of: rows) {
      return try FilmTable(session, path: table).make()
    }
    let timeline = session.invocation.operands[0]
    let preset = try session.value(of: preset)
    let options = try FilmOptions(preset, added: Array(session.invocation.operands.dropFirst()))
    let output = FilmPipe.Output(
      path: try session.value(of: output) ?? timeline.withEnding(preset.ending))
    let input = try session.value(of: input)
    for path in [timeline, input] where path == output.path {
      throw CommandFailure(
        "\(output.path): the film would replace what it is made of", code: .usage)
    }
    let plan = try FilmPlan(session, timeline: timeline, input: input, hasSound: preset.hasSound)
    let arguments = options.arguments(
      tags: plan.tags, hasSound: plan.hasSound, to: output.partial)
    try options.checkEncoders(arguments, plan.tools)
    let pipe = FilmPipe(
      pictures: plan.pictureSteps, sound: plan.soundSteps,
      film: [FilmPipe.Step(plan.tools.name, arguments)], output: output)
    if try session.value(of: script) {
      try Console.print(pipe.script)
      return .success
    }
    return try FilmRun.make(pipe, session.interrupt, find: FilmPlan.program)
  }
}

extension String {
  /// A path with another ending, in the current folder's terms.
  func withEnding(_ ending: String) -> String {
    let name = split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return "\(self).\(ending)"
    }
    return "\(dropLast(name.distance(from: dot, to: name.endIndex))).\(ending)"
  }
}
