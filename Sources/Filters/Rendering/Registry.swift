import Timeline

/// Everything that a timeline can name, and how it is made.
package enum Registry {
  /// The words that a timeline is checked against.
  package static let vocabulary = Vocabulary(
    canvas: CanvasParameters.declaration,
    layerCommon: GeometryParameters.all,
    effectCommon: EffectLayer.common,
    layers: layers.map { $0.declaration },
    effects: effects.map { $0.declaration },
    clip: ClipParameters.declaration,
    generators: [GradientLayer.declaration, TestPicture.declaration],
    transitions: transitions.flatMap { $0.variants.map(\.declaration) })

  /// The effect of this name.
  static func effect(named name: String) -> (any Effect.Type)? {
    effects.first { $0.declaration.name == name }
  }

  /// The transition, or the family of them, that has a variant of this name.
  static func transition(named name: String) -> (any Transition.Type)? {
    transitions.first { $0.variants.contains { $0.declaration.name == name } }
  }

  /// Makes what draws `layer`.
  static func make(_ layer: Layer, _ setting: LayerSetting) throws(RenderError) -> any LayerKind {
    if layer.effect != nil { return try EffectLayer(layer, setting) }
    guard let type = type(of: layer) else {
      throw RenderError(.unknown(.layer, layer.kind), at: layer.place)
    }
    return try type.init(layer, setting)
  }

  /// The kind of a layer that is not an effect; nil where there is none of its name.
  static func type(of layer: Layer) -> (any LayerKind.Type)? {
    layer.effect == nil ? layers.first { $0.declaration.name == layer.kind } : nil
  }
}
