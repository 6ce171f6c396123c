/// What came of reading a timeline.
package struct DecodedDocument: Sendable {
  /// The timeline; nil if there are errors.
  package let document: Document?

  /// What can be made ready in spite of errors, so that the files it names can be looked at too.
  ///
  /// The whole timeline if there are no errors. Otherwise parameters at fault have their defaults,
  /// and layers that lack something they need are left out. Nil where no timeline can be made out.
  package let soundPart: Document?

  /// Everything found, warnings too.
  package let diagnostics: Diagnostics

  init(_ decoded: Document?, _ diagnostics: Diagnostics) {
    document = diagnostics.hasErrors ? nil : decoded
    soundPart = decoded
    self.diagnostics = diagnostics
  }
}
