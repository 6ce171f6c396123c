/// What is wrong with a font file.
package struct FontError: Error, Hashable, Sendable {
  /// Whose fault it is: the file's, or the program's that does not read all there is.
  package enum Kind: Hashable, Sendable {
    /// The bytes break the format's rules.
    case malformed
    /// The format has it and it is not read.
    case unsupported
    /// The bytes end too early.
    case truncated
  }

  /// Which of the three it is.
  package let kind: Kind
  /// What is wrong, without the file's name.
  package let message: String
  /// The table it stands in, such as "glyf".
  package let table: String?
  /// Where it stands, counted from the file's start.
  package let offset: Int?

  /// Says what is wrong and, where they are known, in which table and at which byte of the file.
  package init(_ kind: Kind, _ message: String, table: String? = nil, offset: Int? = nil) {
    self.kind = kind
    self.message = message
    self.table = table
    self.offset = offset
  }
}
