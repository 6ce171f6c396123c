import Options

/// A text for templates: `name=text`.
package struct Variable: Hashable, Sendable {
  /// The name between `${` and `}`.
  package let name: String
  /// What is shown in its place; may be empty.
  package let text: String
}

extension ValueReader where Value == Variable {
  /// Takes a name, an equals sign and any text, even none.
  package static var variable: Self {
    Self(.text("NAME=TEXT"), expected: "a name and a text such as title=Hello") { given in
      guard let sign = given.firstIndex(of: "="), sign != given.startIndex else { return nil }
      return Variable(
        name: String(given[..<sign]), text: String(given[given.index(after: sign)...]))
    }
  }
}
