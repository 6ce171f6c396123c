/// What a text holds as JSON.
package struct ParsedJSON: Sendable {
  /// The value; parts of it are invalid where a fault was reported.
  package let root: JSONNode
  /// Whether every bracket had its partner, so that members stand where their writer meant them.
  let isWellNested: Bool
}

/// Parses JSON, keeps the place of everything, and reports all faults in one run.
///
/// Beyond RFC 8259 it takes comments, a comma after the last element and a byte order mark; short
/// of it, a key may stand in an object only once. Files of other programs may be written in another
/// ``JSONDialect``. Nesting is kept on a stack of its own, so that no text can exhaust the
/// thread's.
package struct JSONParser {
  /// The deepest nesting of arrays and objects.
  static let deepest = 512
  /// The longest text of a timeline, in bytes.
  package static let longest = 16 << 20

  private enum Expectation {
    case value
    case key
    case separator
    case end
  }

  /// An array or object whose closing bracket has not been seen yet.
  private struct Container {
    let isObject: Bool
    let start: Int
    var elements: [JSONNode] = []
    var members: [JSONMember] = []
    /// In an object, the key whose value is to come.
    var key: (text: String, range: Range<Int>)?

    var name: String { isObject ? "object" : "array" }
    var closer: String { isObject ? "'}'" : "']'" }
  }

  private var scanner: JSONScanner
  private var open: [Container] = []
  private var root: JSONNode?
  private var expectation = Expectation.value
  private var isWellNested = true
  private var isStopped = false
  /// Whether a fault was reported after which the next surprise is likely to be its consequence.
  private var isRecovering = false

  private init(_ source: SourceText, _ dialect: JSONDialect, diagnostics: Diagnostics) {
    scanner = JSONScanner(source, dialect, diagnostics: diagnostics)
  }

  /// Parses a text; nil if there is no value in it. Faults go to `diagnostics`.
  ///
  /// - Parameter limit: the longest text that is read, in bytes.
  package static func parse(
    _ source: SourceText, as dialect: JSONDialect = .timeline, limit: Int = longest,
    reportingTo diagnostics: inout Diagnostics
  ) -> ParsedJSON? {
    guard source.bytes.count <= limit else {
      diagnostics.error(
        "the text has \(source.bytes.count) bytes, more than the \(limit) allowed", at: 0..<1)
      return nil
    }
    guard UTF8Check.check(source, reportingTo: &diagnostics) else { return nil }
    var parser = JSONParser(source, dialect, diagnostics: diagnostics)
    parser.run()
    diagnostics = parser.scanner.diagnostics
    return parser.root.map { ParsedJSON(root: $0, isWellNested: parser.isWellNested) }
  }

  private mutating func run() {
    // Beyond the limit no fault is shown, so that there is no need to find it.
    while !isStopped, scanner.diagnostics.dropped == 0 {
      scanner.skipBlanks()
      guard let byte = scanner.next else { return finish() }
      switch expectation {
      case .value: takeValue(byte)
      case .key: takeKey(byte)
      case .separator: takeSeparator(byte)
      case .end:
        report("there is more text after the end of the value", at: scanner.takeRun())
        isWellNested = false
        isStopped = true
      }
    }
    if root == nil { finish() }
  }

  // MARK: Values

  private mutating func takeValue(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): openContainer(isObject: byte == UInt8(ascii: "{"))
    case UInt8(ascii: "\""): add(scanner.takeString())
    case UInt8(ascii: "'") where scanner.dialect == .json5: add(scanner.takeString())
    case UInt8(ascii: "]") where open.last?.isObject == false: close(byte)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if open.last?.key != nil {
        reportMissingValue()
        add(JSONNode(.invalid, range: scanner.position..<scanner.position))
      }
      close(byte)
    case UInt8(ascii: ","):
      reportMissingValue()
      guard open.last?.isObject == true else {
        scanner.position += 1
        return
      }
      add(JSONNode(.invalid, range: scanner.position..<scanner.position))
    case UInt8(ascii: ":"), UInt8(ascii: "/"):
      let range = scanner.takeRun()
      report("\(scanner.text(range).quoted) is not allowed here", at: range)
      isRecovering = true
    case 0xC2...0xEF:
      if let quoted = scanner.takeCurlyString() {
        add(JSONNode(.invalid, range: quoted.range))
      } else {
        add(scanner.takeWord())
      }
    default:
      add(scanner.takeWord())
    }
  }

  private mutating func reportMissingValue() {
    let range = scanner.position..<scanner.position + 1
    if let key = open.last?.key {
      report("the key \(key.text.quoted) has no value", at: key.range)
    } else {
      report("a value is missing before \(scanner.text(range).quoted)", at: range)
    }
  }

  private mutating func openContainer(isObject: Bool) {
    let start = scanner.position
    guard open.count < Self.deepest else {
      report("arrays and objects are nested more than \(Self.deepest) deep", at: start..<start + 1)
      isWellNested = false
      isStopped = true
      return
    }
    scanner.position += 1
    open.append(Container(isObject: isObject, start: start))
    expectation = isObject ? .key : .value
  }

  /// Puts a finished value where it belongs.
  private mutating func add(_ node: JSONNode) {
    guard let last = open.indices.last else {
      root = node
      expectation = .end
      return
    }
    if let key = open[last].key {
      open[last].members.append(JSONMember(key: key.text, keyRange: key.range, value: node))
      open[last].key = nil
    } else {
      open[last].elements.append(node)
    }
    expectation = .separator
  }

  // MARK: Keys

  private mutating func takeKey(_ byte: UInt8) {
    let start = scanner.position
    switch byte {
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return close(byte)
    case UInt8(ascii: ","):
      report("a key is missing before ','", at: start..<start + 1)
      scanner.position += 1
      return
    case UInt8(ascii: "\""):
      let node = scanner.takeString()
      takeColon(after: node.string ?? "", at: node.range)
    case UInt8(ascii: "'") where scanner.dialect == .json5:
      let node = scanner.takeString()
      takeColon(after: node.string ?? "", at: node.range)
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: "/"):
      report("a key in double quotes is missing here", at: start..<start + 1)
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        open[open.count - 1].key = ("", start..<start)
        expectation = .value
      } else {
        scanner.position += 1
      }
      isRecovering = true
    default:
      if let quoted = scanner.takeCurlyString() {
        return takeColon(after: quoted.text, at: quoted.range)
      }
      let range = scanner.takeRun()
      if takeDecimals(range) { return }
      if scanner.dialect == .json5, scanner.isIdentifier(range) {
        return takeColon(after: scanner.text(range), at: range)
      }
      let word = scanner.text(range).trimmingQuotes
      report(
        "a key must "
          + "be in double quotes", at: range, hint: "write \(JSONText.quote(word).printable)")
      takeColon(after: word, at: range)
    }
  }

  private mutating func takeColon(after key: String, at range: Range<Int>) {
    open[open.count - 1].key = (key, range)
    expectation = .value
    scanner.skipBlanks()
    switch scanner.next {
    case nil: return
    case UInt8(ascii: ":"): scanner.position += 1
    case UInt8(ascii: "="):
      report(
        "a colon is missing after the key \(key.quoted)",
        at: scanner.position..<scanner.position + 1, hint: "write ':' instead of '='")
      scanner.position += 1
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return
    default:
      report("a colon is missing after the key \(key.quoted)", at: range)
      isRecovering = true
    }
  }

  // MARK: Commas and closing brackets

  private mutating func takeSeparator(_ byte: UInt8) {
    guard let container = open.last else { return }
    switch byte {
    case UInt8(ascii: ","):
      scanner.position += 1
      isRecovering = false
      expectation = container.isObject ? .key : .value
    case UInt8(ascii: "}"), UInt8(ascii: "]"): close(byte)
    case UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "="):
      let range = scanner.takeRun()
      report("\(scanner.text(range).quoted) is not allowed here", at: range)
      isRecovering = true
    default:
      if takeRestOfString() { return }
      let end = last?.range.upperBound
      // The place is where the comma should stand, not where its absence shows.
      let place = end ?? scanner.position
      report("a comma is missing here", at: place..<place + 1)
      expectation = container.isObject ? .key : .value
    }
  }

  /// The value before this place in the innermost array or object.
  private var last: JSONNode? {
    guard let container = open.last else { return nil }
    return container.isObject ? container.members.last?.value : container.elements.last
  }

  /// Forgets what the value before this place is, as a fault of it has been reported.
  private mutating func invalidateLast(end: Int) {
    guard let last, let container = open.indices.last else { return }
    let node = JSONNode(.invalid, range: last.range.lowerBound..<end)
    if open[container].isObject {
      let member = open[container].members.removeLast()
      open[container].members.append(
        JSONMember(key: member.key, keyRange: member.keyRange, value: node))
    } else {
      open[container].elements[open[container].elements.count - 1] = node
    }
  }

  /// Takes the rest of a string that a quotation mark in its middle, or the lack of one at its end,
  /// has ended too early; false where the string before this place is whole.
  private mutating func takeRestOfString() -> Bool {
    guard let last, last.string != nil, last.range.upperBound == scanner.position,
      scanner.next != UInt8(ascii: "\""), scanner.bytes[scanner.position - 1] == UInt8(ascii: "\"")
    else { return false }
    let start = scanner.position
    let mark = start - 1..<start
    let end = scanner.endOfBrokenString
    if open.last?.isObject == true, scanner.isBeforeColon(end) {
      report(
        "the string ends here, in the middle of a word", at: mark,
        hint: "the quotation mark at its end is missing")
      invalidateLast(end: start)
      scanner.position = end
      takeColon(after: scanner.text(start..<end - 1), at: start - 1..<end)
    } else {
      report(
        "the string ends here, in the middle of a word", at: mark,
        hint: #"a quotation mark in a string is written \""#)
      invalidateLast(end: end)
      scanner.position = end
    }
    return true
  }

  /// Takes the decimals of a number that is written with a comma; false where `range`, which stands
  /// in the place of a key, is something else.
  private mutating func takeDecimals(_ range: Range<Int>) -> Bool {
    guard let last, case .number(let whole) = last.kind,
      last.range.upperBound == range.lowerBound - 1, whole.utf8.allSatisfy({ $0 != 0x2E }),
      scanner.bytes[range].allSatisfy(\.isDigit), scanner.next != UInt8(ascii: ":")
    else { return false }
    report(
      "a number has a decimal point, no comma", at: last.range.lowerBound..<range.upperBound,
      hint: "write \(whole).\(scanner.text(range))")
    invalidateLast(end: range.upperBound)
    expectation = .separator
    return true
  }

  private mutating func close(_ byte: UInt8) {
    let place = scanner.position..<scanner.position + 1
    let isObject = byte == UInt8(ascii: "}")
    scanner.position += 1
    guard let match = open.lastIndex(where: { $0.isObject == isObject }) else {
      report("there is nothing for \(scanner.text(place).quoted) to close", at: place)
      isWellNested = false
      return
    }
    while open.count - 1 > match {
      let container = open[open.count - 1]
      report(
        "\(container.closer) is missing before \(scanner.text(place).quoted)", at: place,
        notes: [
          Diagnostic.Note(
            message: "the \(container.name) opens here",
            range: container.start..<container.start + 1)
        ])
      isWellNested = false
      closeLast(end: place.lowerBound)
    }
    isRecovering = false
    closeLast(end: place.upperBound)
  }

  private mutating func closeLast(end: Int) {
    let container = open.removeLast()
    let range = container.start..<end
    if container.isObject {
      reportDuplicates(container.members)
      add(JSONNode(.object(container.members), range: range))
    } else {
      add(JSONNode(.array(container.elements), range: range))
    }
  }

  /// Ends the parse where the text ends.
  private mutating func finish() {
    isStopped = true
    if open.isEmpty {
      guard root == nil, !scanner.diagnostics.hasErrors else { return }
      report(
        "the text contains no value", at: 0..<1, hint: "the smallest timeline is {\"version\": 1}")
      return
    }
    if isWellNested, let container = open.last {
      let end = scanner.bytes.count
      report(
        "the text ends before \(container.closer) closes this \(container.name)",
        at: container.start..<container.start + 1,
        notes: [Diagnostic.Note(message: "the text ends here", range: end..<end)])
    }
    isWellNested = false
    while !open.isEmpty {
      open[open.count - 1].key = nil
      closeLast(end: scanner.bytes.count)
    }
  }

  // MARK: Faults

  private mutating func report(
    _ message: String, at range: Range<Int>, hint: String? = nil, notes: [Diagnostic.Note] = []
  ) {
    guard !isRecovering else { return }
    scanner.diagnostics.error(message, at: range, hint: hint, notes: notes)
  }

  private mutating func reportDuplicates(_ members: [JSONMember]) {
    guard members.count > 1 else { return }
    // Bytes, for Swift's strings are equal when they are canonically equivalent.
    var first: [[UInt8]: Range<Int>] = [:]
    for member in members where !member.keyRange.isEmpty {
      if let earlier = first[Array(member.key.utf8)] {
        scanner.diagnostics.error(
          "the key \(member.key.quoted) is given twice", at: member.keyRange,
          notes: [Diagnostic.Note(message: "it is first given here", range: earlier)])
      } else {
        first[Array(member.key.utf8)] = member.keyRange
      }
    }
  }
}
