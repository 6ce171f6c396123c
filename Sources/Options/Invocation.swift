import Bytes

/// A parsed command line: the second step, in which texts become values.
package struct Invocation: Sendable {
  /// What the user asked for.
  package enum Request: Sendable {
    case run
    /// The page of ``Invocation/command``.
    case help
    /// The first page: help was asked for without a command.
    case overview
    case version
  }

  /// The program whose command line it is.
  package let program: Program
  /// The command that was named, or the program's default.
  package let command: Command
  /// The words that belong to no option; as many as the command's operands allow.
  package let operands: [String]
  /// Whether the command is to run, or only help or the version is wanted.
  package let request: Request
  private let values: [String: [String]]

  /// Reads `arguments`, which do not include the program's own name.
  ///
  /// Throws for what does not fit the declarations of `program`; the texts of options are read
  /// when a command asks for them.
  package init(_ arguments: [String], for program: Program) throws(UsageError) {
    let raw = try RawArguments(arguments, for: program)
    self.program = program
    command = raw.command
    operands = raw.operands
    values = raw.values
    if raw.values[Program.help.name] != nil {
      request = raw.isCommandNamed ? .help : .overview
    } else if raw.values[Program.versionSwitch.name] != nil {
      request = .version
    } else {
      request = .run
      try checkOperands(plainCount: raw.plainCount)
    }
  }

  /// The value of `option`, or its default.
  package func value<Value>(of option: Option<Value>) throws(UsageError) -> Value {
    try option.resolve(values[option.name] ?? [])
  }

  /// Whether the user gave `option`, even with its default.
  package func has(_ option: some OptionDescription) -> Bool {
    values[option.name] != nil
  }

  /// The options among `options` that the user gave, as words of a command line.
  package func words(of options: [any OptionDescription]) -> [String] {
    options.flatMap { option -> [String] in
      (values[option.name] ?? []).flatMap { value in
        option.form == .none ? ["--\(option.name)"] : ["--\(option.name)", value]
      }
    }
  }

  /// - Parameter plainCount: how many operands stand before `--`.
  private func checkOperands(plainCount: Int) throws(UsageError) {
    let usage = usageLine(command, of: program)
    let declared = command.operands
    let least = declared.count { !$0.isOptional }
    if operands.count < least, let missing = declared.dropFirst(operands.count).first {
      throw .missingOperand(missing.name, usage: usage)
    }
    if operands.count > declared.count, declared.last?.isRepeatable != true {
      let operand = operands[declared.count]
      let isDefault = command.name == program.defaultCommand
      throw .surplusOperand(
        operand, nearest: isDefault ? program.defaultUse(of: operand) : nil, usage: usage)
    }
    if let behind = declared.firstIndex(where: \.isBehindDashes), plainCount > behind {
      throw .surplusOperand(operands[behind], nearest: nil, usage: usage)
    }
    for (word, operand) in zip(operands, declared) {
      guard case .oneOf(let words) = operand.form, !words.contains(word) else { continue }
      throw .badValue(
        place: operand.name, text: word, expected: "one of \(words.joined(separator: ", "))",
        nearest: nearestName(to: word, in: words))
    }
  }
}
