/// The keys of a clip that are built in.
enum ClipKeys {
  static let start = Setting<PlainTime>(
    "start", default: .zero, unit: "s", defaultText: "the end of the clip before",
    "When it starts on the timeline. If that is later than the end of the clip before, there is a "
      + "gap.")
  static let end = Setting<Time?>(
    "end", default: nil, unit: "s", defaultText: "its `duration` after its start",
    "When it ends on the timeline, instead of `duration`; it may be a beat of the music, such as "
      + "\"bar:2\".")
  static let volume = Parameter<Gain>(
    "volume", default: .one, in: Gain.limits, "How loud it is; this has no effect on the picture.")
  static let mute = Setting<Bool>("mute", default: false, "Whether it is silent.")
  static let preservePitch = Setting<Bool>(
    "preservePitch", default: true,
    "Whether its sound keeps its pitch at another `speed`; if not, faster sounds higher.")
  static let fadeIn = Setting<SoundFade>(
    "fadeIn", default: SoundFade(), unit: "s",
    "How long its sound takes to fade in from silence.")
  static let fadeOut = Setting<SoundFade>(
    "fadeOut", default: SoundFade(), unit: "s", "How long its sound takes to fade out to silence.")
  static let sound: [any ParameterDescription] = [volume, mute, fadeIn, fadeOut, preservePitch]
  /// The keys of sound of a video layer, which is silent unless it has a volume.
  static let layerSound: [any ParameterDescription] = [layerVolume] + sound.dropFirst()
  private static let layerVolume = Parameter<Gain>(
    "volume", default: .one, in: Gain.limits, defaultText: "silent",
    "How loud its sound is; without it, the layer is silent. It has no effect on the picture.")

  static func transition(_ transitions: [Declaration]) -> TransitionParameter {
    TransitionParameter(
      name: "transition",
      help: "The transition to the next clip; the two clips overlap for its duration.",
      transitions: transitions)
  }

  /// All of them, as documentation lists them.
  static func parameters(_ vocabulary: Vocabulary) -> [any ParameterDescription] {
    let media = MediaKeys.common
    var keys: [any ParameterDescription] = [
      SourceParameter(generators: vocabulary.generators, takesTimelines: true),
      NestedTimeline.clipVariables,
    ]
    keys += media.prefix(2) + [MediaKeys.duration, start, end] + media.dropFirst(2)
    keys += [transition(vocabulary.transitions), BuiltInKey.clipEffects]
    return keys + sound + [BuiltInKey.name, BuiltInKey.enabled]
  }

  /// The names of all keys that are built in.
  static let names =
    MediaKeys.names
    .union(["name", "enabled", "start", "end", "duration", "transition", "effects", "vars"])
    .union(sound.map(\.name))
}

extension ClipSound {
  /// Reads how a clip or a film that is a layer sounds; the context's duration is how long it
  /// lasts.
  static func decode(_ node: JSONNode, in context: inout DecodingContext) -> ClipSound {
    var arguments = Arguments()
    for parameter in ClipKeys.sound {
      guard let member = node.member(parameter.name) else { continue }
      parameter.decode(member.value, into: &arguments, in: &context)
    }
    let sound = ClipSound(
      volume: arguments[ClipKeys.volume], isMuted: arguments[ClipKeys.mute],
      fadeIn: arguments[ClipKeys.fadeIn], fadeOut: arguments[ClipKeys.fadeOut],
      preservesPitch: arguments[ClipKeys.preservePitch])
    FadeCheck.warn(sound.fadeIn, sound.fadeOut, over: context.duration, at: node, in: &context)
    return sound
  }
}
