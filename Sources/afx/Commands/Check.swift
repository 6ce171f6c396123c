import Options
import Shell
import Timeline

/// `afx check`: says everything that is wrong with a timeline's sound.
enum Check: Subcommand {
  static let format = Option<ReportFormat>(
    "format", .choice, default: .text, shown: "text",
    "text is for people, json for programs: an array of objects with file, line, column, severity "
      + "and message.")

  static let command = Command(
    "check", "report everything that is wrong with a timeline, or nothing",
    description: [
      "Checks the whole timeline and every file that its sound uses, without a stream, or for the film of -i; "
        + "vfx check checks the picture files. The exit status is 2 when there are errors and 0 when there "
        + "are none; warnings do not count.",
      "What is an error only where the stream does not tell its length, or the rate of its film, is "
        + "a warning. Times in frames (\"90f\") count at 30 frames a second unless the canvas, a film "
        + "among the clips, that of -i or --fps sets another rate.",
    ],
    operands: [Operand("TIMELINE", "The timeline, - for standard input.")],
    options: [format] + SceneOptions.all,
    examples: [Example("afx check t.json", "Prints every error with its line and column.")])

  static func run(_ session: Session) throws -> ExitCode {
    var request = try SoundRequest(session, timeline: session.invocation.operands[0])
    guard let file = request.common.timeline else { return .failure }
    let input = try StandardInput.heard(session, for: &request)
    let diagnostics =
      try input.map { try SoundEnd.diagnostics(request, input: $0) }
      ?? SoundEnd.diagnostics(request)
    switch try session.value(of: format) {
    case .text: if !diagnostics.isEmpty { file.say(diagnostics) }
    case .json: try Console.printVerdict(DiagnosticJSON.text(of: diagnostics, in: file.source))
    }
    return diagnostics.hasErrors ? .usage : .success
  }
}
