import Options
import Pipes

/// A program of the project: what it is called and what it can do.
package protocol Application: SendableMetatype {
  /// What it is called, and messages begin with.
  static var name: String { get }
  /// All that help, manual, completion and parser know of it.
  static var program: Program { get }
  /// Every command, in the order in which help lists them.
  static var subcommands: [any Subcommand.Type] { get }
  /// The pages of help on what a timeline may hold.
  static var topics: [Topic] { get }
  /// The program that plays the other part of timelines, and its pages.
  static var sibling: (name: String, topics: [Topic]) { get }
}

extension Application {
  /// Runs the program and exits the process.
  package static func main() -> Never {
    #if canImport(Glibc) && arch(x86_64)
      if let words = Host.argumentWords { Host.continueAsNewerBuild(words) }
    #endif
    Host.occupyStandardDescriptors()
    Host.returnFreedMemory()
    Signals.ignoreBrokenPipes()
    Console.introduce(name)
    do {
      // Without its words the program would pass the stream as it is, and call that a success.
      guard let arguments = try arguments() else {
        throw CommandFailure(
          "the system does not provide the command line; /proc may be missing", code: .usage)
      }
      Host.exit(try run(arguments).rawValue)
    } catch {
      report(error)
      Host.exit(exitStatus(for: error))
    }
  }

  /// The words of the command line.
  private static func arguments() throws -> [String]? {
    do { return try Host.arguments() } catch {
      throw CommandFailure(
        "'\(error.repaired)' is not UTF-8, and \(name) reads no other names and texts", code: .usage
      )
    }
  }

  /// The whole program, in the order in which things happen.
  private static func run(_ arguments: [String]) throws -> ExitCode {
    let invocation = try Invocation(arguments, for: program)
    switch invocation.request {
    case .help:
      try Console.print(HelpText.page(of: invocation.command, in: program))
      return .success
    case .overview:
      try Console.print(HelpText.overview(of: program, topics: topics))
      return .success
    case .version:
      try Console.print(HelpText.version(of: program))
      return .success
    case .run:
      let interrupt = try Interrupt()
      Signals.catchStops(raising: interrupt)
      Signals.endProgram(whenRaised: interrupt)
      let session = Session(
        invocation: invocation, interrupt: interrupt, wasToldNothing: arguments.isEmpty)
      guard let command = subcommand(named: invocation.command.name) else { return .usage }
      do {
        return try command.run(session)
      } catch {
        // The same signal mostly ends the reader of our output, too.
        guard exitStatus(for: error) == 0, let signal = interrupt.signal else { throw error }
        throw PipeError.stopped(signal)
      }
    }
  }

  private static func subcommand(named name: String) -> (any Subcommand.Type)? {
    subcommands.first { $0.command.name == name }
  }
}
