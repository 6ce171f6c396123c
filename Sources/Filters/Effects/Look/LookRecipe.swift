import Timeline

/// What a look is made of: help, its page and what is drawn come from one text.
struct LookRecipe: Sendable {
  /// What it looks like, in a sentence.
  let summary: String
  /// Its effects as a timeline has them, from the lowest up.
  let layers: String

  init(_ summary: String, _ layers: String) { (self.summary, self.layers) = (summary, layers) }
}

extension LookPreset {
  /// Its page of help: what it looks like, and the layers to copy as the example.
  var page: Declaration {
    Declaration(
      name: rawValue, summary: recipe.summary,
      discussion: """
        The name is a preset of the effect look. The layers below give the same picture; they stand \
        in layers, to be copied and changed.
        """,
      example: recipe.layers, parameters: [])
  }
}
