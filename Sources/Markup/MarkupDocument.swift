/// An XML document, read strictly, with limits to its size.
///
/// Of what the document's type may declare, only entities that stand for plain characters are read;
/// all else there is passed over, and nothing outside the file is ever read. Namespaces are not
/// resolved.
package struct MarkupDocument: Sendable {
  /// The one element in which all others lie.
  package let root: MarkupElement

  /// Reads a file of UTF-8, with or without a byte order mark.
  package init(_ bytes: [UInt8]) throws(MarkupError) {
    var parser = MarkupParser(try MarkupScanner(bytes))
    root = try parser.document()
  }
}

/// Reads the parts of a document one after another, without recursion.
private struct MarkupParser {
  private var scanner: MarkupScanner
  /// The elements whose end tags are still to come, from the root down.
  private var open: [MarkupElement] = []
  private var parts = 0
  private var hasType = false

  init(_ scanner: MarkupScanner) { self.scanner = scanner }

  mutating func document() throws(MarkupError) -> MarkupElement {
    if scanner.starts(with: "<?xml"), scanner.peek(5)?.isBlank == true { try declaration() }
    while !(scanner.peek == .less && isNameNext) {
      if try !miscellany() { try documentType() }
    }
    let root = try element()
    while !scanner.isAtEnd {
      if try !miscellany() { throw scanner.expected("the end of the file") }
    }
    return root
  }

  /// Whether a name follows the next byte, so that a tag begins here.
  private var isNameNext: Bool {
    guard let byte = scanner.peek(1) else { return false }
    return byte != .exclamation && byte != .question && byte != .slash
  }

  /// The first line, which may name another encoding than is read.
  private mutating func declaration() throws(MarkupError) {
    let start = scanner.position
    let range = try scanner.take(until: "?>", of: "the XML declaration")
    let text = scanner.string(range).lowercased()
    guard let at = text.range(ofWord: "encoding") else { return }
    let encoding = text[at...].split { "=\"' \t\n".contains($0) }.dropFirst().first ?? ""
    guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding) else {
      throw scanner.error(
        .unsupported, "the file's encoding is \(encoding); only UTF-8 is read", at: start)
    }
  }

  /// Steps over what may stand before and behind the root, if some of it is next: blanks, comments
  /// and instructions.
  private mutating func miscellany() throws(MarkupError) -> Bool {
    if scanner.skipBlanks() { return true }
    return try commentOrInstruction()
  }

  /// Steps over the document's type, which stands once before the root.
  private mutating func documentType() throws(MarkupError) {
    guard !hasType, scanner.starts(with: "<!DOCTYPE") else {
      throw scanner.expected("an element")
    }
    hasType = true
    try scanner.passDocumentType()
  }

  /// Steps over a comment or a processing instruction, if one is next.
  private mutating func commentOrInstruction() throws(MarkupError) -> Bool {
    let start = scanner.position
    if scanner.take("<!--") {
      _ = try scanner.take(until: "--", of: "a comment")
      guard scanner.take(.greater) else {
        throw scanner.error(.malformed, "a comment with \"--\" in it", at: start)
      }
      return true
    }
    guard scanner.take("<?") else { return false }
    let name = try scanner.name(of: "the name of an instruction")
    guard name.lowercased() != "xml" else {
      throw scanner.error(.malformed, "an XML declaration behind the file's start", at: start)
    }
    _ = try scanner.take(until: "?>", of: "an instruction")
    return true
  }

  /// The root and all that is in it.
  private mutating func element() throws(MarkupError) -> MarkupElement {
    if let root = try startTag() { return root }
    while true {
      if let root = try content() { return root }
    }
  }

  /// Reads a start tag; an element without content is closed with it, as ``close()`` does.
  private mutating func startTag() throws(MarkupError) -> MarkupElement? {
    let start = scanner.position
    scanner.advance()
    let name = try scanner.name(of: "the name of an element")
    let attributes = try attributes()
    try count(at: start)
    guard open.count < MarkupLimits.depth else {
      throw scanner.error(
        .unsupported, "elements lie more than \(MarkupLimits.depth) deep", at: start)
    }
    open.append(MarkupElement(name: name, attributes: attributes, offset: start))
    if scanner.take(.slash) {
      guard scanner.take(.greater) else { throw scanner.expected("\">\"") }
      return close()
    }
    guard scanner.take(.greater) else { throw scanner.expected("an attribute, \"/>\" or \">\"") }
    return nil
  }

  private mutating func count(at offset: Int) throws(MarkupError) {
    parts += 1
    if parts > MarkupLimits.parts {
      throw scanner.error(
        .unsupported, "more than \(MarkupLimits.parts) elements and attributes", at: offset)
    }
  }

  /// Puts the innermost open element into the one around it; the root has none and is returned.
  private mutating func close() -> MarkupElement? {
    guard let element = open.popLast() else { return nil }
    if open.isEmpty { return element }
    open[open.count - 1].content.append(.element(element))
    return nil
  }

  private mutating func attributes() throws(MarkupError) -> [String: String] {
    var attributes: [String: String] = [:]
    while scanner.skipBlanks(), let next = scanner.peek, next != .slash, next != .greater {
      let start = scanner.position
      let name = try scanner.name(of: "the name of an attribute")
      try count(at: start)
      scanner.skipBlanks()
      guard scanner.take(.equals) else { throw scanner.expected("\"=\"") }
      scanner.skipBlanks()
      let value = try attributeValue()
      guard attributes.updateValue(value, forKey: name) == nil else {
        throw scanner.error(.malformed, "a second attribute \(name)", at: start)
      }
    }
    return attributes
  }

  /// A value in quotes; blanks become spaces: XML 1.0, section 3.3.3.
  private mutating func attributeValue() throws(MarkupError) -> String {
    guard let quote = scanner.peek, quote == .quote || quote == .apostrophe else {
      throw scanner.expected("a value in quotes")
    }
    scanner.advance()
    var value = ""
    var start = scanner.position
    while let byte = scanner.peek {
      if byte == quote || byte == .ampersand {
        value += String(
          scanner.string(start..<scanner.position).map { $0 == "\n" || $0 == "\t" ? " " : $0 })
        if scanner.take(quote) { return value }
        value += try scanner.reference()
        start = scanner.position
      } else if byte == .less {
        throw scanner.error(.malformed, "\"<\" in the value of an attribute")
      } else {
        scanner.advance()
      }
    }
    throw scanner.expected("the end of an attribute's value")
  }

  /// Reads the next part of an element's content; the root is returned when it ends.
  private mutating func content() throws(MarkupError) -> MarkupElement? {
    if scanner.starts(with: "</") { return try endTag() }
    if try commentOrInstruction() { return nil }
    if scanner.take("<![CDATA[") {
      append(scanner.string(try scanner.take(until: "]]>", of: "a CDATA section")))
      return nil
    }
    switch scanner.peek {
    case .less: return try startTag()
    case .ampersand: append(try scanner.reference())
    case nil:
      throw scanner.error(
        .truncated, "the file ends within <\(open.last?.name ?? "")>")
    default: try characters()
    }
    return nil
  }

  private mutating func append(_ text: String) {
    if !open.isEmpty { open[open.count - 1].append(text) }
  }

  private mutating func characters() throws(MarkupError) {
    let start = scanner.position
    while let byte = scanner.peek, byte != .less, byte != .ampersand {
      if byte == .greater, scanner.position - start >= 2,
        scanner.bytes[scanner.position - 2..<scanner.position].allSatisfy({ $0 == 0x5D })
      {
        throw scanner.error(.malformed, "\"]]>\" outside a CDATA section")
      }
      scanner.advance()
    }
    append(scanner.string(start..<scanner.position))
  }

  private mutating func endTag() throws(MarkupError) -> MarkupElement? {
    let start = scanner.position
    scanner.advance(2)
    let name = try scanner.name(of: "the name of an element")
    guard let wanted = open.last?.name, name == wanted else {
      throw scanner.error(
        .malformed, "</\(name)> where </\(open.last?.name ?? "")> should stand", at: start)
    }
    scanner.skipBlanks()
    guard scanner.take(.greater) else { throw scanner.expected("\">\"") }
    return close()
  }
}

extension String {
  /// Where a word begins in this text.
  fileprivate func range(ofWord word: String) -> Index? {
    indices.first { self[$0...].hasPrefix(word) }
  }
}
