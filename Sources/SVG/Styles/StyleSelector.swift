/// A selector of CSS: types, classes, names, attributes and first children, in one another.
struct StyleSelector: Sendable {
  /// What must be so of one element.
  private enum Test: Hashable {
    case type(String)
    case name(String)
    case kind(String)
    case attribute(String, Comparison, String)
    case firstChild
  }

  private enum Comparison: Hashable { case has, equals, word, dash, prefix, suffix, part }

  /// Tests of one element, and how it stands to the one before.
  private struct Step: Hashable {
    enum Relation: Hashable { case within, child, next }
    var tests: [Test] = []
    var relation = Relation.within
  }

  private var steps: [Step] = []

  /// How strong it is: names, then classes and attributes, then types.
  var weight: Int {
    steps.flatMap(\.tests).reduce(0) { sum, test in
      switch test {
      case .name: sum + 1 << 20
      case .kind, .attribute, .firstChild: sum + 1 << 10
      case .type: sum + 1
      }
    }
  }

  /// Reads a selector; nil for one of other kinds.
  init?(_ text: String) {
    var letters = Array(text.trimmed)[...]
    var step = Step()
    var isEmpty = true
    while let letter = letters.first {
      if letter.isWhitespace || letter == ">" || letter == "+" {
        guard !isEmpty else { return nil }
        steps.append(step)
        (step, isEmpty) = (Step(), true)
        while let next = letters.first, next.isWhitespace || next == ">" || next == "+" {
          if next == ">" { step.relation = .child }
          if next == "+" { step.relation = .next }
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

  private static func test(_ letters: inout ArraySlice<Character>) -> [Test]? {
    guard let letter = letters.first else { return nil }
    func word() -> String {
      let word = letters.prefix {
        $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || !$0.isASCII
      }
      letters = letters.dropFirst(word.count)
      return String(word)
    }
    if "*#.:[".contains(letter) { letters.removeFirst() }
    switch letter {
    case "*": return []
    case "#", ".":
      let name = word()
      if name.isEmpty { return nil }
      return [letter == "#" ? .name(name) : .kind(name)]
    case ":": return word() == "first-child" ? [.firstChild] : nil
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
    step.tests.allSatisfy { test in
      let element = tree[node]
      switch test {
      case .type(let name): return element.name == name
      case .name(let name): return element.attributes["id"] == name
      case .kind(let name):
        return element.attributes["class"]?.split(whereSeparator: \.isWhitespace)
          .contains { $0 == name } ?? false
      case .attribute(let name, let kind, let value):
        return element.attributes[name].map { compare($0, kind, value) } ?? false
      case .firstChild:
        return element.parent != nil && element.place == 0
      }
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
