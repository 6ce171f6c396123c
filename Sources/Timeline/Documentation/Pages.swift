extension Vocabulary {
  /// The clip with all its keys, those that are built in first, as documentation shows it.
  package var clipPage: Declaration {
    let own = clip.parameters.filter { !ClipKeys.names.contains($0.name) }
    return Declaration(
      name: clip.name, summary: clip.summary, discussion: clip.discussion, example: clip.example,
      parameters: ClipKeys.parameters(self) + own)
  }

  /// A kind of layer with the keys that are built in for it alone, as documentation shows it.
  package func page(ofLayer layer: Declaration) -> Declaration {
    let media = MediaKeys.common.map { key -> any ParameterDescription in
      switch key.name {
      case "in": BuiltInKey.mediaEdge(key, word: "comes", transitions)
      case "out": BuiltInKey.mediaEdge(key, word: "goes", transitions)
      default: key
      }
    }
    if layer.name == NestedTimeline.declaration.name {
      return Declaration(
        name: layer.name, summary: layer.summary, discussion: layer.discussion,
        example: layer.example, parameters: layer.parameters + media + ClipKeys.sound)
    }
    guard layer.name == "video" else { return layer }
    let builtIn: [any ParameterDescription] =
      [SourceParameter(generators: generators)] + media + ClipKeys.layerSound
    let own = layer.parameters.filter { !MediaKeys.names.contains($0.name) }
    return Declaration(
      name: layer.name, summary: layer.summary, discussion: layer.discussion,
      example: layer.example, parameters: builtIn + own)
  }

  /// A transition with what every transition takes, as documentation shows it.
  package func page(ofTransition transition: Declaration) -> Declaration {
    let names = TransitionParameter.common.map(\.name)
    let own = transition.parameters.filter { !names.contains($0.name) }
    return Declaration(
      name: transition.name, summary: transition.summary, discussion: transition.discussion,
      example: transition.example, parameters: own + TransitionParameter.common.dropFirst())
  }

  /// What every layer with a picture takes.
  package var pictureKeys: [any ParameterDescription] {
    layerCommon.isEmpty ? [] : layerCommon + [BuiltInKey.layerEffects, BuiltInKey.matte]
  }

  /// What every layer takes for its coming and going.
  package var layerChanges: [any ParameterDescription] {
    transitions.isEmpty
      ? [] : ["in", "out"].map { LayerPassages.parameter($0, transitions) }
  }

  /// What every transition takes.
  package var transitionCommon: [any ParameterDescription] { TransitionParameter.common }
}
