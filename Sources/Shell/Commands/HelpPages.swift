import Options

/// `help`: the first page, or the page of a command or topic.
package enum HelpPages<App: Application>: Subcommand {
  package static var command: Command {
    Command(
      "help", "explain a command or any part of a timeline",
      description: [
        "Without a topic, prints the first page. The name of a group, as in \(App.name) help "
          + "effects, lists its topics. Every key of a timeline is a topic, even inside another "
          + "key: \(App.name) help mask.invert; so are easings and the values of keys: \(App.name) "
          + "help spring. Where a name means several things, a second word says which: "
          + "\(App.name) help captions layer, \(App.name) help captions.style."
      ],
      operands: [
        Operand(
          "WORD", form: .text("WORD"), isOptional: true, isRepeatable: true,
          "A command, a topic, a group of topics, or a key or value of a timeline.")
      ],
      examples: [
        Example("\(App.name) help compare", "Prints all options of \(App.name) compare.")
      ])
  }

  package static func run(_ session: Session) throws -> ExitCode {
    let (program, topics) = (App.program, App.topics)
    let word = session.invocation.operands.joined(separator: " ")
    guard !word.isEmpty else {
      try Console.print(HelpText.overview(of: program, topics: topics))
      return .success
    }
    // What only the other program plays is explained here too: it stands in the same timelines.
    let known = Set(topics.map(\.name))
    let all = topics + App.sibling.topics.filter { !known.contains($0.name) } + wordTopics
    guard let text = HelpText.help(on: word, in: program, topics: all) else {
      throw HelpText.unknownTopic(word, in: program, topics: all)
    }
    // What this program knows by another name goes before what only the other one calls so.
    let isOthers = !known.contains(word) && App.sibling.topics.contains { $0.name == word }
    let own = isOthers ? HelpText.meant(by: word, topics) : nil
    try Console.print([own, text].compactMap { $0 }.joined(separator: "\n"))
    return .success
  }
}
