/// Reads how a clip or a video layer plays its source.
struct MediaDecoder {
  /// The keys of the clip or the layer.
  let node: JSONNode
  let source: SourceParameter
  /// Whether a time at `in` and `out`, and a `duration`, belong to the source: not for a layer,
  /// whose own range says how long it is on, and where transitions may stand there.
  let isClip: Bool
  /// Where a missing `source` is reported.
  let place: Range<Int>
  /// How long a clip is that says when it ends; nil where it does not, and for layers.
  var span: Time?
  /// The timeline that `source` names or is; nil where that is something else.
  var timeline: SourceTimeline?

  /// What a clip or layer plays, and for how long.
  struct Result {
    /// Nil when it has no source.
    let media: MediaUse?
    /// The clip's length; nil when it is not known.
    let length: Time?
  }

  /// Reads everything; faults go to the context.
  ///
  /// - Parameters:
  ///   - length: the source's own length, where that is known.
  ///   - layer: how long the layer is on; nil when it has no end, and for clips.
  func decode(
    length: Time?, layer: Time?, in context: inout DecodingContext
  ) -> Result {
    let start = time("in", in: &context)
    let end = time("out", in: &context)
    let duration = isClip ? span ?? time("duration", mustBePositive: true, in: &context) : nil
    let loop = setting(MediaKeys.loop, in: &context)
    let freeze = freeze(in: &context)
    let total = isClip ? duration : layer
    let unfrozen = total.map { total in freeze.map { max(total - $0.duration, .zero) } ?? total }
    let speed = speed(over: unfrozen, in: &context)
    checkPart(start, end, loop, in: &context)
    let passes: Int? =
      switch loop ?? .count(1) {
      case .forever: nil
      case .count(let count): count
      }
    let draft = MediaUse(
      source: .stdin, start: start ?? .zero, end: end, duration: duration,
      speed: speed.value.map(\.factor), isSpeedShared: speed.isShared,
      isReversed: setting(MediaKeys.reverse, in: &context) ?? false, loop: passes,
      isPingPong: setting(MediaKeys.pingPong, in: &context) ?? false, freeze: freeze,
      sampling: setting(MediaKeys.sampling, in: &context) ?? .nearest,
      motionBlur: motionBlur(in: context), places: places)
    if isClip, loop == .forever, lengthKey == nil, let member = node.member("loop") {
      context.error("a clip that loops for ever needs a 'duration'", at: member.value.range)
    }
    let isFaulty = isClip && duration == nil && lengthKey != nil
    // A faulty length must not raise faults about movements: a second stands in.
    let whole = Retiming(draft, length: length).duration ?? (isFaulty ? Time(seconds: 1) : nil)
    let seen = isClip ? whole : layer
    return Result(media: media(draft, seen: seen, in: &context), length: seen)
  }

  /// The key by which a clip says how long it is.
  private var lengthKey: JSONMember? { node.member("duration") ?? node.member("end") }

  /// The places of all values but the source's; a clip's end says its duration.
  private var places: [String: Range<Int>] {
    var places: [String: Range<Int>] = [:]
    for member in node.members ?? [] {
      let key = isClip && member.key == "end" ? "duration" : member.key
      if places[key] == nil { places[key] = member.value.range }
    }
    return places
  }

  private func media(
    _ draft: MediaUse, seen: Time?, in context: inout DecodingContext
  ) -> MediaUse? {
    guard let member = node.member("source") else {
      // A key that is needed and misspelt is reported once, where unknown keys are.
      let others = (node.members ?? []).map(\.key)
      if !others.contains(where: { UnknownKey.meant(by: $0, in: ["source"]) != nil }) {
        context.error("\(context.subject) needs 'source'", at: place)
      }
      return nil
    }
    let outer = context.duration
    context.duration = seen
    defer { context.duration = outer }
    let found = context.with(parameter: "source") { context -> MediaSource? in
      if let timeline {
        if NestedTimeline.inline(member.value) != nil { return MediaSource.timeline(nil, timeline) }
        return Path.decode(member.value, in: &context).map { MediaSource.timeline($0, timeline) }
      }
      if !isClip, NestedTimeline.isTimeline(member.value) {
        let isTrack = context.stretch == .track
        context.error(
          "a timeline is no source of \(isTrack ? "a track" : "a video layer")",
          at: member.value.range,
          hint: isTrack
            ? "a track plays a file, or \"stdin\"" : "a layer of type 'timeline' draws it")
        return nil
      }
      return source.source(member.value, in: &context)
    }
    guard let found else { return nil }
    let use = draft.playing(found, place: member.value.range)
    // What a computed picture lacks, no file can bring.
    if isClip {
      var check = MediaCheck(use, length: nil, stretch: .clip)
      check.checkComputed()
      for fault in check.diagnostics.sorted { context.diagnostics.add(fault) }
    }
    return use
  }

  // MARK: Values

  private func setting<Value>(
    _ setting: Setting<Value>, in context: inout DecodingContext
  ) -> Value? {
    guard let member = node.member(setting.name) else { return nil }
    return context.with(parameter: setting.name) { context in
      context.value(Value.self, from: member.value, limits: setting.limits)
    }
  }

  /// How long the shutter is open; faults in it are reported where the layer's or the clip's other
  /// parameters are read.
  private func motionBlur(in context: DecodingContext) -> MotionBlur? {
    guard let member = node.member("motionBlur") else { return context.motionBlur }
    var context = context
    let own = context.with(parameter: "motionBlur") { MotionBlur.decode(member.value, in: &$0) }
    return own?.completed(by: context.motionBlur)
  }

  private func time(
    _ key: String, mustBePositive: Bool = false, in context: inout DecodingContext
  ) -> Time? {
    guard let member = node.member(key), isClip || member.value.members == nil else { return nil }
    // These count in the source's own time.
    let origin = context.origin
    context.origin = nil
    defer { context.origin = origin }
    let time = context.with(parameter: key) { context in
      if isClip, member.value.members != nil {
        context.mismatch(
          member.value, expected: "a time", hint: "the transition to the next clip is 'transition'")
        return Time?.none
      }
      return context.absoluteTime(member.value)
    }
    guard let time else { return nil }
    if mustBePositive, time <= .zero {
      context.error("\(key.quoted) must be more than 0", at: member.value.range)
      return nil
    }
    if time < .zero {
      context.error("\(key.quoted) cannot be negative", at: member.value.range)
      return nil
    }
    return time
  }

  private func freeze(in context: inout DecodingContext) -> Freeze? {
    guard let node = node.member("freeze")?.value else { return nil }
    // The group reports what is unknown, missing or of the wrong type; shares count from 0 to 1.
    var arguments = Arguments()
    context.with(subject: context.subject, stretch: context.stretch, duration: Time(seconds: 1)) {
      MediaKeys.freeze.decode(node, into: &arguments, in: &$0)
    }
    guard let inner = arguments[MediaKeys.freeze], inner.isGiven(MediaKeys.freezeAt),
      inner.isGiven(MediaKeys.freezeDuration),
      let at = node.member("at")?.value, let length = node.member("duration")?.value
    else { return nil }
    let (time, duration) = (inner[MediaKeys.freezeAt], inner[MediaKeys.freezeDuration].time)
    guard time >= .zero, !at.isShare || time <= Time(seconds: 1) else {
      context.error("the freeze must be within \(isClip ? "the clip" : "the layer")", at: at.range)
      return nil
    }
    guard duration > .zero else {
      context.error("'duration' must be more than 0", at: length.range)
      return nil
    }
    return Freeze(time: time, duration: duration, isShare: at.isShare)
  }

  /// Each key of a speed that is eased is summed up beforehand.
  private static let mostSpeeds = 1000

  /// The speed, and whether its times are shares of a length that is known later.
  private func speed(
    over length: Time?, in context: inout DecodingContext
  ) -> (value: Animated<Speed>, isShared: Bool) {
    guard let node = node.member("speed")?.value else { return (Animated(Speed(1)), false) }
    let count = node.member("keys")?.value.elements?.count ?? 0
    guard count <= Self.mostSpeeds else {
      context.error("'speed' has \(count) keys, more than \(Self.mostSpeeds)", at: node.range)
      return (Animated(Speed(1)), false)
    }
    var arguments = Arguments()
    var isShared = false
    if isClip, length == nil, node.members != nil {
      switch SpeedClock(node) {
      case .shares: isShared = true
      case .seconds: break
      case .both:
        context.error(
          "the times in 'speed' are in seconds and in percentages of a clip whose length depends "
            + "on 'speed'",
          at: node.range, hint: "give the clip a 'duration', or use times of one kind")
        return (Animated(Speed(1)), false)
      }
    }
    let stretch = isShared ? Time(seconds: 1) : length.flatMap { $0 > .zero ? $0 : nil }
    context.with(subject: context.subject, stretch: context.stretch, duration: stretch) {
      MediaKeys.speed.decode(node, into: &arguments, in: &$0)
    }
    return (arguments[MediaKeys.speed], isShared)
  }

  /// Reports parts that are none, and keys that do not go together.
  private func checkPart(
    _ start: Time?, _ end: Time?, _ loop: PassCount?, in context: inout DecodingContext
  ) {
    if let end, end <= start ?? .zero, let member = node.member("out"), member.value.members == nil
    {
      context.error(
        start == nil ? "'out' must be more than 0" : "'out' must be after 'in'",
        at: member.value.range, hint: "both count in the source's own time")
    }
    if isClip, let end = node.member("end"), let duration = node.member("duration") {
      context.diagnostics.error(
        "\(context.subject) has both 'end' and 'duration'", at: duration.keyRange,
        hint: "give one of them",
        notes: [Diagnostic.Note(message: "'end' is given here", range: end.keyRange)])
    }
    if isClip, node.member("loop") == nil, let length = lengthKey, let out = node.member("out") {
      context.diagnostics.error(
        "\(context.subject) has both 'out' and \(length.key.quoted)", at: length.keyRange,
        hint: "give one of them, or 'loop'",
        notes: [Diagnostic.Note(message: "'out' is given here", range: out.keyRange)])
    }
    if let member = node.member("pingpong"), case .bool(true) = member.value.kind,
      node.member("loop") == nil || loop == .count(1)
    {
      context.error(
        "'pingpong' needs a 'loop' of more than one pass", at: member.keyRange,
        hint: "\"loop\": 2 plays forwards, then backwards")
    }
  }
}

/// In what the times of a speed that moves are counted.
private enum SpeedClock {
  case seconds
  case shares
  case both

  init(_ node: JSONNode) {
    var times: [JSONNode] = []
    for element in node.member("keys")?.value.elements ?? [] {
      if let time = element.elements?.first
        ?? (element.member("time") ?? element.member("at"))?.value
      {
        times.append(time)
      }
    }
    times += ["delay", "duration"].compactMap { node.member($0)?.value }
    times.removeAll(where: \.isNought)
    let shares = times.filter(\.isShare).count
    // Without a duration, a movement takes the rest of the clip.
    let isOpen = node.member("keys") == nil && node.member("duration") == nil
    if shares == times.count {
      self = isOpen || shares > 0 ? .shares : .seconds
    } else {
      self = shares > 0 || isOpen ? .both : .seconds
    }
  }
}

extension JSONNode {
  /// Whether this is a time that is written as a share.
  fileprivate var isShare: Bool {
    if let sum = TimeSum(self) { return sum.terms.allSatisfy(\.node.isShare) }
    guard let text = string, case .share = try? TimeExpression(parsing: text) else { return false }
    return true
  }

  /// Whether this is a time that is 0 in every way of counting.
  fileprivate var isNought: Bool {
    guard case .number(let text) = kind else { return false }
    return (try? TimeExpression(number: text)) == .seconds(.zero)
  }
}
