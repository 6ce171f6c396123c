import Timeline

/// What effects that are made of others may name.
struct EffectKit: Sendable {
  let vocabulary: Vocabulary
  /// The effect of a name.
  let type: @Sendable (String) -> (any Effect.Type)?

  /// Makes the effects of a list of layers, which is read as that of a timeline is; nil where it
  /// has a fault.
  ///
  /// - Parameter layers: the objects of the list, without its brackets.
  func effects(
    _ layers: String, _ setting: EffectSetting
  ) throws(RenderError) -> [any Effect]? {
    let source = SourceText(name: "", text: #"{ "version": 1, "layers": [\#(layers)] }"#)
    guard let document = Document.decode(source, vocabulary: vocabulary).document else {
      return nil
    }
    var effects: [any Effect] = []
    for layer in document.layers {
      guard let name = layer.effect, let type = type(name) else { return nil }
      effects.append(try type.init(layer.arguments, setting))
    }
    return effects
  }
}
