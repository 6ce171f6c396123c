/// Completion for bash, as a script to be sourced.
package enum BashCompletion {
  /// The script for `program`; `topics` complete its `help` command.
  package static func script(for program: Program, topics: [String] = []) -> String {
    let name = program.name
    let commands = program.commands.map(\.name)
    var cases = ""
    var optionLists = ""
    for command in program.commands {
      let shown = program.options(of: command).filter { !$0.isHidden }
      cases += valueCases(command, shown)
      let names = shown.map { "--\($0.name)" } + shown.compactMap { $0.short.map { "-\($0)" } }
      optionLists += "    \(command.name)) options='\(names.joined(separator: " "))' ;;\n"
    }
    return """
      # Completion of \(name) for bash: source this file.
      _\(name)() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        local command=\(program.defaultCommand) options=''
        COMPREPLY=()
        if [ "$COMP_CWORD" -gt 1 ]; then
          case ${COMP_WORDS[1]} in
          \(commands.joined(separator: "|"))) command=${COMP_WORDS[1]} ;;
          esac
        fi
        # bash splits --name=value at the equals sign.
        if [ "$current" = '=' ]; then
          current=''
        elif [ "$previous" = '=' ] && [ "$COMP_CWORD" -gt 2 ]; then
          previous=${COMP_WORDS[COMP_CWORD-2]}
        fi
        case "$command $previous" in
      \(cases)  esac
        case $command in
      \(optionLists)  esac
        case $current in
        -*)
          COMPREPLY=($(compgen -W "$options" -- "$current"))
          return
          ;;
        esac
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W '\(commands.joined(separator: " "))' -- "$current"))
          return
        fi
        case $command in
      \(operandCases(program, topics))  esac
      }
      complete -o bashdefault -o default -F _\(name) \(name)

      """
  }

  /// What follows the options that take a value.
  private static func valueCases(
    _ command: Command, _ options: [any OptionDescription]
  ) -> String {
    var cases = ""
    for option in options {
      var patterns = ["'\(command.name) --\(option.name)'"]
      if let short = option.short { patterns.append("'\(command.name) -\(short)'") }
      let label = "  \(patterns.joined(separator: "|")))"
      switch option.form {
      case .none: continue
      case .file, .text: cases += "\(label) return ;;\n"
      case .oneOf(let words):
        cases += "\(label)\n    COMPREPLY=($(compgen -W '\(words.joined(separator: " "))'"
        cases += " -- \"$current\"))\n    return\n    ;;\n"
      }
    }
    return cases
  }

  private static func operandCases(_ program: Program, _ topics: [String]) -> String {
    var cases = ""
    for command in program.commands {
      let words = operandWords(of: command, in: program, topics)
      guard !words.isEmpty else { continue }
      let list = words.joined(separator: " ")
      cases += "  \(command.name)) COMPREPLY=($(compgen -W '\(list)' -- \"$current\")) ;;\n"
    }
    return cases
  }
}

/// The words that the operands of `command` choose from; `help` takes commands and topics.
func operandWords(of command: Command, in program: Program, _ topics: [String]) -> [String] {
  if command.name == "help" { return program.commands.map(\.name) + topics }
  var words: [String] = []
  for case .oneOf(let choices) in command.operands.map(\.form) { words += choices }
  return words
}
