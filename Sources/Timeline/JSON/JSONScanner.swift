import Bytes

/// Reads the words of JSON one by one: blanks and comments, strings, numbers, literals.
///
/// The grammar is RFC 8259, with `//` and `/* */` comments as blanks. Faults inside a word are
/// reported here, and the word is taken whole all the same, so that reading can go on after it.
struct JSONScanner {
  let bytes: [UInt8]
  let dialect: JSONDialect
  var position: Int
  var diagnostics: Diagnostics

  init(_ source: SourceText, _ dialect: JSONDialect, diagnostics: Diagnostics) {
    bytes = source.bytes
    self.dialect = dialect
    position = source.textStart
    self.diagnostics = diagnostics
  }

  /// The next byte, nil at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Passes over blanks and comments.
  mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        position += 1
      case UInt8(ascii: "/"):
        guard skipComment() else { return }
      case UInt8(ascii: "#"):
        guard skipForeignComment() else { return }
      case 0xC2...0xEF:
        guard skipForeignBlanks() else { return }
      default: return
      }
    }
  }

  /// Passes over a comment; false, without moving, if none starts here.
  private mutating func skipComment() -> Bool {
    guard position + 1 < bytes.count else { return false }
    let start = position
    switch bytes[position + 1] {
    case UInt8(ascii: "/"):
      while position < bytes.count, !isLineEnd(bytes[position]) { position += 1 }
      return true
    case UInt8(ascii: "*"):
      position += 2
      while position + 1 < bytes.count {
        if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
          position += 2
          return true
        }
        position += 1
      }
      position = bytes.count
      diagnostics.error(
        "the comment is never closed", at: start..<start + 2, hint: "close it with */")
      return true
    default: return false
    }
  }

  /// Reports a comment as in shells and passes over it; a colour such as `#fff` is none.
  private mutating func skipForeignComment() -> Bool {
    guard position + 1 < bytes.count, " \t!#".utf8.contains(bytes[position + 1]) else {
      return false
    }
    let start = position
    while position < bytes.count, !isLineEnd(bytes[position]) { position += 1 }
    diagnostics.error(
      "'#' does not start a comment", at: start..<start + 1, hint: "a comment starts with //")
    return true
  }

  private func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Takes what stands up to the next blank, bracket, quote, comma or colon: at least one scalar.
  mutating func takeRun() -> Range<Int> {
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      let isDelimiter = Self.isDelimiter(byte) || byte >= 0xC2 && foreignBlank(at: position) != nil
      if isDelimiter && position > start { break }
      position += 1
      if isDelimiter { break }
    }
    return start..<position
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "/"):
      true
    default: false
    }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  // MARK: Numbers and literals

  /// Takes a number, `true`, `false`, `null`, or whatever stands in its place.
  mutating func takeWord() -> JSONNode {
    let range = takeRun()
    let word = text(range)
    switch word {
    case "true": return JSONNode(.bool(true), range: range)
    case "false": return JSONNode(.bool(false), range: range)
    case "null": return JSONNode(.null, range: range)
    default: break
    }
    if isNumber(range) { return JSONNode(.number(word), range: range) }
    if dialect == .json5, let number = JSONDialect.number(word) {
      return JSONNode(.number(number), range: range)
    }
    report(badWord: word, at: range)
    return JSONNode(.invalid, range: range)
  }

  /// Whether the bytes are a number of RFC 8259 section 6.
  private func isNumber(_ range: Range<Int>) -> Bool {
    var rest = bytes[range]
    func digits(_ rest: inout ArraySlice<UInt8>) -> Int {
      let count = rest.prefix(while: \.isDigit).count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let whole = digits(&rest)
    guard whole == 1 || whole > 1 && !startsWithZero else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard digits(&rest) > 0 else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard digits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  private mutating func report(badWord word: String, at range: Range<Int>) {
    if let literal = ["true", "false", "null"].first(where: { $0 == word.lowercased() }) {
      diagnostics.error(
        "\(word.quoted) is not a value of JSON", at: range, hint: "write \(literal)")
    } else if let scalar = word.unicodeScalars.first, !scalar.isPrintable {
      diagnostics.error("\(Self.name(of: scalar)) is not allowed here", at: range)
    } else if word.hasPrefix("'") {
      diagnostics.error("single quotes do not make a string", at: range, hint: "use double quotes")
    } else if let fixed = numberMeant(by: word) {
      diagnostics.error("\(word.quoted) is not a number of JSON", at: range, hint: "write \(fixed)")
    } else {
      // Such as 90f, 50% and #fff, which are strings in a timeline.
      let isMeasure = word.count <= 20 && (word.hasPrefix("#") || word.first?.isNumber == true)
      let hint = isMeasure ? "write \(JSONText.quote(word))" : "text must be in double quotes"
      diagnostics.error("\(word.quoted) is not a value", at: range, hint: hint)
    }
  }

  /// The number that a near miss such as `+1`, `.5`, `1.`, `007`, `0x10` or one of wide digits means.
  private func numberMeant(by word: String) -> String? {
    if let plain = word.withoutWideForms { return JSONDialect.number(plain) }
    if word.hasPrefix("0x") || word.hasPrefix("0X") { return JSONDialect.number(word) }
    let isNegative = word.hasPrefix("-")
    var digits = isNegative || word.hasPrefix("+") ? word.dropFirst() : word[...]
    guard digits.contains(where: \.isASCIIDigit),
      digits.allSatisfy({ $0.isASCIIDigit || $0 == "." }), digits.count < 30
    else { return nil }
    while digits.hasPrefix("0"), digits.dropFirst().first?.isASCIIDigit == true {
      digits = digits.dropFirst()
    }
    if digits.hasPrefix(".") { digits = "0" + digits }
    if digits.hasSuffix(".") { digits = digits.dropLast() }
    guard digits.filter({ $0 == "." }).count <= 1 else { return nil }
    return (isNegative ? "-" : "") + digits
  }

  /// A scalar that cannot be shown, as messages name it.
  static func name(of scalar: Unicode.Scalar) -> String {
    "the character U+" + String(scalar.value, radix: 16, uppercase: true).padded(to: 4)
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
