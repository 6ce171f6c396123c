import Bytes

/// A JSON value to be written; members stand in the order given.
package enum JSONText: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number already spelt as JSON.
  case number(String)
  case string(String)
  case array([JSONText])
  case object([(key: String, value: JSONText)])

  /// A value that was read, with its numbers as they are spelt; null where a fault was reported.
  package init(_ node: JSONNode) {
    switch node.kind {
    case .null, .invalid: self = .null
    case .bool(let value): self = .bool(value)
    case .number(let text): self = .number(text)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map { JSONText($0) })
    case .object(let members): self = .object(members.map { ($0.key, JSONText($0.value)) })
    }
  }

  /// The text on one line.
  package var compact: String {
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .integer(let value): return String(value)
    case .number(let text): return text
    case .string(let text): return Self.quote(text)
    case .array(let elements): return "[" + elements.map(\.compact).joined(separator: ", ") + "]"
    case .object(let members):
      let inner = members.map { "\(Self.quote($0.key)): \($0.value.compact)" }
      return members.isEmpty ? "{}" : "{ " + inner.joined(separator: ", ") + " }"
    }
  }

  /// The text over several lines, indented by two blanks a level; what fits a line stays on it.
  package func pretty(indent: Int = 0, width: Int = 100) -> String {
    let parts: [String]
    let brackets: (open: String, close: String)
    switch self {
    case .array(let elements) where !elements.isEmpty:
      parts = elements.map { $0.pretty(indent: indent + 2, width: width) }
      brackets = ("[", "]")
    case .object(let members) where !members.isEmpty:
      parts = members.map {
        Self.quote($0.key) + ": " + $0.value.pretty(indent: indent + 2, width: width)
      }
      brackets = ("{", "}")
    default: return compact
    }
    let isShort = parts.allSatisfy { !$0.utf8.contains(UInt8(ascii: "\n")) }
    if isShort {
      let line = compact
      if indent + line.utf8.count <= width { return line }
    }
    let margin = String(repeating: " ", count: indent)
    let inner = parts.map { "\(margin)  \($0)" }.joined(separator: ",\n")
    return "\(brackets.open)\n\(inner)\n\(margin)\(brackets.close)"
  }

  /// The text in double quotes with the escapes that RFC 8259 section 7 asks for, and for all else
  /// that a terminal would obey.
  package static func quote(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where !scalar.isPrintable:
        for unit in String(scalar).utf16 {
          result += "\\u" + String(unit, radix: 16).padded(to: 4)
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
