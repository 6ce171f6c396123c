import Bytes
import Filters
import Options
import Pipes
import Shell
import Timeline
import Y4M

/// `vfx check`: says everything that is wrong with a timeline.
enum Check: Subcommand {
  static let format = Option<CheckFormat>(
    "format", .choice, default: .text, shown: "text",
    "text is for people, json for programs: an array of objects with file, line, column, severity "
      + "and message.")
  static let size = Option<PictureSize?>(
    "size", short: "s", .size,
    "The size of the stream that the timeline is for, where that matters. Default: 1920x1080.")
  static let deep = Option<Bool>(
    switch: "deep",
    "Unpack all pictures of all picture files, to see whether they are whole; otherwise only what is "
      + "unpacked in no time.")

  static let command = Command(
    "check", "say everything that is wrong with a timeline, or nothing",
    description: [
      "Looks at the whole timeline, and at every file that its picture is made of, without a stream; "
        + "afx check looks at the files of sounds. The exit status is 2 when there are errors and 0 "
        + "when there are none; warnings do not count.",
      "Times in frames (\"90f\") are taken at 30 frames a second unless the canvas, a film among the "
        + "clips or --fps says otherwise.",
    ],
    operands: [Operand("TIMELINE", "The timeline, - for standard input.")],
    options: [format, RenderOptions.fps, RenderOptions.start, RenderOptions.frames, size, deep]
      + SourceOptions.all + [FontOptions.fonts],
    examples: [
      Example("vfx check t.json", "Prints every fault with its line and column."),
      Example("vfx check --deep t.json", "Finds broken pictures too."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    var request = try Scene.Request(session, timeline: session.invocation.operands[0])
    request.frames = try session.value(of: RenderOptions.frames)
    request.isThorough = try session.value(of: deep)
    request.workers = Host.processorCount
    guard let file = request.common.timeline else { return .failure }
    let input = try PictureSize.header(session.value(of: size), rate: request.common.rate)
    let diagnostics = try Preparation(PictureEnd(request: request, input: input)).diagnostics
    switch try session.value(of: format) {
    case .text: if !diagnostics.isEmpty { file.say(diagnostics) }
    case .json: try Console.print(DiagnosticJSON.text(of: diagnostics, in: file.source))
    }
    return diagnostics.hasErrors ? .usage : .success
  }
}
