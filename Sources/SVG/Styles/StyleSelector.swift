/// A selector of CSS: types, classes, names, attributes and places among others, in one another.
struct StyleSelector: Sendable {
  /// What must be so of one element.
  private enum Test: Hashable {
    case type(String)
    case name(String)
    case kind(String)
    case attribute(String, Comparison, String)
    case place(StylePlace)
    case root
    case empty
    /// What is never so of a picture that nobody touches.
    case never
    /// None of these lists of tests, or any of them, and whether the strongest counts.
    indirect case not([[Test]])
    indirect case any([[Test]], counts: Bool)

    var weight: Int {
      switch self {
      case .name: 1 << 20
      case .kind, .attribute, .place, .root, .empty, .never: 1 << 10
      case .type: 1
      case .not(let lists), .any(let lists, counts: true):
        lists.map { $0.reduce(0) { $0 + $1.weight } }.max() ?? 0
      case .any: 0
      }
    }
  }

  private enum Comparison: Hashable { case has, equals, word, dash, prefix, suffix, part }

  /// Tests of one element, and how it stands to the one before.
  private struct Step: Hashable {
    enum Relation: Hashable { case within, child, next, behind }
    var tests: [Test] = []
    var relation = Relation.within
  }

  private var steps: [Step] = []

  /// How strong it is: names, then classes and attributes, then types.
  var weight: Int {
    steps.flatMap(\.tests).reduce(0) { $0 + $1.weight }
  }

  /// Reads a selector; nil for one of other kinds.
  init?(_ text: String) {
    var letters = Array(text.trimmed)[...]
    var step = Step()
    var isEmpty = true
    while let letter = letters.first {
      if letter.isWhitespace || Self.relations[letter] != nil {
        guard !isEmpty else { return nil }
        steps.append(step)
        (step, isEmpty) = (Step(), true)
        while let next = letters.first, next.isWhitespace || Self.relations[next] != nil {
          if let relation = Self.relations[next] { step.relation = relation }
          letters.removeFirst()
        }
      } else {
        guard let test = Self.test(&letters) else { return nil }
        isEmpty = false
        step.tests += test
      }
    }
    guard !isEmpty else { return nil }
    steps.append(step)
  }

  private static let relations: [Character: Step.Relation] = [
    ">": .child, "+": .next, "~": .behind,
  ]

  private static func test(_ letters: inout ArraySlice<Character>, depth: Int = 0) -> [Test]? {
    guard let letter = letters.first else { return nil }
    func word() -> String { Self.word(&letters) }
    if "*#.:[".contains(letter) { letters.removeFirst() }
    switch letter {
    case "*": return []
    case "#", ".":
      let name = word()
      if name.isEmpty { return nil }
      return [letter == "#" ? .name(name) : .kind(name)]
    case ":": return pseudo(&letters, depth: depth).map { [$0] }
    case "[":
      guard let end = letters.firstIndex(of: "]") else { return nil }
      let inside = String(letters[letters.startIndex..<end])
      letters = letters[(end + 1)...]
      return attribute(inside).map { [$0] }
    default:
      let name = word()
      return name.isEmpty ? nil : [.type(name)]
    }
  }

  /// A name, in which a stroke takes away what the next letter means.
  private static func word(_ letters: inout ArraySlice<Character>) -> String {
    var word = ""
    while let letter = letters.first {
      if letter == "\\", letters.count > 1 {
        letters.removeFirst()
        let digits = letters.prefix(6).prefix { $0.isASCII && $0.isHexDigit }
        if digits.isEmpty {
          word.append(letters.removeFirst())
        } else {
          letters = letters.dropFirst(digits.count)
          if letters.first?.isWhitespace ?? false { letters.removeFirst() }
          word.unicodeScalars.append(
            UInt32(String(digits), radix: 16).flatMap { Unicode.Scalar($0) } ?? "\u{FFFD}")
        }
      } else if letter.isLetter || letter.isNumber || letter == "-" || letter == "_"
        || !letter.isASCII
      {
        word.append(letters.removeFirst())
      } else {
        break
      }
    }
    return word
  }

  /// What a colon begins; nil for what is not known.
  private static func pseudo(_ letters: inout ArraySlice<Character>, depth: Int) -> Test? {
    if letters.first == ":" {
      // Things beside elements are drawn nowhere.
      letters.removeFirst()
      return word(&letters).isEmpty ? nil : .never
    }
    let name = word(&letters).lowercased()
    var inside: String?
    if letters.first == "(" {
      var (nesting, end) = (0, letters.endIndex)
      for index in letters.indices {
        if letters[index] == "(" { nesting += 1 }
        if letters[index] == ")" { nesting -= 1 }
        if nesting == 0 {
          end = index
          break
        }
      }
      guard end < letters.endIndex else { return nil }
      inside = String(letters[letters.startIndex + 1..<end]).trimmed
      letters = letters[(end + 1)...]
    }
    if let inside {
      if let place = StylePlace(name, inside) { return .place(place) }
      guard ["not", "is", "where"].contains(name), depth < 4 else { return nil }
      let lists = StyleScanner.split(inside, at: ",").map { tests($0.trimmed, depth: depth + 1) }
      let known = lists.compactMap { $0 }
      // Lists that forgive leave out what they do not know.
      if name == "not" { return known.count == lists.count ? .not(known) : nil }
      return .any(known, counts: name == "is")
    }
    switch name {
    case "root": return .root
    case "empty": return .empty
    case "hover", "active", "focus", "focus-within", "focus-visible", "visited", "link", "target",
      "any-link", "checked", "disabled", "enabled", "before", "after":
      return .never
    default: return StylePlace(name, nil).map { .place($0) }
    }
  }

  /// The tests of one element; nil for what is none, or more.
  private static func tests(_ text: String, depth: Int) -> [Test]? {
    var letters = Array(text)[...]
    var tests: [Test] = []
    if letters.isEmpty { return nil }
    while !letters.isEmpty {
      guard let test = Self.test(&letters, depth: depth) else { return nil }
      tests += test
    }
    return tests
  }

  private static func attribute(_ text: String) -> Test? {
    guard let equals = text.firstIndex(of: "=") else { return .attribute(text.trimmed, .has, "") }
    var name = String(text[..<equals])
    let kinds: [Character: Comparison] = [
      "~": .word, "|": .dash, "^": .prefix, "$": .suffix, "*": .part,
    ]
    let kind = name.last.flatMap { kinds[$0] }
    if kind != nil { name.removeLast() }
    var value = String(text[text.index(after: equals)...]).trimmed
    if let quote = value.first, quote == "\"" || quote == "'" {
      guard value.count > 1, value.last == quote else { return nil }
      value = String(value.dropFirst().dropLast())
    }
    return .attribute(name.trimmed, kind ?? .equals, value)
  }

  /// Whether an element is meant.
  ///
  /// - Parameter all: how many elements may still be looked at for all rules and elements; without
  ///   any, none is meant.
  func matches(_ node: Int, in tree: SVGTree, _ all: inout Int) -> Bool {
    guard let last = steps.last, Self.fits(last, node, tree) else { return false }
    let most = min(SVGLimits.ways, all)
    var ways = most
    defer { all -= most - ways }
    return leads(to: steps.count - 1, node, tree, &ways)
  }

  /// Whether the steps before one fit the elements around that which it has found.
  private func leads(to step: Int, _ node: Int, _ tree: SVGTree, _ ways: inout Int) -> Bool {
    guard step > 0 else { return true }
    guard ways > 0 else { return false }
    ways -= 1
    let before = steps[step - 1]
    switch steps[step].relation {
    case .child:
      guard let parent = tree[node].parent else { return false }
      return Self.fits(before, parent, tree) && leads(to: step - 1, parent, tree, &ways)
    case .next:
      guard let parent = tree[node].parent, tree[node].place > 0 else { return false }
      let sibling = tree[parent].children[tree[node].place - 1]
      return Self.fits(before, sibling, tree) && leads(to: step - 1, sibling, tree, &ways)
    case .behind:
      guard let parent = tree[node].parent else { return false }
      for sibling in tree[parent].children.prefix(tree[node].place).reversed() {
        guard ways > 0 else { return false }
        ways -= 1
        if Self.fits(before, sibling, tree), leads(to: step - 1, sibling, tree, &ways) {
          return true
        }
      }
      return false
    case .within:
      // The nearest that fits is as good as any where only elements around it are asked for.
      let isLast = steps[..<step].allSatisfy { $0.relation == .within }
      var next = tree[node].parent
      while let parent = next, ways > 0 {
        ways -= 1
        if Self.fits(before, parent, tree) {
          if leads(to: step - 1, parent, tree, &ways) { return true }
          if isLast { return false }
        }
        next = tree[parent].parent
      }
      return false
    }
  }

  private static func fits(_ step: Step, _ node: Int, _ tree: SVGTree) -> Bool {
    step.tests.allSatisfy { fits($0, node, tree) }
  }

  private static func fits(_ test: Test, _ node: Int, _ tree: SVGTree) -> Bool {
    let element = tree[node]
    switch test {
    case .type(let name): return element.name == name
    case .name(let name): return element.attributes["id"] == name
    case .kind(let name):
      return element.attributes["class"]?.split(whereSeparator: \.isWhitespace)
        .contains { $0 == name } ?? false
    case .attribute(let name, let kind, let value):
      return element.attributes[name].map { compare($0, kind, value) } ?? false
    case .place(let place):
      guard let parent = element.parent else { return false }
      let (before, all) =
        place.isOfType
        ? element.kin : (before: element.place, count: tree[parent].children.count)
      return place.fits(before: before, of: all)
    case .root: return element.parent == nil
    case .empty: return element.children.isEmpty && element.text.isEmpty
    case .never: return false
    case .not(let lists):
      return !lists.contains { $0.allSatisfy { fits($0, node, tree) } }
    case .any(let lists, _):
      return lists.contains { $0.allSatisfy { fits($0, node, tree) } }
    }
  }

  private static func compare(_ own: String, _ kind: Comparison, _ value: String) -> Bool {
    switch kind {
    case .has: true
    case .equals: own == value
    case .word: own.split(whereSeparator: \.isWhitespace).contains { $0 == value }
    case .dash: own == value || own.hasPrefix(value + "-")
    case .prefix: !value.isEmpty && own.hasPrefix(value)
    case .suffix: !value.isEmpty && own.hasSuffix(value)
    case .part: !value.isEmpty && own.contains(value)
    }
  }
}
