/// Everything that a timeline can say.
package struct Vocabulary: Sendable {
  /// The parameters of `canvas`.
  package let canvas: Declaration
  /// What every layer with a picture takes; name, enabled, start, end and duration are built in.
  package let layerCommon: [any ParameterDescription]
  /// What every effect takes.
  package let effectCommon: [any ParameterDescription]
  /// The kinds of layers except `effect`; one called `group` holds layers of its own.
  package let layers: [Declaration]
  /// The effects on pictures, by whose names effect layers call them.
  package let effects: DeclarationList
  /// What the picture of a clip takes; what it plays, and when, is built in.
  package let clip: Declaration
  /// Pictures that a clip or a video layer can have as its source: `{"gradient": {...}}`.
  package let generators: [Declaration]
  /// Changes from one clip to the next, and for the entrance and exit of layers; type, duration,
  /// ease and reverse are built in.
  package let transitions: [Declaration]
  /// Effects on sounds; effect, name, enabled, start, end, duration and mix are built in.
  package let soundEffects: [Declaration]

  /// A vocabulary without clips, transitions and sounds, unless stated otherwise.
  package init(
    canvas: Declaration, layerCommon: [any ParameterDescription],
    effectCommon: [any ParameterDescription], layers: [Declaration], effects: DeclarationList,
    clip: Declaration = Declaration(name: "clip", summary: "", parameters: []),
    generators: [Declaration] = [], transitions: [Declaration] = [],
    soundEffects: [Declaration] = []
  ) {
    self.canvas = canvas
    self.layerCommon = layerCommon
    self.effectCommon = effectCommon
    self.layers = layers
    self.effects = effects
    self.clip = clip
    self.generators = generators
    self.transitions = transitions
    self.soundEffects = soundEffects
  }

  /// The same vocabulary with these effects on sounds.
  package func adding(soundEffects: [Declaration]) -> Vocabulary {
    Vocabulary(
      canvas: canvas, layerCommon: layerCommon, effectCommon: effectCommon, layers: layers,
      effects: effects, clip: clip, generators: generators, transitions: transitions,
      soundEffects: self.soundEffects + soundEffects)
  }
}
