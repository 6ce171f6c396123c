import Bytes
import Timeline

/// The fields of an edit that stand in it as `{{ NAME }}`.
struct ShotstackMerge {
  private var values: [(name: String, value: JSONNode)] = []
  /// The names whose values are in texts that are shown.
  private var shown: Set<String> = []

  init() {}

  init(_ node: JSONNode?, _ log: inout ImportLog) {
    for element in node?.elements ?? [] {
      guard let name = element["find"]?.string, let value = element["replace"] else {
        log.warn("a field that is merged needs 'find' and 'replace'", at: element.range.prefix)
        continue
      }
      values.append((name, value))
    }
  }

  /// The texts that templates show, by name.
  var variables: TimelineDraft.Members {
    values.filter { shown.contains($0.name) }.map { ($0.name, .string(Self.text($0.value))) }
  }

  private static func text(_ node: JSONNode) -> String {
    switch node.kind {
    case .string(let text): text
    case .number(let digits): digits
    case .bool(let flag): flag ? "true" : "false"
    default: ""
    }
  }

  /// The node with all fields in it filled in, but for those in texts that are shown.
  func filled(_ node: JSONNode, key: String = "", _ log: inout ImportLog) -> JSONNode {
    switch node.kind {
    case .array(let elements):
      let filled = elements.map { self.filled($0, key: key, &log) }
      return JSONNode(.array(filled), range: node.range)
    case .object(let members):
      let filled = members.map {
        JSONMember(
          key: $0.key, keyRange: $0.value.range, value: self.filled($0.value, key: $0.key, &log))
      }
      return JSONNode(.object(filled), range: node.range)
    case .string(let text):
      guard key != "text", text.contains("{{") else { return node }
      let parts = Self.parts(text)
      // A field alone may be of any kind.
      if parts.count == 1, parts[0].isField, let value = value(parts[0].text) {
        return JSONNode(value.kind, range: node.range)
      }
      var whole = ""
      for part in parts {
        if part.isField, value(part.text) == nil {
          log.warn("there is no field \(part.text.quotedText) to be merged", at: node.range)
        }
        whole += part.isField ? value(part.text).map(Self.text) ?? "" : part.text
      }
      return JSONNode(.string(whole), range: node.range)
    default: return node
    }
  }

  private func value(_ name: String) -> JSONNode? { values.first { $0.name == name }?.value }

  /// A text that is shown, with its fields as variables of a template; the flag says whether it has
  /// any.
  mutating func template(_ text: String) -> (text: String, isTemplate: Bool) {
    let parts = Self.parts(text)
    guard parts.contains(where: { $0.isField && value($0.text) != nil }) else {
      return (text, false)
    }
    var whole = ""
    for part in parts {
      let escaped = part.text.split(separator: "${", omittingEmptySubsequences: false)
      if !part.isField {
        whole += escaped.joined(separator: "$${")
      } else if let value = value(part.text) {
        if Self.isName(part.text) {
          shown.insert(part.text)
          whole += "${\(part.text)}"
        } else {
          whole += Self.text(value).split(separator: "${", omittingEmptySubsequences: false)
            .joined(separator: "$${")
        }
      }
    }
    return (whole, true)
  }

  /// Whether a variable of ours can have that name.
  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, !first.isDigit else { return false }
    let taken = ["frame", "time", "seconds", "timecode", "countdown", "remaining"]
    return !taken.contains(name)
      && name.utf8.allSatisfy { $0.isDigit || $0.isLetter || $0 == 0x5F }
  }

  /// The text cut at its fields.
  private static func parts(_ text: String) -> [(text: String, isField: Bool)] {
    var parts: [(String, Bool)] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      let inner = rest.index(after: open)
      guard inner < rest.endIndex, rest[inner] == "{" else {
        append(String(rest[...open]), to: &parts)
        rest = rest[inner...]
        continue
      }
      let start = rest.index(after: inner)
      guard let close = rest[start...].firstIndex(of: "}"),
        rest.index(after: close) < rest.endIndex,
        rest[rest.index(after: close)] == "}"
      else { break }
      append(String(rest[..<open]), to: &parts)
      let name = rest[start..<close].split(whereSeparator: \.isWhitespace).joined(separator: " ")
      parts.append((name, true))
      rest = rest[rest.index(close, offsetBy: 2)...]
    }
    append(String(rest), to: &parts)
    return parts
  }

  private static func append(_ text: String, to parts: inout [(String, Bool)]) {
    if !text.isEmpty { parts.append((text, false)) }
  }
}
