/// Values that style sheets give names to, which begin with `--`, and that `var()` stands for: CSS
/// Custom Properties Level 1.
struct StyleVariables {
  /// How deep variables stand for one another.
  private static let depth = 16
  /// The longest value that is made of them, in bytes.
  private static let longest = 1 << 16
  /// How many bytes of values are made in all.
  private static let most = 1 << 24

  /// Those that an element has or inherits; none for most.
  private var known: [Int: [String: String]] = [:]
  private var spent = 0

  /// Puts values in the places of names in an element's attributes; elements around it go before
  /// it.
  mutating func settle(_ node: inout SVGNode, _ number: Int) {
    var values = node.parent.flatMap { known[$0] } ?? [:]
    var hasOwn = false
    for (name, value) in node.attributes where name.hasPrefix("--") {
      values[name] = value
      hasOwn = true
    }
    if hasOwn || !values.isEmpty { known[number] = values }
    let long: Set = ["d", "points", "href"]
    for (name, value) in node.attributes
    where !long.contains(name) && !name.hasPrefix("--") && value.contains("var(") {
      // What stands for nothing is as if it had not been said.
      node.attributes[name] = text(value, values, Self.depth)
    }
  }

  /// A value with others in the places of their names; nil where one is missing.
  private mutating func text(_ value: String, _ values: [String: String], _ depth: Int) -> String? {
    guard let start = value.range(ofWord: "var(") else { return value }
    guard depth > 0, let (inside, rest) = value.bracketed(from: start.upperBound) else {
      return nil
    }
    let comma = inside.firstIndex(of: ",")
    let name = String(inside[..<(comma ?? inside.endIndex)]).trimmed
    var found: String?
    if let own = values[name] { found = text(own, values, depth - 1) }
    if found == nil, let comma {
      found = text(String(inside[inside.index(after: comma)...]).trimmed, values, depth - 1)
    }
    guard let found, let behind = text(String(rest), values, depth - 1) else { return nil }
    let whole = String(value[..<start.lowerBound]) + found + behind
    spent += whole.utf8.count
    guard whole.utf8.count <= Self.longest, spent <= Self.most else { return nil }
    return whole
  }
}

extension String {
  /// Where a word first stands.
  fileprivate func range(ofWord word: String) -> Range<String.Index>? {
    var at = startIndex
    while at < endIndex {
      if self[at...].hasPrefix(word) { return at..<index(at, offsetBy: word.count) }
      at = index(after: at)
    }
    return nil
  }

  /// What stands before the bracket that closes one that is open, and what follows it.
  fileprivate func bracketed(from start: String.Index) -> (inside: Substring, rest: Substring)? {
    var depth = 1
    for index in self[start...].indices {
      if self[index] == "(" { depth += 1 }
      if self[index] == ")" { depth -= 1 }
      if depth == 0 { return (self[start..<index], self[self.index(after: index)...]) }
    }
    return nil
  }
}
