/// An element of XML, with all that is in it.
package struct MarkupElement: Hashable, Sendable {
  /// A part of an element's content, in the order of the file.
  package enum Content: Hashable, Sendable {
    case element(MarkupElement)
    /// Characters, with references resolved and every line end as LF.
    case text(String)
  }

  /// The name as it is written, with its prefix.
  package let name: String
  /// The attributes by their names as they are written.
  package let attributes: [String: String]
  /// What stands between the tags; empty for an empty element. Comments are left out.
  package internal(set) var content: [Content] = []
  /// The byte of the file with which the start tag begins.
  package let offset: Int

  init(name: String, attributes: [String: String], offset: Int) {
    self.name = name
    self.attributes = attributes
    self.offset = offset
  }

  /// The name without its prefix.
  package var localName: Substring {
    name.lastIndex(of: ":").map { name[name.index(after: $0)...] } ?? name[...]
  }

  /// The elements right within this one.
  package var children: [MarkupElement] {
    content.compactMap { if case .element(let child) = $0 { child } else { nil } }
  }

  /// The text right within this element, without that of elements in it.
  package var text: String {
    content.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }
  }

  mutating func append(_ text: String) {
    if case .text(var joined)? = content.last {
      // Many references in a row must not copy the text each time.
      content.removeLast()
      joined += text
      content.append(.text(joined))
    } else if !text.isEmpty {
      content.append(.text(text))
    }
  }
}
