/// Where an element stands among those right within the same one: `:first-child`, `:nth-child()` and
/// their like.
struct StylePlace: Hashable, Sendable {
  /// Whether only elements of its name count.
  let isOfType: Bool
  private let fromEnd: Bool
  /// The places `step * n + start` for every `n` from 0 on, counted from 1.
  private let step: Int
  private let start: Int
  /// Whether there must be no other.
  private let isOnly: Bool

  /// Reads a pseudo-class by its name and what stands in brackets behind it; nil for others.
  init?(_ name: String, _ inside: String?) {
    isOfType = name.hasSuffix("-of-type")
    guard isOfType || name.hasSuffix("-child") else { return nil }
    let kind = name.dropLast(isOfType ? 8 : 6)
    fromEnd = kind == "last" || kind == "nth-last"
    isOnly = kind == "only"
    switch (kind, inside) {
    case ("first", nil), ("last", nil), ("only", nil): (step, start) = (0, 1)
    case ("nth", let text?), ("nth-last", let text?):
      guard let (step, start) = Self.series(text.lowercased()) else { return nil }
      (self.step, self.start) = (step, start)
    default: return nil
    }
  }

  /// Reads `odd`, `even`, `3` or `2n+1`.
  private static func series(_ text: String) -> (step: Int, start: Int)? {
    let text = text.filter { !$0.isWhitespace }
    if text == "odd" { return (2, 1) }
    if text == "even" { return (2, 0) }
    func number(_ text: Substring) -> Int? {
      guard let number = Int(text), number.magnitude < 1 << 30 else { return nil }
      return number
    }
    guard let letter = text.firstIndex(of: "n") else { return number(text[...]).map { (0, $0) } }
    let steps: [Substring: Int] = ["": 1, "+": 1, "-": -1]
    let behind = text[text.index(after: letter)...]
    guard let step = steps[text[..<letter]] ?? number(text[..<letter]),
      let start = behind.isEmpty ? 0 : number(behind)
    else { return nil }
    return (step, start)
  }

  /// Whether an element is meant that has so many before it, of so many in all.
  func fits(before: Int, of all: Int) -> Bool {
    if isOnly { return all == 1 }
    let away = (fromEnd ? all - before : before + 1) - start
    if step == 0 { return away == 0 }
    return away % step == 0 && away / step >= 0
  }
}
