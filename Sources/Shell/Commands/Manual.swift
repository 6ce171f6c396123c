import Options

/// `man`: the manual page.
package enum Manual<App: Application>: Subcommand {
  package static var command: Command {
    Command(
      "man", "print the manual page",
      description: ["The page is in the man(7) macros."],
      examples: [Example("\(App.name) man | man -l -", "Reads the page without installing it.")])
  }

  package static func run(_ session: Session) throws -> ExitCode {
    try Console.print(ManualPage.text(of: App.program, topics: App.topics))
    return .success
  }
}
