import Options

/// `vfx help`: the first page, or the page of a command or topic.
enum HelpPages: Subcommand {
  static let command = Command(
    "help", "explain a command, an effect, a transition, a layer or an easing",
    description: [
      "Without a word, prints the first page. A group of topics, as in vfx help effects, lists it."
    ],
    operands: [
      Operand(
        "WORD", form: .text("WORD"), isOptional: true, "A command, a topic or a group of topics.")
    ],
    examples: [Example("vfx help compare", "Prints all options of vfx compare.")])

  static func run(_ session: Session) throws -> ExitCode {
    guard let word = session.invocation.operands.first else {
      try Console.print(HelpText.overview(of: program, topics: topics))
      return .success
    }
    guard let text = HelpText.help(on: word, in: program, topics: topics) else {
      throw HelpText.unknownTopic(word, in: program, topics: topics)
    }
    try Console.print(text)
    return .success
  }
}
