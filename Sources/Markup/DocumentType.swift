// The document's type and its entities: XML 1.0, sections 2.8 and 4.2.
extension MarkupScanner {
  /// Passes the document's type, from its "<" on, and keeps what entities it declares.
  mutating func passDocumentType() throws(MarkupError) {
    let start = position
    var isInside = false
    while let byte = peek {
      if take("<!--") {
        _ = try take(until: "-->", of: "a comment")
      } else if take("<?") {
        _ = try take(until: "?>", of: "an instruction")
      } else if isInside, take("<!ENTITY") {
        try entity(at: start)
      } else if byte == .quote || byte == .apostrophe {
        _ = try quoted()
      } else {
        advance()
        switch byte {
        case UInt8(ascii: "["): isInside = true
        case UInt8(ascii: "]"): isInside = false
        case .greater where !isInside: return
        default: break
        }
      }
    }
    throw error(.truncated, "the document's type does not end", at: start)
  }

  /// Keeps a declaration of plain characters; one of an outer file, or of other entities, is passed
  /// over.
  private mutating func entity(at start: Int) throws(MarkupError) {
    skipBlanks()
    let isParameter = take(UInt8(ascii: "%"))
    skipBlanks()
    let name = try name(of: "the name of an entity")
    skipBlanks()
    if !isParameter, let next = peek, next == .quote || next == .apostrophe {
      if let value = try value(), entities[name] == nil {
        guard entities.count < MarkupLimits.entities else {
          throw error(.unsupported, "more than \(MarkupLimits.entities) entities", at: start)
        }
        entities[name] = value
      }
    }
    while let byte = peek, byte != .greater {
      if byte == .quote || byte == .apostrophe { _ = try quoted() } else { advance() }
    }
    advance()
  }

  /// What stands in quotes, with characters that are given by their numbers; nil where it is not
  /// only characters.
  private mutating func value() throws(MarkupError) -> String? {
    let (quote, start) = (peek, position)
    advance()
    var (value, from, isPlain) = ("", position, true)
    while let byte = peek, byte != quote {
      if byte == .ampersand, peek(1) == UInt8(ascii: "#") {
        value += string(from..<position)
        value += try reference()
        from = position
      } else {
        if byte == .ampersand { isPlain = false }
        advance()
      }
    }
    guard !isAtEnd else {
      throw error(.truncated, "what stands in quotes does not end", at: start)
    }
    value += string(from..<position)
    advance()
    return isPlain && !value.contains { "<&%".contains($0) } ? value : nil
  }

  private mutating func quoted() throws(MarkupError) -> String {
    let quote = peek
    let start = position
    advance()
    let from = position
    while let byte = peek {
      if byte == quote {
        defer { advance() }
        return string(from..<position)
      }
      advance()
    }
    throw error(.truncated, "what stands in quotes does not end", at: start)
  }
}
