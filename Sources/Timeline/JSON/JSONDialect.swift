import Bytes

/// Which spellings of JSON are taken.
package enum JSONDialect: Sendable {
  /// The JSON of timelines: RFC 8259, comments, and commas after the last element.
  case timeline
  /// JSON5 1.0.0 as well: keys without quotes, single quotes, strings over several lines,
  /// hexadecimal numbers, `+1`, `.5` and `1.`, and numbers that are none, as `NaN` and `Infinity`.
  case json5

  /// The number of JSON that a number of JSON5 means; those that are none stay as they are.
  static func number(_ word: String) -> String? {
    var digits = word[...]
    var sign = ""
    if digits.hasPrefix("-") || digits.hasPrefix("+") {
      sign = digits.hasPrefix("-") ? "-" : ""
      digits = digits.dropFirst()
    }
    if ["NaN", "Infinity", "Inf", "inf"].contains(digits) {
      return digits == "NaN" ? "NaN" : sign + "Infinity"
    }
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      let letters = digits.dropFirst(2)
      guard letters.allSatisfy(\.isHexDigit), let value = UInt64(letters, radix: 16) else {
        return nil
      }
      return sign + String(value)
    }
    return decimal(digits).map { sign + $0 }
  }

  /// A decimal number, with the zeros around its point that JSON asks for.
  private static func decimal(_ text: Substring) -> String? {
    let exponentAt = text.firstIndex { $0 == "e" || $0 == "E" } ?? text.endIndex
    let parts = text[..<exponentAt].split(separator: ".", omittingEmptySubsequences: false)
    var exponent = text[exponentAt...].dropFirst()
    guard parts.count <= 2, parts.contains(where: { !$0.isEmpty }),
      parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) })
    else { return nil }
    if exponent.hasPrefix("+") || exponent.hasPrefix("-") { exponent = exponent.dropFirst() }
    guard
      exponentAt == text.endIndex
        || !exponent.isEmpty && exponent.utf8.allSatisfy(\.isDigit)
    else { return nil }
    let whole = parts[0].isEmpty ? "0" : String(parts[0])
    guard whole == "0" || !whole.hasPrefix("0") else { return nil }
    let fraction = parts.count > 1 && !parts[1].isEmpty ? "." + parts[1] : ""
    return whole + fraction + text[exponentAt...]
  }
}

extension JSONScanner {
  /// Whether the bytes may be a key without quotes: letters, digits, `$` and `_`, no digit first.
  func isIdentifier(_ range: Range<Int>) -> Bool {
    guard let first = bytes[range].first, !first.isDigit else { return false }
    return bytes[range].allSatisfy { byte in
      byte.isDigit || byte.isLetter || [0x24, 0x5F].contains(byte) || byte >= 0x80
    }
  }
}
