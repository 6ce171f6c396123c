/// How much an XML file may ask for.
enum MarkupLimits {
  /// How many bytes a file may have.
  static let bytes = 1 << 26
  /// How deep elements may lie in one another.
  static let depth = 128
  /// How many elements and attributes a file may have, all together.
  static let parts = 1_000_000
  /// How many entities the document's type may declare.
  static let entities = 1000
  /// How many bytes all entities in a document may give.
  static let entityBytes = 1 << 20
}
