import Timeline

// What is asked of a value of Lottie's JSON, whose writers do not always keep to its schema.
extension JSONNode {
  /// The first member of that name; nil where there is none, or `null`.
  subscript(key: String) -> JSONNode? {
    guard let value = members?.first(where: { $0.key == key })?.value else { return nil }
    if case .null = value.kind { return nil }
    return value
  }

  /// A finite number, or the first of an array; nil for other values.
  var number: Double? {
    switch kind {
    case .number(let text):
      guard let value = Double(text), value.isFinite else { return nil }
      return min(max(value, -1e9), 1e9)
    case .bool(let value): return value ? 1 : 0
    case .array(let elements): return elements.first?.scalar
    case .null, .string, .object, .invalid: return nil
    }
  }

  private var scalar: Double? {
    if case .array = kind { return nil }
    return number
  }

  /// The numbers of an array, or the one that this is; what is no number is 0.
  var numbers: [Double] {
    if let elements { return elements.map { $0.scalar ?? 0 } }
    return number.map { [$0] } ?? []
  }

  /// The whole number of a member.
  func whole(_ key: String) -> Int? {
    self[key]?.number.map { Int($0.rounded(.towardZero)) }
  }

  /// Whether a value in it is what a program beside it says, and not its keys.
  var hasExpressions: Bool {
    if let elements { return elements.contains { $0.hasExpressions } }
    guard let members else { return false }
    if let program = self["x"]?.string, self["k"] != nil,
      program.contains(where: { !$0.isWhitespace })
    {
      return true
    }
    return members.contains { $0.value.hasExpressions }
  }

  /// Whether a member is `true` or a number other than 0.
  func isSet(_ key: String) -> Bool { (self[key]?.number ?? 0) != 0 }
}
