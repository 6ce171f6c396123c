/// Why the text of a value was refused.
///
/// The caller adds the place: a value only knows its own text.
package struct ValueError: Error, Hashable, Sendable {
  /// The kind of the error.
  package enum Kind: Hashable, Sendable {
    /// The text does not follow the grammar of its type.
    case malformed
    /// The text is well formed, but the value lies outside what is allowed.
    case outOfRange
    /// The text is a name that is not known; `names` holds those that are.
    case unknownName(String, names: [String])
  }

  /// The kind of the error, with the names for a “did you mean”.
  package let kind: Kind

  /// One clause without a final full stop that says what is allowed.
  package let message: String

  /// Says which rule the text breaks, and in words what is allowed.
  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  static func malformed(_ message: String) -> ValueError { ValueError(.malformed, message) }
  static func outOfRange(_ message: String) -> ValueError { ValueError(.outOfRange, message) }
}
