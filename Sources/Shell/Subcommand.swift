import Options
import Pipes

/// What every command gets: its command line, and the interrupt by which the user stops it.
package struct Session {
  /// The parsed command line.
  package let invocation: Invocation
  /// Raised by the first SIGINT or SIGTERM; input that waits on it ends then.
  package let interrupt: Interrupt
  /// Whether there is nothing on the command line.
  let wasToldNothing: Bool

  /// What `main` gives to the command.
  package init(invocation: Invocation, interrupt: Interrupt, wasToldNothing: Bool = false) {
    self.invocation = invocation
    self.interrupt = interrupt
    self.wasToldNothing = wasToldNothing
  }

  /// The value of `option`, or its default.
  package func value<Value>(of option: Option<Value>) throws(UsageError) -> Value {
    try invocation.value(of: option)
  }

  /// Throws if the user has stopped the program; called once a frame where no input is awaited.
  package func checkInterrupt() throws(PipeError) {
    if let reason = interrupt.reason { throw reason }
  }
}

/// A command of a program. One command is one file in `Commands/`.
package protocol Subcommand: SendableMetatype {
  /// All that there is to know about the command line, the help and the manual.
  static var command: Command { get }

  /// Does the work. Standard output carries data only; everything else goes to standard error.
  static func run(_ session: Session) throws -> ExitCode
}
