/// The keys that say how a source is played, for clips, video layers and tracks.
enum MediaKeys {
  static let start = Setting<Time>(
    "in", default: .zero, unit: "s", "Where in the source it begins.")
  static let end = Setting<Time?>(
    "out", default: nil, unit: "s", defaultText: "the source's end",
    "Where in the source it ends; what stands at this time is not played any more.")
  static let duration = Setting<Time?>(
    "duration", default: nil, unit: "s", defaultText: "as long as there is something to play",
    "How long it is seen. Not beside `out`, unless it loops.")
  static let speed = Parameter<Speed>(
    "speed", default: Speed(1), in: Speed.limits,
    "How fast it plays. What moves counts in the time that is seen, and is summed up exactly.")
  static let reverse = Setting<Bool>(
    "reverse", default: false, "Whether all of it plays backwards, from its end.")
  static let loop = Setting<PassCount>(
    "loop", default: .count(1),
    "How often the part from `in` to `out` plays; for ever, a clip needs a `duration`.")
  static let pingPong = Setting<Bool>(
    "pingpong", default: false, "Whether every other pass plays backwards; needs `loop`.")
  static let freezeAt = Setting<Time>(
    "at", default: .zero, required: true,
    "When the picture stops, in the time that is seen; `\"100%\"` is the end.")
  static let freezeDuration = Setting<Time>(
    "duration", default: .zero, unit: "s", required: true, "How long it stands; it plays on after.")
  static let freeze = ParameterGroup(
    "freeze", [freezeAt, freezeDuration], "A stop in between, which makes it longer.")
  static let sampling = Setting<FrameSampling>(
    "sampling", default: .nearest,
    "Which frame of the source stands for a time between two: the nearest, the previous one, or "
      + "a blend of both.")

  /// What clips and video layers have in common, but for `source`.
  static let common: [any ParameterDescription] = [
    start, end, speed, reverse, loop, pingPong, freeze, sampling,
  ]

  /// The names of those, and of `source`.
  static let names = Set(common.map(\.name) + ["source"])
}
