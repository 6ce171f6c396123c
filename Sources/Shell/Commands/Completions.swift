import Options

/// `completions`: scripts by which shells complete a command line.
package enum Completions<App: Application>: Subcommand {
  package static var command: Command {
    let name = App.name
    return Command(
      "completions", "print a script that completes command lines in a shell",
      operands: [Operand("SHELL", form: .oneOf(["bash", "zsh", "fish"]), "The shell.")],
      examples: [
        Example("source <(\(name) completions bash)", "Completes \(name) in this bash."),
        Example(
          "\(name) completions fish > ~/.config/fish/completions/\(name).fish",
          "Completes \(name) in fish."),
      ])
  }

  package static func run(_ session: Session) throws -> ExitCode {
    let (program, words) = (App.program, App.topics.map(\.name))
    let script =
      switch session.invocation.operands.first {
      case "zsh": ZshCompletion.script(for: program, topics: words)
      case "fish": FishCompletion.script(for: program, topics: words)
      default: BashCompletion.script(for: program, topics: words)
      }
    try Console.print(script)
    return .success
  }
}
