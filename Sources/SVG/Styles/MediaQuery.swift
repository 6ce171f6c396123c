/// Which rules with conditions hold for pictures: those for screens, and for light backgrounds.
enum MediaQuery {
  /// Whether the rules in the block of a statement hold, such as `@media screen`.
  static func isMet(rule head: String) -> Bool {
    let words = head.lowercased().split(maxSplits: 1) { $0.isWhitespace || $0 == "(" }
    guard words.first == "@media" else { return words.first == "@layer" }
    let list = head.dropFirst("@media".count)
    return StyleScanner.split(String(list), at: ",").contains { isMet($0.trimmed.lowercased()) }
  }

  private static func isMet(_ query: String) -> Bool {
    var words = query.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let first = words.first else { return true }
    let isDenied = first == "not"
    if isDenied || first == "only" { words.removeFirst() }
    let conditions = words.joined(separator: " ").components(parted: " and ")
    return conditions.allSatisfy { holds($0.trimmed) } != isDenied
  }

  private static func holds(_ condition: String) -> Bool {
    let plain = condition.filter { !$0.isWhitespace }
    switch plain {
    case "all", "screen", "(prefers-color-scheme:light)", "(scripting:none)", "(color)",
      "(prefers-reduced-motion:reduce)", "(prefers-reduced-motion)":
      return true
    default: return false
    }
  }
}

extension String {
  /// The parts of a text between a word.
  fileprivate func components(parted word: String) -> [String] {
    var (parts, part) = ([String](), "")
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(word) {
        parts.append(part)
        (part, rest) = ("", rest.dropFirst(word.count))
      } else {
        part.append(rest.removeFirst())
      }
    }
    return parts + [part]
  }
}
