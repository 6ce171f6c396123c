/// A command line that cannot be understood.
///
/// Each case carries what the user wrote and what would have been right; ``message`` puts it into
/// one line that says what to type.
package enum UsageError: Error, Hashable {
  case unknownCommand(String, nearest: String?, program: String)
  /// A command's name behind options, with which the default command runs.
  case lateCommand(String, program: String)
  case unknownOption(String, nearest: String?, command: String, program: String)
  case missingValue(option: String, placeholder: String)
  case unexpectedValue(option: String, text: String)
  /// A value behind a letter and an equals sign, which only long names take.
  case equalsSign(option: String, text: String)
  case badValue(place: String, text: String, expected: String, nearest: String?)
  case missingOperand(String, usage: String)
  case surplusOperand(String, nearest: String?, usage: String)
  /// A fault that only the command itself can see, in its own words.
  case other(String)

  /// The fault in one line, without the program's name before it.
  package var message: String {
    switch self {
    case .unknownCommand(let name, let nearest, let program):
      "unknown command '\(visible(name))'; " + hint(nearest, else: "type: \(program) help")
    case .lateCommand(let name, let program):
      "the command comes first, before its options; type: \(program) \(name) ..."
    case .unknownOption(let name, let nearest, let command, let program):
      "unknown option '\(visible(name))'; "
        + hint(nearest, else: "type: \(program) help \(command)")
    case .missingValue(let option, let placeholder):
      "\(option) needs a value; type: \(option) \(placeholder)"
    case .unexpectedValue(let option, let text):
      "\(option) takes no value, but '\(visible(text))' was given; type: \(option)"
    case .equalsSign(let option, let text):
      "\(option) takes its value without '='; type: \(option) "
        + (text.isEmpty ? "VALUE" : visible(text))
    case .badValue(let place, let text, let expected, let nearest):
      "\(place): '\(visible(text))' is not \(expected)"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .missingOperand(let name, let usage):
      "\(name) is missing; type: \(usage)"
    case .surplusOperand(let text, let nearest, let usage):
      "unexpected argument '\(visible(text))'; " + hint(nearest, else: "type: \(usage)")
    case .other(let message):
      message
    }
  }

  private func hint(_ nearest: String?, else advice: String) -> String {
    nearest.map { "did you mean '\($0)'?" } ?? advice
  }
}

/// Gives `text` fit for one line of a message: control characters escaped, long texts cut.
package func visible(_ text: String) -> String {
  var result = ""
  for (count, scalar) in text.unicodeScalars.enumerated() {
    if count == 80 { return result + "..." }
    let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
    result += isControl ? "\\x" + hexadecimal(scalar.value) : String(scalar)
  }
  return result
}

private func hexadecimal(_ value: UInt32) -> String {
  let digits = String(value, radix: 16, uppercase: true)
  return digits.count < 2 ? "0" + digits : digits
}
