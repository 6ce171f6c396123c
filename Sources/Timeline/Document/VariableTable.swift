/// The values of a timeline's variables.
struct VariableTable {
  /// A value, and how large it is where it is used.
  struct Entry {
    let value: JSONNode
    /// What a template shows; nil for lists and objects.
    let text: String?
    /// How many values it is made of, itself included.
    let size: Int
    /// How deep it is nested.
    let depth: Int

    init(_ value: JSONNode) {
      self.value = value
      (size, depth) = value.measure
      text =
        switch value.kind {
        case .string(let text), .number(let text): text
        case .bool(let value): value ? "true" : "false"
        case .null, .array, .object, .invalid: nil
        }
    }
  }

  private(set) var entries: [String: Entry] = [:]

  /// The texts that `${name}` stands for.
  var texts: [String: String] { entries.compactMapValues(\.text) }

  /// Sets a variable that has no value yet.
  mutating func add(_ value: JSONNode, named name: String) {
    if entries[name] == nil { entries[name] = Entry(value) }
  }

  /// The table without the variables of these names.
  func without(_ names: [String]) -> VariableTable {
    var table = self
    for name in names { table.entries[name] = nil }
    return table
  }

  // MARK: Given values

  /// Reads the values that a user gives; their texts become parts of `source`.
  ///
  /// - Parameter own: the timeline's own `vars`, whose kinds say how texts are read.
  static func given(
    _ given: GivenValues, own: JSONNode?, _ source: inout SourceText,
    _ diagnostics: inout Diagnostics
  ) -> VariableTable {
    var table = VariableTable()
    for text in given.texts.reversed() where table.entries[text.name] == nil {
      table.add(value(of: text, own, &source), named: text.name)
    }
    for file in given.files.reversed() {
      let parsed = source.append(file, reportingTo: &diagnostics)
      guard let root = parsed?.root else { continue }
      guard let members = root.members else {
        if !root.isInvalid {
          diagnostics.error(
            "the file of values holds \(root.kindName), not an object", at: root.range,
            hint: "such as {\"who\": \"Ada\"}")
        }
        continue
      }
      for member in members {
        table.add(member.value.read(as: own?.member(member.key)?.value), named: member.key)
      }
    }
    return table
  }

  /// A text as the value that it stands for: JSON if it is some, and the timeline's own value is no
  /// text. Whether it fits is seen where it is used.
  private static func value(
    of given: GivenValues.Text, _ own: JSONNode?, _ source: inout SourceText
  ) -> JSONNode {
    let text = SourceText(name: "--set \(given.name)", text: given.text)
    let node = JSONNode(.string(given.text), range: 0..<text.bytes.count)
    let model = own?.member(given.name)?.value
    let value = node.read(as: model)
    // Without a model, a text that happens to be a number or a truth value is one.
    return source.append(text, model != nil || value.isScalar ? value : node)
  }
}

extension SourceText {
  /// Adds a text as a further part, and the value that it holds, with its places among all parts.
  fileprivate mutating func append(_ other: SourceText, _ node: JSONNode) -> JSONNode {
    node.moved(by: append(other))
  }

  /// Adds a text as a further part and parses it; nil if there is no value in it.
  mutating func append(
    _ other: SourceText, reportingTo diagnostics: inout Diagnostics
  ) -> ParsedJSON? {
    let base = append(other)
    var faults = Diagnostics()
    let parsed = JSONParser.parse(other, reportingTo: &faults)
    for fault in faults.sorted { diagnostics.add(fault.moved(by: base)) }
    guard let parsed, parsed.isWellNested else { return nil }
    return ParsedJSON(root: parsed.root.moved(by: base), isWellNested: true)
  }
}

extension JSONNode {
  /// The value that its text spells, where that is to take the place of `model`: JSON, unless
  /// `model` is a text itself, and where there is none JSON that is no text. All of it has the
  /// place of the text.
  fileprivate func read(as model: JSONNode?) -> JSONNode {
    guard let string, model?.string == nil else { return self }
    var faults = Diagnostics()
    let text = SourceText(name: "", text: string)
    guard let root = JSONParser.parse(text, reportingTo: &faults)?.root, !faults.hasErrors,
      model != nil || root.string == nil
    else { return self }
    return root.placed(at: range)
  }

  /// The same value, all of it at one place.
  private func placed(at range: Range<Int>) -> JSONNode {
    switch kind {
    case .array(let elements):
      return JSONNode(.array(elements.map { $0.placed(at: range) }), range: range)
    case .object(let members):
      let placed = members.map {
        JSONMember(key: $0.key, keyRange: range, value: $0.value.placed(at: range))
      }
      return JSONNode(.object(placed), range: range)
    case .null, .bool, .number, .string, .invalid: return JSONNode(kind, range: range)
    }
  }

  /// Whether it is a number or a truth value.
  fileprivate var isScalar: Bool {
    switch kind {
    case .number, .bool: true
    case .null, .string, .array, .object, .invalid: false
    }
  }

  /// How many values it is made of, itself included, and how deep they are nested.
  fileprivate var measure: (size: Int, depth: Int) {
    let parts = elements ?? members?.map(\.value) ?? []
    return parts.map(\.measure).reduce((1, 1)) { ($0.0 + $1.size, max($0.1, $1.depth + 1)) }
  }

  /// The same value in a text that begins later by so many bytes.
  fileprivate func moved(by offset: Int) -> JSONNode {
    let range = range.moved(by: offset)
    switch kind {
    case .array(let elements):
      return JSONNode(.array(elements.map { $0.moved(by: offset) }), range: range)
    case .object(let members):
      let moved = members.map {
        JSONMember(
          key: $0.key, keyRange: $0.keyRange.moved(by: offset), value: $0.value.moved(by: offset))
      }
      return JSONNode(.object(moved), range: range)
    case .null, .bool, .number, .string, .invalid: return JSONNode(kind, range: range)
    }
  }
}

extension Diagnostic {
  /// The same fault in a text that begins later by so many bytes.
  fileprivate func moved(by offset: Int) -> Diagnostic {
    Diagnostic(
      severity, message, at: range.moved(by: offset), hint: hint,
      notes: notes.map { Note(message: $0.message, range: $0.range.moved(by: offset)) })
  }
}

extension Range<Int> {
  fileprivate func moved(by offset: Int) -> Self { lowerBound + offset..<upperBound + offset }
}
