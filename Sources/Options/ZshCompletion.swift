/// Completion for zsh, as a file for a folder of `$fpath`, named after the program with `_`.
package enum ZshCompletion {
  /// The function for `program`; `topics` complete its `help` command.
  package static func script(for program: Program, topics: [String] = []) -> String {
    let name = program.name
    let entries = program.commands.map { "    \(quoted("\($0.name):\($0.summary)"))\n" }
    let cases = program.commands.map { command in
      "    \(command.name))\n      _arguments -s -S \\\n"
        + arguments(of: command, in: program, topics) + "      ;;\n"
    }
    return """
      #compdef \(name)
      # Completion of \(name) for zsh: put this file into a folder of $fpath as _\(name).
      _\(name)() {
        local -a commands
        commands=(
      \(entries.joined())  )
        local command=\(program.defaultCommand)
        if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
          _describe command commands
          return
        fi
        if (( CURRENT > 2 )) && [[ $words[2] != -* ]]; then
          command=$words[2]
          shift words
          (( CURRENT-- ))
        fi
        case $command in
      \(cases.joined())  esac
      }
      if [ "$funcstack[1]" = "_\(name)" ]; then
        _\(name) "$@"
      else
        compdef _\(name) \(name)
      fi

      """
  }

  private static func arguments(
    of command: Command, in program: Program, _ topics: [String]
  ) -> String {
    var specifications = program.options(of: command).filter { !$0.isHidden }.map(specification)
    let words = operandWords(of: command, in: program, topics)
    if !words.isEmpty {
      specifications.append(quoted("*:word:(\(words.joined(separator: " ")))"))
    } else if !command.operands.isEmpty {
      specifications.append(quoted("*:file:_files"))
    }
    return specifications.map { "        \($0)" }.joined(separator: " \\\n") + "\n"
  }

  /// One option in the language of zsh's `_arguments`.
  private static func specification(of option: any OptionDescription) -> String {
    let repeats = option.isRepeatable ? "*" : ""
    let note = "[" + escaped(option.help) + "]"
    let value: String
    switch option.form {
    case .none: value = ""
    case .text(let placeholder): value = ":\(escaped(placeholder)): "
    case .file(let placeholder): value = ":\(escaped(placeholder)):_files"
    case .oneOf(let words): value = ":\(option.name):(\(words.joined(separator: " ")))"
    }
    let long = "--\(option.name)" + (option.form == .none ? "" : "=")
    guard let short = option.short else { return quoted(repeats + long + note + value) }
    let exclusion = option.isRepeatable ? "" : "(-\(short) --\(option.name))"
    let shortForm = "-\(short)" + (option.form == .none ? "" : "+")
    let tail = quoted(note + value)
    let head = exclusion.isEmpty ? repeats : exclusion
    return "\(quoted(head)){\(shortForm),\(long)}\(tail)"
  }

  /// Escapes what ends a part of a specification.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += ":[]\\".contains($1) ? "\\\($1)" : String($1) }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.reduce(into: "") { $0 += $1 == "'" ? "'\\''" : String($1) } + "'"
  }
}
