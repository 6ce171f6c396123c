import Options
import Pipes

/// What every command gets: its command line, and the wish of the user that it end.
struct Session {
  let invocation: Invocation
  /// Raised by the first SIGINT or SIGTERM; input that waits on it ends then.
  let interrupt: Interrupt

  /// The value of `option`, or its default.
  func value<Value>(of option: Option<Value>) throws(UsageError) -> Value {
    try invocation.value(of: option)
  }

  /// Throws when the user wants the end; asked once a frame where no input is awaited.
  func checkInterrupt() throws(PipeError) {
    if let reason = interrupt.reason { throw reason }
  }
}

/// One thing that the program can do. A command is one file in `Commands/`.
protocol Subcommand: SendableMetatype {
  /// All that there is to know about the command line, the help and the manual.
  static var command: Command { get }

  /// Does the work. Standard output carries data only; everything else goes to standard error.
  static func run(_ session: Session) throws -> ExitCode
}

/// Every command, in the order in which help lists them.
let subcommands: [any Subcommand.Type] = [
  Render.self, Check.self, Plan.self, Still.self, TestPicture.self, Compare.self, Verify.self,
  Hash.self, Tags.self, ListFonts.self, Lint.self, HelpPages.self, SchemaText.self,
  ReferenceText.self, Manual.self, Completions.self,
]

/// The command that `invocation` names.
func subcommand(of invocation: Invocation) -> any Subcommand.Type {
  subcommands.first { $0.command.name == invocation.command.name } ?? Render.self
}
