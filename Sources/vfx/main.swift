import Options
import Pipes

#if canImport(Glibc) && arch(x86_64)
  Host.continueAsNewerBuild(CommandLine.unsafeArgv)
#endif
Host.occupyStandardDescriptors()
Host.returnFreedMemory()
Signals.ignoreBrokenPipes()
do {
  Host.exit(try run(Array(CommandLine.arguments.dropFirst())).rawValue)
} catch {
  report(error)
  Host.exit(exitStatus(for: error))
}

/// The whole program, in the order in which things happen.
func run(_ arguments: [String]) throws -> ExitCode {
  let invocation = try Invocation(arguments, for: program)
  switch invocation.request {
  case .help:
    try Console.print(HelpText.page(of: invocation.command, in: program))
    return .success
  case .version:
    try Console.print(HelpText.version(of: program))
    return .success
  case .run:
    let interrupt = try Interrupt()
    Signals.catchStops(raising: interrupt)
    let session = Session(invocation: invocation, interrupt: interrupt)
    return try subcommand(of: invocation).run(session)
  }
}
