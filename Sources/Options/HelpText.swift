import Bytes

/// Text of help, set for 80 columns, each page with a newline at its end.
package enum HelpText {
  /// The first page: what the program does, its commands, its topics and its exit statuses.
  package static func overview(of program: Program, topics: [Topic] = []) -> String {
    var sections = ["\(program.name) - \(program.summary)\n"]
    sections.append("Usage:\n" + usage(of: program))
    sections += program.description.map(paragraph)
    sections.append(
      "Commands:\n" + columns(program.commands.map { ($0.name, $0.summary) }))
    if let command = program.command(named: program.defaultCommand) {
      sections.append(
        "Options of \(program.name) without a command:\n" + options(program.options(of: command)))
    }
    if !topics.isEmpty {
      let groups = grouped(topics).map { ($0.group, $0.topics.map(\.name).joined(separator: ", ")) }
      sections.append("Topics of \(program.name) help:\n" + columns(groups))
    }
    sections.append(
      "Exit status:\n" + columns(program.exitStatuses.map { ("\($0.code)", $0.meaning) }))
    sections += examples(program.examples)
    return sections.joined(separator: "\n")
  }

  /// The page of one command, with every option it shows.
  package static func page(of command: Command, in program: Program) -> String {
    var sections = ["\(program.name) \(command.name) - \(command.summary)\n"]
    sections.append("Usage:\n  \(usageLine(command, of: program))\n")
    sections += command.description.map(paragraph)
    if !command.operands.isEmpty {
      sections.append("Operands:\n" + columns(command.operands.map { ($0.name, $0.help) }))
    }
    sections.append("Options:\n" + options(program.options(of: command)))
    sections += examples(command.examples)
    return sections.joined(separator: "\n")
  }

  /// The line that `--version` prints.
  package static func version(of program: Program) -> String {
    "\(program.name) \(program.version)\n"
  }

  /// The help on `word`: a command, or the group of topics that it names, or the topic that it is
  /// the plural of, and all topics of that name; else those of which it is another word; nil for
  /// none of them.
  ///
  /// A topic and its group, as in `captions layer`, is that topic alone; a topic and a key in it,
  /// as in `captions.style`, is the key.
  package static func help(on word: String, in program: Program, topics: [Topic]) -> String? {
    if let command = program.command(named: word) {
      let pages = topics.filter { $0.name == word }.map(\.text)
      return ([page(of: command, in: program)] + pages).joined(separator: "\n")
    }
    return topicHelp(on: word, topics) ?? pairHelp(on: word, topics)
  }

  private static func topicHelp(on word: String, _ topics: [Topic]) -> String? {
    let wanted = word.lowercased()
    var pages = topics.filter { $0.name == word }.map(\.text)
    let isExact = !pages.isEmpty
    // `effect` and `effects` both name the group `Effects`.
    let named = grouped(topics).first {
      let heading = $0.group.lowercased()
      return heading == wanted || (!isExact && heading == wanted + "s")
    }
    if let named {
      pages.insert(listing(of: named.topics, heading: named.group), at: 0)
    } else if let one = topics.first(where: { $0.name + "s" == wanted }) {
      pages.insert(one.text, at: 0)
    }
    return pages.isEmpty ? meant(by: word, topics) : pages.joined(separator: "\n")
  }

  /// The page of the one topic of which this is another word, or a list of several; nil for none.
  package static func meant(by word: String, _ topics: [Topic]) -> String? {
    func plain(_ word: String) -> String { word.lowercased().filter { !"-_ ".contains($0) } }
    let wanted = plain(word)
    let meant = topics.filter { $0.aliases.contains { plain($0) == wanted } }
    guard meant.count > 1 else { return meant.first?.text }
    return "What comes near to '\(visible(word))':\n" + columns(meant.map { ($0.name, $0.summary) })
  }

  /// The help on two words that say together what is meant.
  private static func pairHelp(on word: String, _ topics: [Topic]) -> String? {
    guard let cut = word.firstIndex(where: { $0 == " " || $0 == "." }) else { return nil }
    let (first, second) = (String(word[..<cut]), String(word[word.index(after: cut)...]))
    for (name, kind) in [(first, second), (second, first)] {
      let headings = [kind.lowercased(), kind.lowercased() + "s"]
      let pages = topics.filter { $0.name == name && headings.contains($0.group.lowercased()) }
      if !pages.isEmpty { return pages.map(\.text).joined(separator: "\n") }
    }
    // A page has a line such as `  style [pop | reveal]` for each key.
    let isKey = topics.contains { $0.name == first && $0.text.contains("\n  \(second) [") }
    return isKey ? topicHelp(on: second, topics) : nil
  }

  /// The error for a word that ``help(on:in:topics:)`` has nothing on.
  package static func unknownTopic(
    _ word: String, in program: Program, topics: [Topic]
  ) -> UsageError {
    let names = program.commands.map(\.name) + topics.map(\.name) + topics.map(\.group)
    let advice =
      nearestName(to: word, in: names).map { "did you mean '\($0.lowercased())'?" }
      ?? "type: \(program.name) help"
    return .other("there is no help on '\(visible(word))'; \(advice)")
  }

  /// A line for each topic, below the name of its family where it has one.
  private static func listing(of topics: [Topic], heading: String) -> String {
    var families: [String] = []
    for family in topics.map(\.family) where !families.contains(family) { families.append(family) }
    return families.map { family in
      "\(family.isEmpty ? heading : family):\n"
        + columns(topics.filter { $0.family == family }.map { ($0.name, $0.summary) })
    }.joined(separator: "\n")
  }

  /// Topics by group, both in the order in which they first appear.
  private static func grouped(_ topics: [Topic]) -> [(group: String, topics: [Topic])] {
    var groups: [(group: String, topics: [Topic])] = []
    for topic in topics {
      if let index = groups.firstIndex(where: { $0.group == topic.group }) {
        groups[index].topics.append(topic)
      } else {
        groups.append((topic.group, [topic]))
      }
    }
    return groups
  }

  private static func usage(of program: Program) -> String {
    let fallback = program.command(named: program.defaultCommand)
    let first = fallback.map { "  \(usageLine($0, of: program))\n" } ?? ""
    return first + "  \(program.name) COMMAND [OPTIONS] ...\n"
      + "  \(program.name) help [COMMAND | TOPIC]\n"
  }

  private static func paragraph(_ text: String) -> String {
    lines(of: text, width: 80).map { $0 + "\n" }.joined()
  }

  private static func options(_ options: [any OptionDescription]) -> String {
    columns(options.filter { !$0.isHidden }.map { (term(of: $0), note(on: $0)) })
  }

  private static func examples(_ examples: [Example]) -> [String] {
    guard !examples.isEmpty else { return [] }
    let texts = examples.map { "  \($0.line)\n" + columns([("", $0.note)]) }
    return ["Examples:\n" + texts.joined()]
  }

  private static func term(of option: any OptionDescription) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    return short + synopsis(of: option)
  }
}

/// The option and its value as one types them: `--size WxH`, `--progress auto|json|none`.
func synopsis(of option: any OptionDescription) -> String {
  "--\(option.name)" + (option.form.placeholder.map { " \($0)" } ?? "")
}

/// The help of an option with its default and whether it may be repeated.
func note(on option: any OptionDescription) -> String {
  var parts = [option.help]
  if option.form.isLong, case .oneOf(let words) = option.form {
    parts.append("One of \(words.joined(separator: ", ")).")
  }
  if option.isRepeatable { parts.append("May be given several times.") }
  if let text = option.defaultText { parts.append("Default: \(text).") }
  return parts.joined(separator: " ")
}

/// How `command` is typed; the default command is typed without its name.
func usageLine(_ command: Command, of program: Program) -> String {
  var words = [program.name]
  if command.name != program.defaultCommand { words.append(command.name) }
  if !command.shownOptions.isEmpty { words.append("[OPTIONS]") }
  words += command.operands.map(\.synopsis)
  return words.joined(separator: " ")
}
