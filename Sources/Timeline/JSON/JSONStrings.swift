extension JSONScanner {
  /// Takes the string whose opening quote is next.
  ///
  /// The result is invalid if a fault was reported; an unclosed string ends with its line.
  mutating func takeString() -> JSONNode {
    let start = position
    let quote = bytes[position]
    position += 1
    var content: [UInt8] = []
    var isSound = true
    while true {
      let plain = position
      while position < bytes.count, Self.isPlain(bytes[position], in: quote) { position += 1 }
      content.append(contentsOf: bytes[plain..<position])
      switch next {
      case quote:
        position += 1
        let kind: JSONNode.Kind =
          isSound ? .string(String(decoding: content, as: UTF8.self)) : .invalid
        return JSONNode(kind, range: start..<position)
      case UInt8(ascii: "\\"):
        isSound = takeEscape(into: &content) && isSound
      case nil, UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        diagnostics.error("the string is not closed on its line", at: start..<position)
        return JSONNode(.invalid, range: start..<position)
      case let control?:
        diagnostics.error(
          "\(Self.name(of: Unicode.Scalar(control))) is not allowed in a string",
          at: position..<position + 1, hint: "write \(Self.escape(of: control))")
        isSound = false
        position += 1
      }
    }
  }

  private static func isPlain(_ byte: UInt8, in quote: UInt8) -> Bool {
    byte >= 0x20 && byte != quote && byte != UInt8(ascii: "\\")
  }

  private static func escape(of control: UInt8) -> String {
    control == UInt8(ascii: "\t")
      ? #"\t"# : #"\u00"# + (control < 16 ? "0" : "") + String(control, radix: 16)
  }

  /// Takes the escape whose backslash is next; false if a fault was reported.
  private mutating func takeEscape(into content: inout [UInt8]) -> Bool {
    let start = position
    position += 1
    if dialect == .json5, takeForeignEscape(into: &content) { return true }
    guard let letter = next, letter >= 0x20 else { return true }  // The line's end is the fault.
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(letter)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"): return takeCodeUnits(from: start, into: &content)
    default:
      while let byte = next, byte & 0xC0 == 0x80 { position += 1 }
      diagnostics.error(
        "\(text(start..<position).quoted) is not an escape of JSON", at: start..<position,
        hint: #"a backslash is written \\"#)
      return false
    }
    return true
  }

  /// Takes one UTF-16 code unit after `\u`, or the two of a surrogate pair.
  private mutating func takeCodeUnits(from start: Int, into content: inout [UInt8]) -> Bool {
    guard let unit = takeHexadecimal() else {
      diagnostics.error(#"\u takes four hexadecimal digits"#, at: start..<position)
      return false
    }
    var value = unit
    if (0xD800..<0xDC00).contains(unit) {
      let afterFirst = position
      if bytes[position...].starts(with: #"\u"#.utf8) {
        position += 2
        if let low = takeHexadecimal(), (0xDC00..<0xE000).contains(low) {
          value = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
        } else {
          position = afterFirst
        }
      }
    }
    guard let scalar = Unicode.Scalar(value) else {
      diagnostics.error(
        "\(text(start..<position).quoted) is half of a surrogate pair", at: start..<position)
      return false
    }
    content.append(contentsOf: String(Character(scalar)).utf8)
    return true
  }

  /// Takes what follows the backslash if only JSON5 has it: an escape of ECMAScript, or the end of
  /// a line over which the string goes on.
  private mutating func takeForeignEscape(into content: inout [UInt8]) -> Bool {
    guard let letter = next else { return false }
    switch letter {
    case UInt8(ascii: "'"): content.append(letter)
    case UInt8(ascii: "v"): content.append(0x0B)
    case UInt8(ascii: "0"): content.append(0)
    case UInt8(ascii: "\n"): break
    case UInt8(ascii: "\r"):
      if position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "\n") { position += 1 }
    case UInt8(ascii: "x"):
      let start = position
      position += 1
      guard let value = takeHexadecimal(digits: 2), let scalar = Unicode.Scalar(value) else {
        position = start
        return false
      }
      content.append(contentsOf: String(Character(scalar)).utf8)
      return true
    default: return false
    }
    position += 1
    return true
  }

  private mutating func takeHexadecimal(digits: Int = 4) -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue,
        byte < 0x80
      else { return nil }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
