/// Something that takes parameters: a kind of layer, an effect, the canvas.
package struct Declaration: Sendable {
  /// The word that selects it in a timeline.
  package let name: String
  /// What it does, in one sentence with its full stop.
  package let summary: String
  /// Further documentation, in paragraphs separated by an empty line.
  package let discussion: String
  /// A piece of a timeline that uses it.
  package let example: String
  /// In the order of the reference, each under another name.
  package let parameters: [any ParameterDescription]

  /// A declaration without discussion and example, unless stated otherwise.
  package init(
    name: String, summary: String, discussion: String = "", example: String = "",
    parameters: [any ParameterDescription]
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.example = example
    self.parameters = parameters
  }
}
