import Timeline

/// Everything that a timeline can name, and how it is made.
package enum Registry {
  /// The words that a timeline is checked against.
  package static let vocabulary = Vocabulary(
    canvas: CanvasParameters.declaration,
    layerCommon: GeometryParameters.all,
    effectCommon: EffectLayer.common,
    layers: layers.map { $0.declaration },
    effects: DeclarationList(names: entries.map(\.name)) { number in
      let entry = entries[number]
      return entry.type.declaration.inFamily(entry.family, entry.type.names)
    },
    clip: ClipParameters.declaration,
    generators: [GradientLayer.declaration] + GeneratedPictures.declarations
      + [TestPicture.declaration],
    transitions: transitions.flatMap { $0.variants.map(\.declaration) })

  /// The effects of all families.
  static let effects = entries.map(\.type)

  /// The effect of this name.
  static func effect(named name: String) -> (any Effect.Type)? {
    entries.first { $0.name == name }?.type
  }

  /// The effects, for those that are made of others.
  static let kit = EffectKit(vocabulary: vocabulary, type: { effect(named: $0) })

  /// The looks, with what each looks like as the summary and its layers as the example.
  package static let looks = LookPreset.allCases.map(\.page)

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
    if layer.arguments[MarqueeParameters.marquee] != nil {
      return try MarqueeLayer(layer, setting)
    }
    return try type.init(layer, setting)
  }

  /// The kind of a layer that is not an effect; nil where there is none of its name.
  static func type(of layer: Layer) -> (any LayerKind.Type)? {
    layer.effect == nil ? layers.first { $0.declaration.name == layer.kind } : nil
  }
}

/// An effect as it is registered: looking it up reads no declaration.
struct EffectEntry: Sendable {
  /// The folder of `Effects/` in which it stands.
  let family: String
  /// The name of its declaration.
  let name: String
  let type: any Effect.Type

  init(_ family: String, _ name: String, _ type: any Effect.Type) {
    (self.family, self.name, self.type) = (family, name, type)
  }
}
