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
  /// What it is one of, among the effects: `Blur`; empty for everything else.
  package private(set) var family = ""
  /// What else it is called, among the effects.
  package private(set) var names = EffectNames()

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

  /// The same declaration with its other names.
  package func called(_ names: EffectNames) -> Declaration { inFamily(family, names) }

  /// The same declaration as one of a family of effects, with its other names.
  package func inFamily(_ family: String, _ names: EffectNames) -> Declaration {
    var declaration = self
    declaration.family = family
    declaration.names = names
    return declaration
  }
}
