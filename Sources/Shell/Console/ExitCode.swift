import Options
import Pipes

/// The result of a command that ran to its end.
package enum ExitCode: Int32 {
  case success = 0
  /// The stream failed, or a comparison found a difference.
  case failure = 1
  /// The command line or the timeline is wrong.
  case usage = 2
}

/// A command's failure in its own words: one line, without the program's name.
package struct CommandFailure: Error {
  /// What is wrong, and what to do about it.
  package let message: String
  /// The exit status that it causes.
  package let code: ExitCode
  /// Whole lines that are written before the message: where something is wrong, and what.
  package let details: String

  /// Lines like these that have been written already.
  package let told: String

  /// All that is written about it.
  package var text: String { details + message }

  /// A failure while working, unless stated otherwise.
  package init(
    _ message: String, code: ExitCode = .failure, details: String = "", told: String = ""
  ) {
    self.message = message
    self.code = code
    self.details = details
    self.told = told
  }
}

/// The exit status of the program after `error`.
package func exitStatus(for error: any Error) -> Int32 {
  switch error {
  case let caused as any PipeCaused where caused.pipeError != nil:
    caused.pipeError.map { exitStatus(for: $0) } ?? ExitCode.failure.rawValue
  case PipeError.readerHasGone: ExitCode.success.rawValue
  case PipeError.stopped(let signal): signal.exitCode
  case let failure as CommandFailure: failure.code.rawValue
  case is UsageError: ExitCode.usage.rawValue
  default: ExitCode.failure.rawValue
  }
}

/// Reports an error on standard error.
///
/// A reader that closed the output and a signal are not errors and are not reported.
package func report(_ error: any Error) {
  switch error {
  case let caused as any PipeCaused where caused.pipeError != nil:
    if let error = caused.pipeError { report(error) }
  case PipeError.readerHasGone, PipeError.stopped: break
  case let failure as CommandFailure:
    Console.write(failure.details)
    Console.complain(failure.message)
  case let usage as UsageError: Console.complain(usage.message)
  default: Console.complain("\(error)")
  }
}
