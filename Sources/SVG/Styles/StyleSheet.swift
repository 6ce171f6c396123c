/// A name and a value of a style.
struct StyleDeclaration: Hashable, Sendable {
  let name: String
  let value: String
  let isImportant: Bool
}

/// The rules of style sheets: CSS 2.1, with those for some media only.
struct StyleSheet: Sendable {
  private struct Rule {
    let selector: StyleSelector
    let declarations: [StyleDeclaration]
  }

  private var rules: [Rule] = []

  /// Reads rules; what is none is passed over.
  init(_ text: String) { add(text, depth: 0) }

  private mutating func add(_ text: String, depth: Int) {
    var scanner = StyleScanner(text)
    while scanner.skipBlanks(), rules.count < SVGLimits.rules {
      if scanner.next == UInt8(ascii: "@") {
        let (head, block) = scanner.statement()
        if let block, depth < 4, MediaQuery.isMet(rule: head) { add(block, depth: depth + 1) }
        continue
      }
      let head = scanner.text(upTo: [UInt8(ascii: "{")])
      guard scanner.next != nil else { break }
      scanner.pass()
      let body = scanner.text(upTo: [UInt8(ascii: "}")])
      scanner.pass()
      let declarations = Self.declarations(body)
      guard !declarations.isEmpty else { continue }
      // One selector that is not understood makes the whole list invalid.
      let selectors = StyleScanner.split(head, at: ",").map { StyleSelector($0) }
      if selectors.contains(where: { $0 == nil }) { continue }
      for case let selector? in selectors {
        rules.append(Rule(selector: selector, declarations: declarations))
      }
    }
  }

  /// What the rules say of an element, the strongest last.
  ///
  /// - Parameter ways: how many elements around it may be looked at, for this and all others.
  func declarations(for node: Int, in tree: SVGTree, _ ways: inout Int) -> [StyleDeclaration] {
    // What would take for ever is not done at all.
    guard rules.count * tree.nodes.count <= SVGLimits.matches else { return [] }
    let matching = rules.enumerated().filter {
      $0.element.selector.matches(node, in: tree, &ways)
    }
    let sorted = matching.sorted {
      ($0.element.selector.weight, $0.offset) < ($1.element.selector.weight, $1.offset)
    }
    let all = sorted.flatMap { $0.element.declarations }
    return all.filter { !$0.isImportant } + all.filter { $0.isImportant }
  }

  /// The declarations of a block or a `style` attribute.
  static func declarations(_ text: String) -> [StyleDeclaration] {
    StyleScanner.split(StyleScanner.withoutComments(text), at: ";").compactMap { part in
      guard let colon = part.firstIndex(of: ":") else { return nil }
      let written = String(part[..<colon]).trimmed
      let name = written.hasPrefix("--") ? written : written.lowercased()
      var value = String(part[part.index(after: colon)...]).trimmed
      var isImportant = false
      if let mark = value.lastIndex(of: "!"),
        String(value[value.index(after: mark)...]).trimmed.lowercased() == "important"
      {
        isImportant = true
        value = String(value[..<mark]).trimmed
      }
      guard !name.isEmpty, !value.isEmpty else { return nil }
      return StyleDeclaration(name: name, value: value, isImportant: isImportant)
    }
  }
}

/// A cursor over the characters of a style sheet.
struct StyleScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(Self.withoutComments(text).utf8) }

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func pass() { position += 1 }

  /// Passes blanks and what brackets HTML comments; false at the end.
  mutating func skipBlanks() -> Bool {
    while let byte = next {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        position += 1
      } else if bytes[position...].starts(with: "<!--".utf8) {
        position += 4
      } else if bytes[position...].starts(with: "-->".utf8) {
        position += 3
      } else {
        return true
      }
    }
    return false
  }

  /// Takes a statement that begins with `@`: what stands before its block, and what in it.
  mutating func statement() -> (head: String, block: String?) {
    var depth = 0
    let start = position
    var open: Int?
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    while let byte = next {
      position += 1
      if byte == UInt8(ascii: "{") {
        depth += 1
        if open == nil { open = position }
      }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      guard depth <= 0, byte == UInt8(ascii: ";") || byte == UInt8(ascii: "}") else { continue }
      guard let open else { return (text(start..<position - 1), nil) }
      return (text(start..<open - 1), text(open..<max(position - 1, open)))
    }
    return (text(start..<(open.map { $0 - 1 } ?? position)), open.map { text($0..<position) })
  }

  /// Takes all before one of these characters, quotes as they are.
  mutating func text(upTo ends: [UInt8]) -> String {
    let start = position
    var quote: UInt8?
    while let byte = next {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if ends.contains(byte) {
        break
      }
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// The parts of a text between separators that are not in quotes or brackets.
  static func split(_ text: String, at separator: Character) -> [String] {
    var (parts, part, depth) = ([String](), "", 0)
    var quote: Character?
    for character in text {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "(" {
        depth += 1
      } else if character == ")" {
        depth -= 1
      } else if character == separator, depth <= 0 {
        parts.append(part)
        part = ""
        continue
      }
      part.append(character)
    }
    return parts + [part]
  }

  static func withoutComments(_ text: String) -> String {
    guard text.contains("/*") else { return text }
    let bytes = Array(text.utf8)
    var (kept, at) = ([UInt8](), 0)
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "/"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "*") {
        at += 2
        while at < bytes.count,
          bytes[at] != UInt8(ascii: "*") || at + 1 >= bytes.count
            || bytes[at + 1] != UInt8(ascii: "/")
        { at += 1 }
        at += 2
        kept.append(0x20)
      } else {
        kept.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }
}
