import Bytes
import Markup
import Timeline

extension MarkupElement {
  /// The first element of that name right within this one.
  func first(_ name: String) -> MarkupElement? {
    for part in content {
      if case .element(let child) = part, child.name == name { return child }
    }
    return nil
  }

  /// The element at the end of a path of names.
  func at(_ path: String...) -> MarkupElement? {
    path.reduce(self) { $0?.first($1) }
  }

  /// All elements of that name right within this one.
  func all(_ name: String) -> [MarkupElement] { children.filter { $0.name == name } }

  /// The text of the first element of that name, without blanks around it; nil if it is empty.
  func value(_ name: String) -> String? { first(name)?.words }

  /// The text without blanks around it; nil if it is empty.
  var words: String? {
    let text = text
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return nil }
    return String(text[first...last])
  }

  /// The whole number in the first element of that name, within a trillion.
  func integer(_ name: String) -> Int? {
    guard let value = number(name), value == value.rounded() else { return nil }
    return Int(value)
  }

  /// The number in the first element of that name, within a trillion.
  func number(_ name: String) -> Double? {
    guard let value = value(name).flatMap({ Double($0) }), abs(value) <= 1e12 else { return nil }
    return value
  }

  /// Whether the first element of that name says that something is so; nil if it says nothing.
  func flag(_ name: String) -> Bool? {
    value(name).map { ["TRUE", "1", "YES"].contains($0.uppercased()) }
  }

  /// The bytes to point to: the tag's name.
  var place: Range<Int> { offset..<offset + 1 + name.utf8.count }
}

extension ImportLog {
  /// The root of a text of XML; nil where it is none, which is said.
  mutating func root(of source: SourceText) -> MarkupElement? {
    do throws(MarkupError) {
      return try MarkupDocument(source.bytes).root
    } catch {
      self.error(error, in: source)
      return nil
    }
  }

  /// Says why a text is no XML.
  private mutating func error(_ error: MarkupError, in source: SourceText) {
    // The place is given as line and column, and diagnostics count bytes.
    var (line, index) = (1, 0)
    let bytes = source.bytes
    while line < error.place.line, index < bytes.count {
      if bytes[index] == 0x0A
        || bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
      {
        line += 1
      }
      index += 1
    }
    var column = 1
    while column < error.place.column, index < bytes.count {
      index += 1
      while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
      column += 1
    }
    self.error(error.message, at: index..<min(index + 1, bytes.count))
  }
}
