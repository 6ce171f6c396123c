import Bytes
import Filters
import Options
import Pipes
import Shell
import Timeline
import Y4M

/// `vfx check`: says everything that is wrong with a timeline.
enum Check: Subcommand {
  static let format = Option<ReportFormat>(
    "format", .choice, default: .text, shown: "text",
    "text is for people, json for programs: an array of objects with file, line, column, severity "
      + "and message.")
  static let size = Option<PictureSize?>(
    "size", short: "s", .size,
    "The size of the stream that the timeline is for. Default: 1920x1080.")
  static let deep = Option<Bool>(
    switch: "deep",
    "Decode every frame of every picture file, to see whether it is complete; otherwise only what "
      + "decodes quickly.")

  static let command = Command(
    "check", "report everything that is wrong with a timeline, or nothing",
    description: [
      "Checks the whole timeline and every file that its picture uses, without a stream; afx check "
        + "checks the sound files. The exit status is 2 when there are errors and 0 when there are "
        + "none; warnings do not count.",
      "Times in frames (\"90f\") count at 30 frames a second unless the canvas, a film among the "
        + "clips, that of -i or --fps sets another rate.",
    ],
    operands: [Operand("TIMELINE", "The timeline, - for standard input.")],
    options: [
      Make.input, format, RenderOptions.fps, RenderOptions.start, RenderOptions.frames, size, deep,
    ]
      + RenderOptions.colors + SourceOptions.all + [FontOptions.fonts],
    examples: [
      Example("vfx check t.json", "Prints every error with its line and column."),
      Example("vfx check --deep t.json", "Finds broken pictures too."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    var request = try Scene.Request(session, timeline: session.invocation.operands[0])
    request.frames = try session.value(of: RenderOptions.frames)
    request.isThorough = try session.value(of: deep)
    request.colors = try Scene.Colors(session)
    request.workers = Host.processorCount
    guard let file = request.common.timeline else { return .failure }
    let film = try FilmInput.film(session, for: &request, size: size)
    let input =
      try film?.reader.header
      ?? PictureSize.header(session.value(of: size), rate: request.common.rate)
    let diagnostics = try Preparation(PictureEnd(request: request, input: input)).diagnostics
    switch try session.value(of: format) {
    case .text: if !diagnostics.isEmpty { file.say(diagnostics) }
    case .json: try Console.printVerdict(DiagnosticJSON.text(of: diagnostics, in: file.source))
    }
    return diagnostics.hasErrors ? .usage : .success
  }
}
