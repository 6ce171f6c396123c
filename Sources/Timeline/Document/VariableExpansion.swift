/// Puts the values of variables where a timeline uses them.
///
/// An object whose only key is `var` stands for the value of that variable. Where the timeline is a
/// template, `${name}` in any string stands for the text of one. What stands for a value has the
/// place of its use; parts of the value have their own.
struct VariableExpansion {
  /// How many values the uses of variables may add, and how many bytes their texts; timelines whose
  /// variables are made of variables could have any number.
  static let most = 1 << 20
  /// The deepest nesting of values.
  static let deepest = JSONParser.deepest

  private(set) var table: VariableTable
  /// Whether `${name}` is filled in in all strings.
  let isTemplate: Bool
  var diagnostics: Diagnostics
  private var added = 0

  init(_ table: VariableTable, isTemplate: Bool, diagnostics: Diagnostics) {
    (self.table, self.isTemplate, self.diagnostics) = (table, isTemplate, diagnostics)
  }

  /// The timeline with the values of its variables in place.
  mutating func expanded(document root: JSONNode) -> JSONNode {
    guard let members = root.members else { return root }
    define(members.first { $0.key == "vars" }?.value.members ?? [])
    let filled = members.map { member in
      ["vars", "template"].contains(member.key)
        ? member
        : JSONMember(
          key: member.key, keyRange: member.keyRange, value: expanded(member.value, depth: 1))
    }
    return JSONNode(.object(filled), range: root.range)
  }

  /// The value with those of variables in place.
  private mutating func expanded(_ node: JSONNode, depth: Int) -> JSONNode {
    switch node.kind {
    case .object(let members):
      if members.count == 1, members[0].key == "var" { return value(of: members[0], node, depth) }
      return JSONNode(.object(expanded(members, depth)), range: node.range)
    case .array(let elements):
      return JSONNode(
        .array(elements.map { expanded($0, depth: depth + 1) }), range: node.range)
    case .string(let text) where isTemplate:
      return JSONNode(.string(filled(text, node.range)), range: node.range)
    case .null, .bool, .number, .string, .invalid: return node
    }
  }

  private mutating func expanded(_ members: [JSONMember], _ depth: Int) -> [JSONMember] {
    // A text layer fills in its own texts, for it also shows what changes with the frame.
    let isText = isTemplate && members.contains { $0.key == "type" && $0.value.string == "text" }
    var result = members.map { member -> JSONMember in
      if isText, ["text", "spans"].contains(member.key), member.value.members == nil {
        return member
      }
      return JSONMember(
        key: member.key, keyRange: member.keyRange,
        value: expanded(member.value, depth: depth + 1))
    }
    if isText, let type = members.first, !members.contains(where: { $0.key == "template" }) {
      result.append(
        JSONMember(
          key: "template", keyRange: type.keyRange,
          value: JSONNode(.bool(true), range: type.value.range)))
    }
    return result
  }

  // MARK: Values

  /// Sets the variables that the timeline has itself, each made of those before it.
  private mutating func define(_ members: [JSONMember]) {
    for member in members {
      if TemplateNames.builtIn.contains(member.key) {
        diagnostics.warning(
          "\(member.key.quoted) is never shown, because ${\(member.key)} changes with the frame",
          at: member.keyRange)
      }
      table.add(expanded(member.value, depth: 1), named: member.key)
    }
  }

  private mutating func value(
    of member: JSONMember, _ use: JSONNode, _ depth: Int
  ) -> JSONNode {
    let invalid = JSONNode(.invalid, range: use.range)
    guard let name = member.value.string else {
      if !member.value.isInvalid {
        diagnostics.error(
          "'var' takes the name of a variable, not \(member.value.kindName)",
          at: member.value.range)
      }
      return invalid
    }
    guard let entry = table.entries[name] else {
      diagnostics.error(
        "the variable \(name.quoted) has no value", at: member.value.range,
        hint: TemplateNames.hint(for: name, among: table.entries.keys.sorted()))
      return invalid
    }
    guard !entry.value.isInvalid else { return invalid }
    guard depth + entry.depth <= Self.deepest else {
      diagnostics.error(
        "with the variable \(name.quoted), values are nested more than \(Self.deepest) deep",
        at: use.range)
      return invalid
    }
    guard spend(entry.size, at: use.range) else { return invalid }
    diagnostics.explain(variable: name, usedAt: use.range, value: entry.value.range)
    return JSONNode(entry.value.kind, range: use.range)
  }

  private mutating func spend(_ size: Int, at place: Range<Int>) -> Bool {
    defer { added = min(added + size, Self.most + 1) }
    guard added + size > Self.most else { return true }
    if added <= Self.most {
      diagnostics.error(
        "variables add more than \(Self.most) values or bytes of text to the timeline", at: place)
    }
    return false
  }

  // MARK: Texts

  private mutating func filled(_ text: String, _ place: Range<Int>) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    var result = ""
    for piece in TemplateNames.pieces(of: text) {
      switch piece {
      case .text(let plain): result += plain
      case .name(let name):
        guard let value = table.entries[name]?.text else {
          report(name, at: place)
          continue
        }
        guard spend(value.utf8.count, at: place) else { return result }
        result += value
      }
    }
    return result
  }

  private mutating func report(_ name: String, at place: Range<Int>) {
    if let entry = table.entries[name] {
      guard !entry.value.isInvalid else { return }
      return diagnostics.error(
        "the variable \(name.quoted) is \(entry.value.kindName), which is no text", at: place)
    }
    let word = String(name.prefix { $0 != ":" })
    if TemplateNames.builtIn.contains(word) {
      return diagnostics.error(
        "${\(name)} changes with the frame, so only a text layer can show it", at: place)
    }
    diagnostics.error(
      "the template's name \(name.quoted) has no text", at: place,
      hint: TemplateNames.hint(for: name, among: table.entries.keys.sorted()))
  }
}
