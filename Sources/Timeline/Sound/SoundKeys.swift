/// The keys of `audio`, of its buses and of its tracks.
enum SoundKeys {
  // The output.
  static let rate = Setting<Int?>(
    "rate", default: nil, in: 1...768_000, unit: "Hz",
    defaultText: "the input's, else the highest of what is heard, at least 44100",
    "Samples a second of the output.")
  static let channels = Setting<Int?>(
    "channels", default: nil, in: 1...64, defaultText: "the input's, else the most of any sound's",
    "How many channels the output has.")

  // Every bus.
  static let volume = Parameter<Gain>(
    "volume", default: .one, in: Gain.limits,
    "How loud it is. Between two values in decibels it changes evenly in decibels, otherwise in "
      + "amplitude."
  )
  static let mute = Setting<Bool>("mute", default: false, "Whether it is silent.")
  static let pan = Parameter<Double>(
    "pan", default: 0, in: -1...1,
    "The stereo position, from -1 (left) to 1 (right), at equal power.")
  static let fadeIn = Setting<SoundFade>(
    "fadeIn", default: SoundFade(), unit: "s", "How long it takes to fade in from silence.")
  static let fadeOut = Setting<SoundFade>(
    "fadeOut", default: SoundFade(), unit: "s",
    "How long it takes to fade out to silence at its end.")
  static let effects = BuiltInKey(
    "effects", "array", default: "none",
    "Effects on it, in the order in which they are applied; their times count from its start."
  ) { _ in list("sound-effect") }
  static let bus: [any ParameterDescription] = [volume, mute, pan, fadeIn, fadeOut]

  // The main sound.
  static let crossfade = Setting<SoundTransition>(
    "crossfade", default: .equalPower,
    "How the sounds of clips are crossfaded if a `transition` has no `sound` of its own.")
  static let cutFade = Setting<Time>(
    "cutFade", default: Soundtrack.usualCutFade, in: 0...1, unit: "s",
    "How long the fades before and after a cut are, also where a track starts or ends inside its "
      + "source; there are none where the sound continues without a gap.")
  static let main: [any ParameterDescription] = bus + [crossfade, cutFade]

  // Tracks.
  static let track: [any ParameterDescription] = bus + [preservePitch, loopCrossfade]
  static let start = Setting<PlainTime>(
    "start", default: .zero, unit: "s", "When it starts on the timeline.")
  static let end = Setting<PlainTime>(
    "end", default: .zero, defaultText: "when its source ends",
    "When it ends, at the latest; `duration` can be given instead.")
  static let duration = Setting<PlainTime>(
    "duration", default: .zero, defaultText: "none",
    "How long it is heard, at most; instead of `end`.")
  static let preservePitch = Setting<Bool>(
    "preservePitch", default: true,
    "Whether it keeps its pitch at another `speed`; if not, faster sounds higher.")
  static let loopCrossfade = Setting<Time>(
    "loopCrossfade", default: .zero, in: 0...60, unit: "s",
    "How much the end of each pass of a `loop` overlaps with the start of the next; with 0 they meet "
      + "to the sample, which clicks where they do not fit.")
  static let media: [any ParameterDescription] = [
    MediaKeys.start, MediaKeys.end, MediaKeys.speed, MediaKeys.reverse, MediaKeys.loop,
    MediaKeys.pingPong,
  ]

  // Ducking.
  static let under = Setting<String>(
    "under", default: "", required: true,
    "The `name` of the track, or of the video layer with a `volume`, under which it is lowered, or `main`."
  )
  static let amount = Setting<Gain>(
    "amount", default: Gain(decibels: -12), in: Limits(0...1), "The gain while it is lowered.")
  static let attack = Setting<Time>(
    "attack", default: Time(1, 20) ?? .zero, in: 0...60, unit: "s",
    "How long the lowering takes, evenly in decibels.")
  static let release = Setting<Time>(
    "release", default: Time(2, 5) ?? .zero, in: 0...60, unit: "s",
    "How long the return to full level takes, evenly in decibels.")
  static let lookahead = Setting<Time>(
    "lookahead", default: Time(1, 20) ?? .zero, in: 0...10, unit: "s",
    "How long before the other sound the lowering starts.")
  static let threshold = Setting<Gain>(
    "threshold", default: Gain(decibels: -40), in: Limits(0...1000),
    "How loud the other sound must be to count as heard: its peak within 10 ms.")
  static let duck = ParameterGroup(
    "duck", [under, amount, attack, release, lookahead, threshold],
    "Lowers it while another sound is heard.")

  // Effects.
  static let mix = Parameter<Double>(
    "mix", default: 1, in: 0...1, "How much of the effect is mixed in; 0 leaves it out.")
  static let effectBuiltIn = ["effect", "name", "enabled", "start", "end", "duration"]

  /// An array of what a definition describes.
  static func list(_ definition: String) -> JSONText {
    .object([
      ("type", .string("array")),
      ("items", .object([("$ref", .string("#/$defs/\(definition)"))])),
    ])
  }
}
