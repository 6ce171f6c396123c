/// Why a text is no path data, and where.
package struct PathDataError: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Fault: Hashable, Sendable {
    /// The first command is not `M` or `m`.
    case missingMove
    /// A character that begins no command and no number.
    case unknownCharacter(String)
    /// Numbers follow `Z`, which takes none.
    case numberAfterClose
    /// A number of this command is missing.
    case missingNumber(command: String)
    /// What stands there is not a number, as "-" or "1e".
    case malformedNumber(String)
    /// A number too large to be a place.
    case hugeNumber(String)
    /// An arc's flag that is not 0 or 1.
    case malformedFlag(String)
    /// A comma that no number follows, or that stands before a command.
    case strayComma
  }

  /// What is wrong.
  package let fault: Fault
  /// The bytes of the text that are at fault; empty at its end.
  package let range: Range<Int>

  /// One clause that says what is wrong, without a full stop.
  package var message: String {
    switch fault {
    case .missingMove: "path data must begin with 'M' or 'm'"
    case .unknownCharacter(let text): "'\(text)' is no command of path data"
    case .numberAfterClose: "'Z' takes no numbers; a command is missing before this one"
    case .missingNumber(let command): "'\(command)' needs \(Self.needs(command))"
    case .malformedNumber(let text): "'\(text)' is not a number"
    case .hugeNumber(let text): "\(text) is too large for a place"
    case .malformedFlag(let text): "an arc's flag must be 0 or 1, not '\(text)'"
    case .strayComma: "no number stands beside this comma"
    }
  }

  private static func needs(_ command: String) -> String {
    switch command {
    case "H", "h", "V", "v": "a number"
    case "M", "m", "L", "l", "T", "t": "two numbers for each point"
    case "Q", "q", "S", "s": "four numbers for each curve"
    case "C", "c": "six numbers for each curve"
    default: "seven numbers for each arc"
    }
  }
}
