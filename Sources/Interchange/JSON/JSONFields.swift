import Bytes
import Timeline

/// The members of an object, each to be asked for: what nobody has asked for is not carried over.
struct JSONFields {
  private var values: [String: JSONNode] = [:]
  private let own: [JSONMember]
  private var taken: Set<String> = []
  /// The bytes with which the object begins.
  let place: Range<Int>

  /// The members of a node, and of others where it has none of that name, the last of them first.
  init(_ node: JSONNode?, over defaults: [JSONNode?] = []) {
    own = node?.members ?? []
    place = node?.range.prefix ?? 0..<0
    for source in defaults {
      for member in source?.members ?? [] { values[member.key] = member.value }
    }
    for member in own { values[member.key] = member.value }
  }

  /// The member of that name; nil where there is none or it is `null`.
  mutating func take(_ key: String) -> JSONNode? {
    taken.insert(key)
    return values[key].flatMap { $0.isGiven ? $0 : nil }
  }

  /// Whether the member is there and is `null`.
  func isNull(_ key: String) -> Bool { values[key].map { !$0.isGiven } ?? false }

  /// Whether any of these members is there.
  func has(_ keys: String...) -> Bool { keys.contains { values[$0]?.isGiven ?? false } }

  /// Looks at some members without having an effect, or with one that is of no use here.
  mutating func ignore(_ keys: String...) { taken.formUnion(keys) }

  /// A number, also one in a string, within ten million.
  mutating func number(_ key: String, _ log: inout ImportLog) -> Rational? {
    guard let node = take(key) else { return nil }
    let text = node.string.flatMap { Rational(decimal: $0) }
    if let value = node.rational ?? text, abs(value.double) <= 1e7 { return value }
    log.warn("'\(key)' is no number, and is not carried over", at: node.range)
    return nil
  }

  /// A number that is not below zero.
  mutating func length(_ key: String, _ log: inout ImportLog) -> Rational? {
    let node = values[key]
    guard let value = number(key, &log) else { return nil }
    if value < .zero {
      log.warn("'\(key)' is below 0, and is taken for 0", at: node?.range ?? place)
    }
    return max(value, .zero)
  }

  /// A text.
  mutating func text(_ key: String, _ log: inout ImportLog) -> String? {
    guard let node = take(key) else { return nil }
    if let text = node.string { return text }
    if case .number(let digits) = node.kind { return digits }
    log.warn("'\(key)' is no text, and is not carried over", at: node.range)
    return nil
  }

  /// Whether it is `true`.
  mutating func flag(_ key: String) -> Bool {
    guard let node = take(key) else { return false }
    return node.bool ?? false
  }

  /// A colour of CSS, as it is written.
  mutating func color(_ key: String, _ log: inout ImportLog) -> String? {
    guard let node = take(key) else { return nil }
    return node.color(&log)
  }

  /// Takes a member of another object where this one has none of that name.
  mutating func fill(_ key: String, with node: JSONNode) {
    if values[key] == nil { values[key] = node }
  }

  /// The names of the object's own members but for these.
  func others(than keys: [String]) -> [String] {
    own.map(\.key).filter { !keys.contains($0) }
  }

  /// Says which members of the object itself nobody has asked for.
  func report(_ log: inout ImportLog, in whole: String) {
    for member in own where !taken.contains(member.key) {
      log.warn(
        "\(member.key.quotedText) of \(whole) is not carried over", at: member.value.range.prefix)
    }
  }
}

extension JSONNode {
  /// A colour of CSS, as it is written.
  func color(_ log: inout ImportLog) -> String? {
    if let text = string {
      do throws(ValueError) {
        _ = try Color(parsing: text)
        return text
      } catch {}
    }
    log.warn("this is no colour, and is not carried over", at: range)
    return nil
  }
}
