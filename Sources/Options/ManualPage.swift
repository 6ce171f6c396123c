/// The manual page, in the man(7) macros that groff and mandoc both read.
package enum ManualPage {
  /// The page of `program`, for section 1, with every shown option of every command.
  package static func text(of program: Program, topics: [Topic] = []) -> String {
    var page = Page()
    // The date is not escaped: mandoc(1) parses it.
    page.line(
      ".TH \"\(program.name.uppercased())\" \"1\" \"\(program.date)\""
        + " \"\(program.name) \(program.version)\" \"User Commands\"")
    page.section("NAME")
    page.line(escaped(program.name) + " \\- " + escaped(program.summary))
    synopsis(of: program, &page)
    page.section("DESCRIPTION")
    page.paragraphs(program.description)
    page.section("COMMANDS")
    for command in program.commands { section(on: command, of: program, &page) }
    page.section("COMMON OPTIONS")
    options(program.commonOptions, &page)
    topicSection(topics, of: program, &page)
    page.section("EXIT STATUS")
    for status in program.exitStatuses {
      page.term("\\fB\(status.code)\\fR", status.meaning)
    }
    if !program.examples.isEmpty {
      page.section("EXAMPLES")
      examples(program.examples, &page)
    }
    if !program.seeAlso.isEmpty {
      page.section("SEE ALSO")
      page.line(program.seeAlso.map(reference).joined(separator: ",\n"))
    }
    return page.text
  }

  private static func synopsis(of program: Program, _ page: inout Page) {
    page.section("SYNOPSIS")
    for (index, command) in program.commands.enumerated() {
      if index > 0 { page.request("br") }
      page.line(emphasised(usageLine(command, of: program), program))
    }
  }

  private static func section(on command: Command, of program: Program, _ page: inout Page) {
    page.request("SS", "\(program.name) \(command.name)")
    let summary = command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."
    page.paragraphs([summary] + command.description)
    for operand in command.operands {
      page.term("\\fI\(escaped(operand.name))\\fR", operand.help)
    }
    options(command.shownOptions, &page)
    examples(command.examples, &page)
  }

  private static func options(_ options: [any OptionDescription], _ page: inout Page) {
    for option in options where !option.isHidden {
      let short = option.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
      let value = option.form.placeholder.map { " \\fI\(escaped($0))\\fR" } ?? ""
      page.term(short + "\\fB\(escaped("--" + option.name))\\fR" + value, note(on: option))
    }
  }

  private static func topicSection(
    _ topics: [Topic], of program: Program, _ page: inout Page
  ) {
    guard !topics.isEmpty else { return }
    page.section("TOPICS")
    page.paragraphs(["Each of these has a page: \(program.name) help TOPIC."])
    for topic in topics {
      page.term("\\fB\(escaped(topic.name))\\fR (\(escaped(topic.group)))", topic.summary)
    }
  }

  private static func examples(_ examples: [Example], _ page: inout Page) {
    for example in examples {
      page.paragraphs([example.note])
      page.request("PP")
      page.request("EX")
      page.line(escaped("    " + example.line))
      page.request("EE")
    }
  }

  /// Sets the program's name bold at the front of a usage line.
  private static func emphasised(_ usage: String, _ program: Program) -> String {
    "\\fB\(escaped(program.name))\\fR" + escaped(String(usage.dropFirst(program.name.count)))
  }

  /// Sets `ffmpeg(1)` as a reference to another page.
  private static func reference(_ page: String) -> String {
    let parts = page.split(separator: "(", maxSplits: 1)
    guard parts.count == 2 else { return escaped(page) }
    return "\\fB\(escaped(String(parts[0])))\\fR(\(escaped(String(parts[1])))"
  }
}

/// Roff text as it grows.
private struct Page {
  private(set) var text = ""

  mutating func line(_ roff: String) { text += roff + "\n" }

  /// Writes a request with its arguments, quoted.
  mutating func request(_ name: String, _ arguments: String...) {
    let quoted = arguments.map { " \"" + escaped($0).replacing("\"", "\\(dq") + "\"" }
    line("." + name + quoted.joined())
  }

  mutating func section(_ heading: String) { request("SH", heading) }

  mutating func paragraphs(_ texts: [String]) {
    for paragraph in texts {
      // A paragraph right after a heading needs no request: mandoc(1) warns of an empty one.
      let lastLine = text.split(separator: "\n").last ?? ""
      if !lastLine.hasPrefix(".SH"), !lastLine.hasPrefix(".SS") { request("PP") }
      prose(paragraph)
    }
  }

  mutating func term(_ roff: String, _ description: String) {
    request("TP")
    line(roff)
    prose(description)
  }

  private mutating func prose(_ text: String) {
    for piece in lines(of: text, width: 76) { line(escaped(piece)) }
  }
}

/// Escapes what roff would read as its own: backslashes, hyphens, quotes, leading dots.
private func escaped(_ text: String) -> String {
  var result = ""
  for character in text {
    switch character {
    case "\\": result += "\\e"
    case "-": result += "\\-"
    case "'": result += "\\(aq"
    case "`": result += "\\(ga"
    case "^": result += "\\(ha"
    case "~": result += "\\(ti"
    default: result.append(character)
    }
  }
  return result.hasPrefix(".") ? "\\&" + result : result
}

extension String {
  /// The string with each `old` replaced by `new`, both not empty.
  fileprivate func replacing(_ old: Character, _ new: String) -> String {
    reduce(into: "") { $0 += $1 == old ? new : String($1) }
  }
}
