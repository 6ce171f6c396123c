/// Completion for fish, as a file for its `completions` folder.
package enum FishCompletion {
  /// The script for `program`; `topics` complete its `help` command.
  package static func script(for program: Program, topics: [String] = []) -> String {
    let name = program.name
    let others = program.commands.map(\.name).filter { $0 != program.defaultCommand }
    var text = """
      # Completion of \(name) for fish: put this file into ~/.config/fish/completions.
      function __\(name)_command
        set -l words (commandline -opc)
        set -l command \(program.defaultCommand)
        if set -q words[2]; and contains -- $words[2] \(others.joined(separator: " "))
          set command $words[2]
        end
        test "$command" = "$argv[1]"
      end
      function __\(name)_first
        test (count (commandline -opc)) -eq 1
      end

      """
    for command in program.commands {
      let note = quoted(command.summary)
      text += "complete -c \(name) -n __\(name)_first -f -a \(command.name) -d \(note)\n"
    }
    for command in program.commands {
      let condition = "complete -c \(name) -n '__\(name)_command \(command.name)'"
      for option in program.options(of: command) where !option.isHidden {
        text += "\(condition) \(specification(of: option))\n"
      }
      let words = operandWords(of: command, in: program, topics)
      if !words.isEmpty { text += "\(condition) -f -a \(quoted(words.joined(separator: " ")))\n" }
    }
    return text
  }

  private static func specification(of option: any OptionDescription) -> String {
    var words = ["-l \(option.name)"]
    if let short = option.short { words.append("-s \(short)") }
    switch option.form {
    case .none: break
    case .text: words.append("-x")
    case .file: words.append("-r -F")
    case .oneOf(let choices): words.append("-x -a \(quoted(choices.joined(separator: " ")))")
    }
    words.append("-d \(quoted(option.help))")
    return words.joined(separator: " ")
  }

  /// Quotes for fish, in which only the quote and the backslash are special.
  private static func quoted(_ text: String) -> String {
    "'" + text.reduce(into: "") { $0 += "'\\".contains($1) ? "\\\($1)" : String($1) } + "'"
  }
}
