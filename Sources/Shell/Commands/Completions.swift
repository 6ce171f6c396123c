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
    // Shells would expand a word such as `$schema`.
    var seen: Set<String> = []
    let words = (App.topics + wordTopics).map(\.name).filter { word in
      !word.utf8.contains(0x24) && seen.insert(word).inserted
    }
    let program = App.program
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
