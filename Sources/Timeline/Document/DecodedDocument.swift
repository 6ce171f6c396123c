/// The result of reading a timeline.
package struct DecodedDocument: Sendable {
  /// The timeline; nil if there are errors.
  package let document: Document?

  /// The part that can be prepared in spite of errors, so that its files can be checked too.
  ///
  /// The whole timeline if there are no errors. Otherwise wrong parameters have their defaults, and
  /// incomplete layers are left out. Nil if the text is not a timeline at all.
  package let soundPart: Document?

  /// Everything found, warnings too.
  package let diagnostics: Diagnostics

  init(_ decoded: Document?, _ diagnostics: Diagnostics) {
    document = diagnostics.hasErrors ? nil : decoded
    soundPart = decoded
    self.diagnostics = diagnostics
  }
}
