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
  /// The text, of which other timelines become parts.
  var texts: TimelineTexts
  var diagnostics: Diagnostics
  private var added = 0
  /// The variables of `vars` that have no value yet, as they stand below the one being made.
  private var later: Set<String> = []
  /// The variables whose values stand somewhere.
  private var used: Set<String> = []

  init(
    _ table: VariableTable, isTemplate: Bool, texts: TimelineTexts, diagnostics: Diagnostics
  ) {
    (self.table, self.isTemplate, self.texts) = (table, isTemplate, texts)
    self.diagnostics = diagnostics
  }

  /// The timeline with the values of its variables in place.
  mutating func expanded(document root: JSONNode) -> JSONNode {
    guard let members = root.members else { return root }
    define(members.first { $0.key == "vars" }?.value.members ?? [])
    let filled = members.map { member in
      guard !["vars", "template"].contains(member.key) else { return member }
      let value = expanded(member.value, depth: 1)
      return JSONMember(
        key: member.key, keyRange: member.keyRange,
        value: member.key == "clips" ? track(value) : value)
    }
    warnOfShadowed(members.first { $0.key == "vars" }?.value.members ?? [])
    return JSONNode(.object(filled), range: root.range)
  }

  /// Warns of variables that nothing uses but texts, which show something else under their names.
  private mutating func warnOfShadowed(_ members: [JSONMember]) {
    for member in members
    where TemplateNames.builtIn.contains(member.key) && !used.contains(member.key) {
      diagnostics.warning(
        "\(member.key.quoted) is never shown, because ${\(member.key)} changes with the frame",
        at: member.keyRange)
    }
  }

  /// The value with those of variables in place.
  private mutating func expanded(_ node: JSONNode, depth: Int) -> JSONNode {
    switch node.kind {
    case .object(let members):
      if members.count == 1, members[0].key == "var" { return value(of: members[0], node, depth) }
      if members.contains(where: { $0.key == "type" && $0.value.string == "timeline" }) {
        return group(of: expanded(members, depth), node, depth)
      }
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
    func member(_ key: String) -> JSONNode? { members.first { $0.key == key }?.value }
    let isText = member("type")?.string == "text"
    let showsPlaces = isText && (member("template")?.isTrue ?? isTemplate)
    // The outermost timeline's texts are filled in by their layers.
    let fills = showsPlaces && !texts.open.isEmpty
    var result = members.map { member in
      let isShown = isText && ["text", "spans"].contains(member.key)
      return JSONMember(
        key: member.key, keyRange: member.keyRange,
        value: isShown
          ? lettered(member.value, fills: fills, depth + 1)
          : isInner(member) ? member.value : expanded(member.value, depth: depth + 1))
    }
    if showsPlaces, let type = members.first, member("template") == nil {
      result.append(
        JSONMember(
          key: "template", keyRange: type.keyRange,
          value: JSONNode(.bool(true), range: type.value.range)))
    }
    return result
  }

  /// The texts of a text layer. A template's are filled in by the layer itself, as it also shows
  /// what changes with the frame; but it knows only the variables of the outermost timeline.
  private mutating func lettered(_ node: JSONNode, fills: Bool, _ depth: Int) -> JSONNode {
    switch node.kind {
    case .string(let text) where fills:
      return JSONNode(
        .string(filled(text, node.range, keepsPlaces: true)), range: node.range, origin: node.origin
      )
    case .array(let elements):
      return JSONNode(
        .array(elements.map { lettered($0, fills: fills, depth + 1) }), range: node.range)
    case .object(let members) where members.first?.key != "var":
      let parts = members.map { member in
        JSONMember(
          key: member.key, keyRange: member.keyRange,
          value: member.key == "text"
            ? lettered(member.value, fills: fills, depth + 1)
            : expanded(member.value, depth: depth + 1))
      }
      return JSONNode(.object(parts), range: node.range)
    case .object:
      let value = expanded(node, depth: depth)
      return value.string == nil ? value : lettered(value, fills: fills, depth)
    case .null, .bool, .number, .string, .invalid: return node
    }
  }

  // MARK: Values

  /// Sets the variables that the timeline has itself, each made of those before it.
  private mutating func define(_ members: [JSONMember]) {
    later = Set(members.map(\.key))
    for member in members {
      table.add(expanded(member.value, depth: 1), named: member.key)
      later.remove(member.key)
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
        hint: hint(for: name))
      return invalid
    }
    used.insert(name)
    guard !entry.value.isInvalid else { return invalid }
    guard depth + entry.depth <= Self.deepest else {
      diagnostics.error(
        "with the variable \(name.quoted), values are nested more than \(Self.deepest) deep",
        at: use.range)
      return invalid
    }
    guard spend(entry.size, at: use.range) else { return invalid }
    diagnostics.explain(variable: name, usedAt: use.range, value: entry.value.range)
    return JSONNode(entry.value.kind, range: use.range, origin: entry.value.origin)
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

  // MARK: Timelines

  /// Whether a member is a source that is a timeline, which has variables of its own.
  private func isInner(_ member: JSONMember) -> Bool {
    member.key == "source" && NestedTimeline.inline(member.value) != nil
  }

  /// A layer that is a timeline of its own: with clips one that plays it, else a group of its
  /// layers.
  private mutating func group(
    of members: [JSONMember], _ node: JSONNode, _ depth: Int
  ) -> JSONNode {
    let invalid = JSONNode(.invalid, range: node.range)
    func member(_ key: String) -> JSONNode? { members.first { $0.key == key }?.value }
    if let layers = members.first(where: { $0.key == "layers" }) {
      diagnostics.error(
        "the layers of a timeline layer are those of its 'source'", at: layers.keyRange)
      return invalid
    }
    if let given = members.first(where: { $0.key == NestedTimeline.key }) {
      diagnostics.error(
        "unknown key \(given.key.quoted) in a timeline layer", at: given.keyRange,
        hint: "the file of the timeline is its 'source'")
      return invalid
    }
    guard let source = member("source") else {
      diagnostics.error("a timeline layer needs 'source'", at: member("type")?.range ?? node.range)
      return invalid
    }
    guard let timeline = timeline(source, given: member("vars"), as: .layer, depth) else {
      return invalid
    }
    if NestedTimeline.isFilm(timeline) {
      return JSONNode(.object(NestedTimeline.film(members, timeline)), range: node.range)
    }
    NestedTimeline.checkGroup(members, reportingTo: &diagnostics)
    let layers = timeline.member("layers")?.value ?? JSONNode(.array([]), range: source.range)
    return JSONNode(.object(NestedTimeline.group(members, layers, timeline)), range: node.range)
  }

  /// The main track, in which clips that play timelines hold these.
  private mutating func track(_ node: JSONNode) -> JSONNode {
    guard let elements = node.elements else { return node }
    return JSONNode(.array(elements.map { clip($0) }), range: node.range)
  }

  /// A clip; one that plays another timeline with that.
  private mutating func clip(_ node: JSONNode) -> JSONNode {
    guard let members = node.members else { return node }
    if let given = node.member("layers") ?? node.member(NestedTimeline.key) {
      diagnostics.error(
        "unknown key \(given.key.quoted) in a clip", at: given.keyRange,
        hint: "a clip can play the layers of a timeline of their own: \"source\": \"titles.json\"")
      return JSONNode(.invalid, range: node.range)
    }
    guard let source = node.member("source"), NestedTimeline.isTimeline(source.value) else {
      return node
    }
    let given = node.member("vars")?.value
    guard let timeline = timeline(source.value, given: given, as: .clip, 2) else {
      return JSONNode(.invalid, range: node.range)
    }
    let own = members.filter { $0.key != "vars" }
    let played = JSONMember(key: NestedTimeline.key, keyRange: source.keyRange, value: timeline)
    return JSONNode(.object(own + [played]), range: node.range)
  }

  /// Another timeline, with the values of its variables in place; nil where it cannot be read,
  /// which is reported.
  private mutating func timeline(
    _ source: JSONNode, given: JSONNode?, as use: NestedTimeline.Use, _ depth: Int
  ) -> JSONNode? {
    guard let inner = texts.open(source, reportingTo: &diagnostics) else { return nil }
    guard depth + 4 < Self.deepest, texts.open.count <= Document.deepestGroup else {
      diagnostics.error(
        "timelines are nested more than \(Document.deepestGroup) deep", at: source.range)
      texts.close()
      return nil
    }
    let isInline = NestedTimeline.inline(source) != nil
    let own = inner.member("vars")?.value
    // One that stands here also sees what is around it.
    var table =
      isInline ? self.table.without((own?.members ?? []).map(\.key)) : VariableTable()
    if let given { addGiven(given, own: own, to: &table) }
    NestedTimeline.check(inner, as: use, isInline: isInline, reportingTo: &diagnostics)
    let isTemplate = inner.member("template")?.value.isTrue ?? (isInline && isTemplate)
    var expansion = VariableExpansion(
      table, isTemplate: isTemplate, texts: texts.moved(), diagnostics: diagnostics)
    expansion.added = added
    let timeline = expansion.expanded(document: inner)
    if isInline { used.formUnion(expansion.used) }
    (texts, diagnostics, added) = (expansion.texts, expansion.diagnostics, expansion.added)
    texts.close()
    return timeline
  }

  /// Takes the values that a layer or a clip gives to the variables of its timeline.
  private mutating func addGiven(
    _ given: JSONNode, own: JSONNode?, to table: inout VariableTable
  ) {
    guard let members = given.members else {
      if !given.isInvalid {
        diagnostics.error(
          "'vars' takes an object, not \(given.kindName)", at: given.range,
          hint: "such as {\"who\": \"Ada\"}")
      }
      return
    }
    for member in members {
      if own?.member(member.key) == nil {
        diagnostics.warning(
          "the timeline has no variable \(member.key.quoted) in its 'vars'", at: member.keyRange)
      }
      table.add(member.value, named: member.key)
    }
  }

  // MARK: Texts

  /// A text with those of variables in place.
  ///
  /// - Parameter keepsPlaces: whether it is filled in once more, with what changes with the frame.
  private mutating func filled(
    _ text: String, _ place: Range<Int>, keepsPlaces: Bool = false
  ) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    func kept(_ text: String) -> String { keepsPlaces ? TemplateNames.escaped(text) : text }
    var result = ""
    for piece in TemplateNames.pieces(of: text) {
      switch piece {
      case .text(let plain): result += kept(plain)
      case .name(let name) where keepsPlaces && TemplateNames.isBuiltIn(name):
        result += "${\(name)}"
      case .name(let name):
        guard let value = shown(name, at: place) else { continue }
        guard spend(value.utf8.count, at: place) else { return result }
        result += kept(value)
      }
    }
    return result
  }

  /// What a name shows; nil where that is nothing, which is reported.
  private mutating func shown(_ name: String, at place: Range<Int>) -> String? {
    do throws(ValueError) {
      if let text = try FormattedVariable.text(of: name, among: { table.entries[$0]?.text }) {
        return text
      }
      report(name, at: place)
    } catch {
      diagnostics.error(error.message, at: place)
    }
    return nil
  }

  private mutating func report(_ name: String, at place: Range<Int>) {
    if let entry = table.entries[name] {
      guard !entry.value.isInvalid else { return }
      return diagnostics.error(
        "the variable \(name.quoted) is \(entry.value.kindName), which is no text", at: place)
    }
    if TemplateNames.isBuiltIn(name) {
      return diagnostics.error(
        "${\(name)} changes with the frame, so only a text layer can show it", at: place)
    }
    let bare = String(name.prefix { $0 != ":" })
    diagnostics.error(
      "the template's name \(bare.quoted) has no text", at: place,
      hint: hint(for: bare))
  }

  /// What to do about a name without a value.
  private func hint(for name: String) -> String {
    later.contains(name)
      ? "a variable is made only of those above it in 'vars'"
      : TemplateNames.hint(for: name, among: table.entries.keys.sorted())
  }
}
