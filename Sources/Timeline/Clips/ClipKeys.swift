/// The keys of a clip that are built in.
enum ClipKeys {
  static let start = Setting<Time?>(
    "start", default: nil, unit: "s", defaultText: "the end of the clip before",
    "When it comes on, on the timeline. Later than the end of the clip before, it leaves a gap.")
  static let volume = Parameter<Gain>(
    "volume", default: .one, in: Gain.limits, "How loud it is; pictures leave it alone.")
  static let mute = Setting<Bool>("mute", default: false, "Whether it is silent.")
  static let preservePitch = Setting<Bool>(
    "preservePitch", default: true,
    "Whether its sound keeps its pitch at another `speed`; else it sounds higher when faster.")
  static let fadeIn = Setting<SoundFade>(
    "fadeIn", default: SoundFade(), unit: "s",
    "How long its sound takes to come up from silence.")
  static let fadeOut = Setting<SoundFade>(
    "fadeOut", default: SoundFade(), unit: "s", "How long its sound takes to fall to silence.")
  static let sound: [any ParameterDescription] = [volume, mute, fadeIn, fadeOut, preservePitch]

  static func transition(_ transitions: [Declaration]) -> TransitionParameter {
    TransitionParameter(
      name: "transition",
      help: "How it goes over into the next clip; the two overlap by its duration.",
      transitions: transitions)
  }

  /// All of them, as documentation lists them.
  static func parameters(_ vocabulary: Vocabulary) -> [any ParameterDescription] {
    let media = MediaKeys.common
    return [SourceParameter(generators: vocabulary.generators)] + media.prefix(2)
      + [MediaKeys.duration, start] + media.dropFirst(2)
      + [transition(vocabulary.transitions), BuiltInKey.clipEffects]
      + sound + [BuiltInKey.name, BuiltInKey.enabled]
  }

  /// The names of all keys that are built in.
  static let names =
    MediaKeys.names
    .union(["name", "enabled", "start", "duration", "transition", "effects"])
    .union(sound.map(\.name))
}
