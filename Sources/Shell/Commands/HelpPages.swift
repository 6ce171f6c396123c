import Options

/// `help`: the first page, or the page of a command or topic.
package enum HelpPages<App: Application>: Subcommand {
  package static var command: Command {
    Command(
      "help", "explain a command, or what a timeline may hold",
      description: [
        "Without a word, prints the first page. A group of topics, as in \(App.name) help effects, "
          + "lists it."
      ],
      operands: [
        Operand(
          "WORD", form: .text("WORD"), isOptional: true, "A command, a topic or a group of topics.")
      ],
      examples: [
        Example("\(App.name) help compare", "Prints all options of \(App.name) compare.")
      ])
  }

  package static func run(_ session: Session) throws -> ExitCode {
    let (program, topics) = (App.program, App.topics)
    guard let word = session.invocation.operands.first else {
      try Console.print(HelpText.overview(of: program, topics: topics))
      return .success
    }
    guard let text = HelpText.help(on: word, in: program, topics: topics) else {
      let sibling = App.sibling
      if sibling.topics.contains(where: { $0.name == word }) {
        throw UsageError.other(
          "\(sibling.name) has the help on '\(word)'; type: \(sibling.name) help \(word)")
      }
      throw HelpText.unknownTopic(word, in: program, topics: topics)
    }
    try Console.print(text)
    return .success
  }
}
