import Options

/// `vfx completions`: scripts by which shells complete a command line.
enum Completions: Subcommand {
  static let command = Command(
    "completions", "print a script that completes command lines in a shell",
    operands: [Operand("SHELL", form: .oneOf(["bash", "zsh", "fish"]), "The shell.")],
    examples: [
      Example("source <(vfx completions bash)", "Completes vfx in this bash."),
      Example(
        "vfx completions fish > ~/.config/fish/completions/vfx.fish", "Completes vfx in fish."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let words = topics.map(\.name)
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
