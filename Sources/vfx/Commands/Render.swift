import Options
import Pipes

/// `vfx` itself: draws a timeline into the stream.
enum Render: Subcommand {
  static let command = Command(
    "render", "draw a timeline into the stream on standard input",
    description: ["This is what vfx does without a command."],
    options: RenderOptions.all,
    examples: [Example(Console.pipe, "Draws a timeline into a film.")])

  static func run(_ session: Session) throws -> ExitCode {
    let options = try RenderOptions(session)
    _ = options
    _ = try Console.input(session)
    _ = try Console.output()
    throw CommandFailure("rendering is not part of this build")
  }
}
