import Bytes

extension MediaUse {
  /// Whether a clip states its end or its duration, and wrongly.
  var hasFaultyEnd: Bool {
    (end == nil && places["out"] != nil) || (duration == nil && places["duration"] != nil)
  }

  /// Where the played part ends; nil when it has no end, or none that is known.
  func partEnd(length: Time?) -> Time? {
    if let end { return end }
    let length = length ?? source.ownLength
    if case .image = source, picturePlaysOn { return nil }
    return length
  }

  /// Whether an animated picture plays on as its own loop says, for as long as it is asked for, so
  /// that it counts as a source of no end of its own.
  package var picturePlaysOn: Bool { duration != nil && end == nil && !isReversed && loop == 1 }

  /// The speed with its times in seconds.
  ///
  /// - Parameters:
  ///   - given: how long the clip lasts without its freeze, where it says so.
  ///   - total: the source's seconds that there are to play.
  func speed(over given: Time?, total: Rational?) -> Animated<Double> {
    guard isSpeedShared else { return speed }
    let mean = SpeedCurve(speed).way(at: .one)
    guard let length = given ?? total.flatMap({ $0.divided(by: mean) }).map({ Time($0) }) else {
      return speed
    }
    let keys = speed.keys.map {
      Animated.Key($0.time * length.value, $0.value, easing: $0.easing)
    }
    let scaled = try? Animated(
      keys: keys, interpolation: speed.interpolation, repetition: speed.repetition,
      autoreverse: speed.autoreverse)
    return scaled ?? speed
  }
}

/// Finds what is wrong with the use of a source whose length may be known.
struct MediaCheck {
  let use: MediaUse
  let length: Time?
  let retiming: Retiming
  /// What is played, for messages.
  let stretch: Stretch
  private(set) var diagnostics = Diagnostics()

  init(_ use: MediaUse, length: Time?, stretch: Stretch) {
    self.use = use
    self.length = length ?? use.source.ownLength
    self.stretch = stretch
    retiming = Retiming(use, length: length)
  }

  /// Checks what can be said without the source, if it can be said of every source of its kind.
  mutating func checkComputed() {
    if isComputed { checkEnd() }
  }

  /// Checks what is asked of a track, which may end before its source does, or after.
  mutating func checkTrack() {
    guard checkPart(), checkEnd() else { return }
    checkSpeed()
  }

  /// Checks everything.
  mutating func check() {
    guard checkPart() else { return }
    guard checkEnd() else { return }
    checkSpeed()
    checkFreeze()
    checkDuration()
  }

  /// Whether the source has no end of its own.
  private var isComputed: Bool {
    switch use.source {
    case .color, .generator: true
    case .timeline: use.source.clips.isEmpty
    case .stdin, .file, .image: false
    }
  }

  private mutating func error(_ message: String, at key: String, hint: String? = nil) {
    diagnostics.error(message, at: use.place(of: key), hint: hint)
  }

  /// Whether `in` and `out` lie in the source.
  private mutating func checkPart() -> Bool {
    if case .image = use.source { return true }
    guard let length else { return true }
    guard length > .zero else {
      partFault("the source has nothing to play", at: "source")
      return !diagnostics.hasErrors
    }
    let end = "but the source ends at \(length.toMilliseconds)"
    if use.start >= length { partFault("'in' is \(use.start.inSeconds), \(end)", at: "in") }
    if let out = use.end, out > length {
      partFault("'out' is \(out.inSeconds), \(end)", at: "out")
    }
    return !diagnostics.hasErrors
  }

  /// A track is heard as long as there is something to play, and files of coded sound may only
  /// guess how long they are.
  private mutating func partFault(_ message: String, at key: String) {
    guard stretch == .track else { return error(message, at: key) }
    diagnostics.warning(message, at: use.place(of: key))
  }

  /// Whether it is known where the part ends, as far as that is needed.
  @discardableResult private mutating func checkEnd() -> Bool {
    guard retiming.segment.end == nil else { return true }
    // What follows from what was reported is not.
    if stretch == .clip, use.hasFaultyEnd { return false }
    let reason =
      isComputed ? "the source has no end of its own" : "it is not known where the source ends"
    let keys = [
      (use.isReversed, "reverse"), (use.loop != 1, "loop"), (use.isPingPong, "pingpong"),
    ]
    if let key = keys.first(where: \.0)?.1 {
      if isComputed, stretch == .layer { return true }
      error("\(key.quoted) needs an 'out', because \(reason)", at: key)
      return false
    }
    guard stretch == .clip, use.duration == nil else { return true }
    switch use.source {
    case .stdin: return true
    case .timeline where !isComputed:
      error(
        "the clip needs an 'out' or a 'duration', because it is not known where its timeline ends",
        at: "source")
    case .timeline:
      error(
        "the clip needs an 'out' or a 'duration', because a layer of its timeline has no end",
        at: "source")
    case .color, .generator, .image:
      error("the clip needs a 'duration', because its source has no end of its own", at: "source")
    case .file:
      error(
        "the clip needs a 'duration', because its source has no end or does not state it",
        at: "source")
    }
    return false
  }

  private mutating func checkSpeed() {
    guard use.isSpeedShared, use.duration == nil, retiming.available == nil else { return }
    error(
      "'speed' moves over a length that is not known", at: "speed",
      hint: "give \(stretch.name) \(stretch.remedy)")
  }

  private mutating func checkFreeze() {
    guard let freeze = use.freeze else { return }
    if freeze.isShare {
      guard retiming.duration == nil else { return }
      return error(stretch.shareFault, at: "freeze", hint: "write a time")
    }
    if let duration = use.duration, freeze.time > duration {
      return error(
        "'freeze' is at \(freeze.time.inSeconds), but the clip lasts only \(duration.inSeconds)",
        at: "freeze")
    }
    guard let end = retiming.available.map({ $0 - freeze.duration }), freeze.time > end else {
      return
    }
    error(
      "'freeze' is at \(freeze.time.inSeconds), but without it \(stretch.name) lasts only"
        + " \(end.toMilliseconds)", at: "freeze")
  }

  private mutating func checkDuration() {
    guard let duration = use.duration, let available = retiming.available, duration > available
    else { return }
    error(
      "'duration' is \(duration.inSeconds), but the source has only \(available.toMilliseconds)",
      at: "duration", hint: "give a shorter one, or 'loop'")
  }
}

extension MediaUse {
  /// What is wrong with a video layer's use of its source, once the source's length is known.
  ///
  /// ``EditList/make(_:lengths:)`` says the same of clips.
  package func faults(length: Time?) -> Diagnostics {
    var check = MediaCheck(self, length: length, stretch: .layer)
    check.check()
    return check.diagnostics
  }
}

extension Time {
  /// The time as messages give what was measured: "5.200 s".
  var toMilliseconds: String {
    let thousandths = (value * Rational(1000)).rounded
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
    return "\(whole).\(rest.padded(to: 3)) s"
  }
}
