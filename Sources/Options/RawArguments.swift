import Bytes

/// The first step of reading a command line: which command, which options, which words.
///
/// Nothing is known yet about the types of values; ``Invocation`` sees to that.
struct RawArguments: Sendable {
  /// The command that runs.
  let command: Command
  /// Whether the first argument names it.
  let isCommandNamed: Bool
  /// The texts given to each option, by its name, in order; a switch has empty texts.
  private(set) var values: [String: [String]] = [:]
  /// The words that belong to no option, in order.
  private(set) var operands: [String] = []
  /// How many of them stand before `--`.
  private(set) var plainCount = 0

  private let program: Program
  private let options: [any OptionDescription]

  /// Splits `arguments`, which do not include the program's own name.
  ///
  /// The first argument names the command; where it is an option or absent, the default command
  /// runs. `--name value` and `--name=value` are the same, as are `-n value` and `-nvalue`;
  /// one-letter switches may share a hyphen; `--` ends the options; `-` alone is a word.
  init(_ arguments: [String], for program: Program) throws(UsageError) {
    var rest = arguments[...]
    self.program = program
    command = try Self.command(&rest, program)
    isCommandNamed = rest.count < arguments.count
    options = program.options(of: command)
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        return
      } else if argument.hasPrefix("--") {
        try takeLong(argument.dropFirst(2), &rest)
      } else if argument.hasPrefix("-"), argument != "-" {
        try takeShort(argument.dropFirst(), &rest)
      } else {
        try checkOrder(of: argument)
        operands.append(argument)
        plainCount += 1
      }
    }
  }

  /// Refuses the name of a command behind options, where the default command takes no words.
  private func checkOrder(of word: String) throws(UsageError) {
    guard !isCommandNamed, command.operands.isEmpty, values[Program.help.name] == nil,
      program.command(named: word) != nil
    else { return }
    throw .lateCommand(word, program: program.name)
  }

  private static func command(
    _ rest: inout ArraySlice<String>, _ program: Program
  ) throws(UsageError) -> Command {
    var name = program.defaultCommand
    if let first = rest.first, !first.hasPrefix("-") {
      name = first
      rest.removeFirst()
    }
    if let command = program.command(named: name) { return command }
    throw .unknownCommand(
      name,
      nearest: program.defaultUse(of: name)
        ?? nearestName(to: name, in: program.commands.map(\.name)),
      program: program.name)
  }

  /// Takes `--name`, `--name=value` or `--name value`.
  private mutating func takeLong(
    _ text: Substring, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard let option = options.first(where: { $0.name == name }) else {
      throw unknown("--\(name)")
    }
    guard let placeholder = option.form.placeholder else {
      if let attached { throw .unexpectedValue(option: "--\(name)", text: attached) }
      values[name, default: []].append("")
      return
    }
    if let attached {
      values[name, default: []].append(attached)
    } else {
      values[name, default: []].append(try next(&rest, after: "--\(name)", placeholder))
    }
  }

  /// Takes `-n`, `-n value`, `-nvalue` or several switches behind one hyphen.
  private mutating func takeShort(
    _ text: Substring, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var letters = text
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.short == letter }) else {
        throw unknown("-\(letter)")
      }
      guard let placeholder = option.form.placeholder else {
        if letters.first == "=" {
          throw .unexpectedValue(option: "-\(letter)", text: String(letters.dropFirst()))
        }
        values[option.name, default: []].append("")
        continue
      }
      if letters.first == "=" {
        throw .equalsSign(option: "-\(letter)", text: String(letters.dropFirst()))
      }
      let value =
        letters.isEmpty ? try next(&rest, after: "-\(letter)", placeholder) : String(letters)
      values[option.name, default: []].append(value)
      return
    }
  }

  /// Takes the argument after an option, unless it is plainly an option itself.
  private func next(
    _ rest: inout ArraySlice<String>, after option: String, _ placeholder: String
  ) throws(UsageError) -> String {
    guard let value = rest.first, !options.contains(where: { "--\($0.name)" == value }) else {
      throw .missingValue(option: option, placeholder: placeholder)
    }
    rest.removeFirst()
    return value
  }

  private func unknown(_ written: String) -> UsageError {
    let names = options.filter { !$0.isHidden }.map { "--\($0.name)" }
    let nearest = written.hasPrefix("--") ? nearestName(to: written, in: names) : nil
    return .unknownOption(
      written, nearest: nearest, command: command.name, program: program.name)
  }
}
