/// The keys that say how a source is played, for clips, video layers and tracks.
enum MediaKeys {
  static let start = Setting<PlainTime>(
    "in", default: .zero, unit: "s", "The time in the source at which it starts.")
  static let end = Setting<PlainTime>(
    "out", default: .zero, unit: "s", defaultText: "the source's end",
    "The time in the source at which it ends; the frame at this time is not played.")
  static let duration = Setting<PlainTime>(
    "duration", default: .zero, unit: "s", defaultText: "until the source ends",
    "How long it is shown. Not together with `out`, unless it loops.")
  static let speed = Parameter<Speed>(
    "speed", default: Speed(1), in: Speed.limits,
    "How fast it plays. Keyframes count in playing time; a changing speed is integrated exactly.")
  static let reverse = Setting<Bool>(
    "reverse", default: false, "Whether all of it plays backwards, from its end.")
  static let loop = Setting<PassCount>(
    "loop", default: .count(1),
    "How often the part from `in` to `out` plays; with `\"forever\"`, a clip needs a `duration`.")
  static let pingPong = Setting<Bool>(
    "pingpong", default: false, "Whether every other pass plays backwards; needs `loop`.")
  static let freezeAt = Setting<Time>(
    "at", default: .zero, required: true,
    "When the picture stops, in playing time; `\"100%\"` is the end.")
  static let freezeDuration = Setting<PlainTime>(
    "duration", default: .zero, unit: "s", required: true,
    "How long it is frozen; then it plays on.")
  static let freeze = ParameterGroup(
    "freeze", [freezeAt, freezeDuration], "A pause on one frame, by which it gets longer.")
  static let sampling = Setting<FrameSampling>(
    "sampling", default: .nearest,
    "What is shown at a time between two frames of the source: the `nearest` frame, the `previous` "
      + "one, a `blend` of both, one drawn along the motion between them (`flow`), or the "
      + "`average` of all that pass while the shutter is open.")

  /// What clips and video layers have in common, but for `source`.
  static let common: [any ParameterDescription] = [
    start, end, speed, reverse, loop, pingPong, freeze, sampling,
  ]

  /// The names of those, and of `source`.
  static let names = Set(common.map(\.name) + ["source"])
}
