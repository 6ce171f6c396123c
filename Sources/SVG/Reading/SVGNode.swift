import Markup

/// An element of a file, with its style sheets applied.
struct SVGNode: Sendable {
  /// The name without a prefix; empty where it is none of SVG.
  let name: String
  /// Attributes, and what style sheets say in their place, by names without prefixes.
  var attributes: [String: String]
  /// The number of the element around it.
  let parent: Int?
  /// How many elements stand before it in the same.
  let place: Int
  /// How many of its name stand before it in the same, and how many there are in all.
  var kin = (before: 0, count: 1)
  /// The numbers of the elements right within it.
  var children: [Int] = []
  /// The text right within it, for style sheets.
  let text: String
  /// What stands right within it, in order, where it is text or lies in one.
  var pieces: [Piece] = []

  /// Characters, or the number of an element.
  enum Piece: Hashable, Sendable {
    case characters(String)
    case element(Int)
  }
}

/// The elements of a file by their numbers, of which 0 is the root.
struct SVGTree: Sendable {
  private(set) var nodes: [SVGNode] = []
  /// The elements by their names; the first with a name counts.
  private(set) var names: [String: Int] = [:]
  /// Whether anything is painted as what it is shown by.
  private(set) var usesContext = false

  /// The element that an address within the file names, as `#name`.
  subscript(address text: String) -> Int? {
    let text = text.drop { $0 == " " || $0 == "\n" || $0 == "\t" }
    guard text.first == "#" else { return nil }
    return names[String(text.dropFirst())]
  }

  subscript(node: Int) -> SVGNode { nodes[node] }

  /// The number of an element's nearest ancestor of one of these names.
  func ancestor(of node: Int, where condition: (SVGNode) -> Bool) -> Int? {
    var next = nodes[node].parent
    while let number = next {
      if condition(nodes[number]) { return number }
      next = nodes[number].parent
    }
    return nil
  }

  /// What an element says of a property that is not inherited unless it says so.
  func value(_ name: String, of node: Int) -> String? {
    var node = node
    while let value = nodes[node].attributes[name] {
      guard value.trimmed == "inherit" else { return value }
      guard let parent = nodes[node].parent else { return nil }
      node = parent
    }
    return nil
  }
}

extension SVGTree {
  static let namespace = "http://www.w3.org/2000/svg"

  /// Takes a document apart.
  ///
  /// - Parameter variables: what `var()` stands for where the document says nothing else.
  init(_ document: MarkupDocument, variables: [String: String] = [:]) {
    var sheets = ""
    add(document.root, in: nil, ["": nil, "svg": Self.namespace], isText: false, &sheets)
    nodes[0].attributes.merge(variables) { $1 }
    for node in nodes.indices where nodes[node].children.count > 1 { countKin(in: node) }
    apply(StyleSheet(sheets))
  }

  /// - Parameters:
  ///   - spaces: namespaces by their prefixes; nil for one that is not told.
  ///   - isText: whether it lies in a text.
  private mutating func add(
    _ element: MarkupElement, in parent: Int?, _ spaces: [String: String?], isText: Bool,
    _ sheets: inout String
  ) {
    var spaces = spaces
    for (key, value) in element.attributes {
      if key == "xmlns" { spaces[""] = value }
      if key.hasPrefix("xmlns:") { spaces[String(key.dropFirst(6))] = value }
    }
    let prefix = element.name.dropLast(element.localName.count).dropLast()
    let space = spaces[String(prefix)] ?? "unknown"
    let isOwn = space == nil || space == Self.namespace
    let number = nodes.count
    let text = element.localName == "style" ? element.text : ""
    nodes.append(
      SVGNode(
        name: isOwn ? String(element.localName) : "", attributes: Self.attributes(of: element),
        parent: parent, place: parent.map { nodes[$0].children.count } ?? 0, text: text))
    if let parent { nodes[parent].children.append(number) }
    if let name = nodes[number].attributes["id"], names[name] == nil, !name.isEmpty {
      names[name] = number
    }
    if isOwn, element.localName == "style" {
      let kind = element.attributes["type"] ?? ""
      if kind.isEmpty || kind == "text/css" { sheets += text + "\n" }
    }
    let isText = isText || isOwn && element.localName == "text"
    for part in element.content {
      switch part {
      case .element(let child):
        if isText { nodes[number].pieces.append(.element(nodes.count)) }
        add(child, in: number, spaces, isText: isText, &sheets)
      case .text(let text):
        if isText { nodes[number].pieces.append(.characters(text)) }
      }
    }
  }

  /// Counts the elements right within one by their names.
  private mutating func countKin(in node: Int) {
    var counts: [String: Int] = [:]
    for child in nodes[node].children {
      nodes[child].kin.before = counts[nodes[child].name, default: 0]
      counts[nodes[child].name, default: 0] += 1
    }
    for child in nodes[node].children { nodes[child].kin.count = counts[nodes[child].name] ?? 1 }
  }

  /// Properties that are no attributes.
  private static let stylesOnly: Set = ["mix-blend-mode", "isolation", "background-color"]

  /// Attributes without prefix, and `href` of XLink where SVG's own is missing.
  private static func attributes(of element: MarkupElement) -> [String: String] {
    var attributes: [String: String] = [:]
    for (key, value) in element.attributes {
      if key == "xml:space" {
        attributes[key] = value
      } else if key.contains(":") {
        if key.hasSuffix(":href"), element.attributes["href"] == nil { attributes["href"] = value }
      } else if !stylesOnly.contains(key) {
        attributes[key] = value
      }
    }
    return attributes
  }

  /// Puts what style sheets and `style` attributes say in the place of attributes.
  private mutating func apply(_ sheet: StyleSheet) {
    var ways = SVGLimits.allWays
    var variables = StyleVariables()
    for number in nodes.indices {
      var found = sheet.declarations(for: number, in: self, &ways)
      if let own = nodes[number].attributes["style"] {
        found.insert(
          contentsOf: StyleSheet.declarations(own).filter { !$0.isImportant },
          at: found.firstIndex { $0.isImportant } ?? found.count)
        found += StyleSheet.declarations(own).filter { $0.isImportant }
      }
      for declaration in found { nodes[number].set(declaration) }
      variables.settle(&nodes[number], number)
      for name in ["fill", "stroke"] {
        if nodes[number].attributes[name]?.contains("context-") ?? false { usesContext = true }
      }
    }
  }
}

extension SVGNode {
  fileprivate mutating func set(_ declaration: StyleDeclaration) {
    switch declaration.name {
    case "marker":
      for name in ["marker-start", "marker-mid", "marker-end"] {
        attributes[name] = declaration.value
      }
    case "font":
      for (name, value) in FontShorthand.properties(declaration.value) { attributes[name] = value }
    case "id", "class", "style", "href": break
    case "fill", "stroke", "color", "stop-color", "flood-color", "lighting-color":
      // What is no colour leaves what was said before as it is.
      if declaration.isColor { attributes[declaration.name] = declaration.value }
    default: attributes[declaration.name] = declaration.value
    }
  }
}

extension StyleDeclaration {
  /// Whether it has a value that a colour may have, or one that is not known yet.
  fileprivate var isColor: Bool {
    let words: Set = ["inherit", "initial", "unset", "revert", "revert-layer"]
    return PaintValue(value) != nil || words.contains(value) || value.contains("var(")
  }
}

extension String {
  /// The text without blanks around it.
  var trimmed: String {
    let blanks: Set<Character> = [" ", "\t", "\n", "\r", "\r\n", "\u{C}"]
    guard let start = firstIndex(where: { !blanks.contains($0) }),
      let end = lastIndex(where: { !blanks.contains($0) })
    else { return "" }
    return String(self[start...end])
  }
}
