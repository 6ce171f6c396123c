/// Everything that a timeline can say.
package struct Vocabulary: Sendable {
  /// Something that belongs to the timeline's language and that the program cannot do yet.
  package struct NotYet: Hashable, Sendable {
    /// Where in a timeline the word would stand.
    package enum Place: Hashable, Sendable {
      /// A key of the timeline itself.
      case document
      /// A kind of layer.
      case layerKind
      /// An effect.
      case effect
      /// A key of any layer.
      case layerKey
    }

    /// Where the word would stand.
    package let place: Place
    /// The word itself.
    package let name: String
    /// The words that the key takes nevertheless.
    package let taken: [String]
    /// All words that the key will take; empty when it takes other values.
    package let known: [String]

    /// Something of which nothing is done yet, unless `taken` says what is.
    package init(_ place: Place, _ name: String, taken: [String] = [], known: [String] = []) {
      self.place = place
      self.name = name
      self.taken = taken
      self.known = known
    }
  }

  /// The parameters of `canvas`.
  package let canvas: Declaration
  /// What every layer with a picture takes; name, enabled, start, end and duration are built in.
  package let layerCommon: [any ParameterDescription]
  /// What every effect takes.
  package let effectCommon: [any ParameterDescription]
  /// The kinds of layers except `effect`; one called `group` holds layers of its own.
  package let layers: [Declaration]
  /// The effects on pictures, by whose names effect layers call them.
  package let effects: [Declaration]
  /// What the picture of a clip takes; what it plays, and when, is built in.
  package let clip: Declaration
  /// Pictures that a clip or a video layer can have as its source: `{"gradient": {...}}`.
  package let generators: [Declaration]
  /// Changes from one clip to the next, or of a layer's coming and going; type, duration, ease and
  /// reverse are built in.
  package let transitions: [Declaration]
  /// What can be done to sounds; effect, name, enabled, start, end, duration and mix are built in.
  package let soundEffects: [Declaration]
  let notYet: [NotYet]

  /// A language without clips of its own, transitions and sounds, unless said.
  package init(
    canvas: Declaration, layerCommon: [any ParameterDescription],
    effectCommon: [any ParameterDescription], layers: [Declaration], effects: [Declaration],
    clip: Declaration = Declaration(name: "clip", summary: "", parameters: []),
    generators: [Declaration] = [], transitions: [Declaration] = [],
    soundEffects: [Declaration] = [],
    notYet: [NotYet] = Vocabulary.standardNotYet
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
    self.notYet = notYet
  }

  /// The same vocabulary with these effects on sounds.
  package func adding(soundEffects: [Declaration]) -> Vocabulary {
    Vocabulary(
      canvas: canvas, layerCommon: layerCommon, effectCommon: effectCommon, layers: layers,
      effects: effects, clip: clip, generators: generators, transitions: transitions,
      soundEffects: self.soundEffects + soundEffects, notYet: notYet)
  }

  /// What the timeline's language has beyond the program.
  static let standardNotYet: [NotYet] = [
    NotYet(.layerKey, "mask"),
  ]

  /// Whether the program can do what `name` asks for at `place`.
  func isNotYet(_ place: NotYet.Place, _ name: String) -> NotYet? {
    notYet.first { $0.place == place && $0.name == name }
  }
}
