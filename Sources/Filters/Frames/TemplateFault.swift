/// Why a text is no template.
package struct TemplateFault: Error, Hashable, Sendable {
  /// What is wrong, with the words that it is about.
  package let message: String
  /// The character, from the text's start, counted in scalars.
  let scalar: Int
}
