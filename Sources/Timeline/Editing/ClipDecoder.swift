/// Reads the main track.
struct ClipDecoder {
  let vocabulary: Vocabulary
  /// What is known of the sources.
  let knowledge: Document.Knowledge
  /// What plays the timelines in which these stand, from the outside in.
  let within: [TimelineHost]
  /// Reads the effects of clips; holds the context.
  var layers: LayerDecoder
  private(set) var clips: [Clip] = []
  /// When the next clip starts, unless it says so itself; nil where that is not known.
  private(set) var next: Time? = .zero

  private let list: ParameterList
  private let source: SourceParameter
  private let transition: TransitionParameter

  init(
    vocabulary: Vocabulary, knowledge: Document.Knowledge, within: [TimelineHost] = [],
    layers: LayerDecoder
  ) {
    self.vocabulary = vocabulary
    self.knowledge = knowledge
    self.within = within
    self.layers = layers
    list = ParameterList(vocabulary.clip.parameters)
    source = SourceParameter(generators: vocabulary.generators, takesTimelines: true)
    transition = ClipKeys.transition(vocabulary.transitions)
  }

  /// Reads all clips; those not enabled are left out.
  mutating func decodeList(_ node: JSONNode) {
    guard let elements = node.elements else {
      return layers.context.with(parameter: "clips") {
        $0.mismatch(node, expected: "an array of clips")
      }
    }
    for (place, element) in elements.enumerated() { decode(element, at: place) }
  }

  private mutating func decode(_ node: JSONNode, at place: Int) {
    guard let members = node.members else {
      if !node.isInvalid {
        layers.context.error(
          "a clip is an object, not \(node.kindName)", at: node.range,
          hint: node.spelt.map { "write { \"source\": \($0) }" })
      }
      return
    }
    let outer = (layers.context.subject, layers.context.stretch, layers.context.duration)
    (layers.context.subject, layers.context.stretch) = ("a clip", .clip)
    defer {
      (layers.context.subject, layers.context.stretch, layers.context.duration) = outer
    }
    decode(members, of: node, at: place)
  }

  /// Reads the members of a clip, whose subject and stretch the context has.
  private mutating func decode(_ members: [JSONMember], of node: JSONNode, at place: Int) {
    let name = value(String.self, "name", of: node)
    let title = name.map { "the clip \($0.quoted)" } ?? "clip \(place + 1)"
    let isEnabled = value(Bool.self, "enabled", of: node) ?? true
    let first = node.range.lowerBound..<node.range.lowerBound + 1
    let feedCount = layers.feeds.count
    let own = ownTimeline(
      of: node, at: place, as: .clip(clips.count), isEnabled: isEnabled)
    let start = time("start", of: node)
    let result = MediaDecoder(
      node: node, source: source, isClip: true, place: first,
      span: span(of: node, from: start ?? next), timeline: own
    ).decode(
      length: own.map(\.length) ?? sourceLength(of: node), layer: nil, in: &layers.context)
    layers.context.duration = result.length
    let player = layers.context.player
    defer { layers.context.player = player }
    layers.context.player =
      isEnabled
      ? FilmPlayer(title: title, range: .whole, clip: clips.count, within: within) : nil
    let arguments = list.decode(
      members, at: first,
      besides: own == nil ? ClipKeys.names : ClipKeys.names.union([NestedTimeline.key]),
      in: &layers.context)
    let use = transitionUse(of: node)
    let effects = effects(of: node, at: place, length: result.length, isEnabled: isEnabled)
    let sound = ClipSound.decode(node, in: &layers.context)
    if !within.isEmpty, let media = result.media { refuseStream(media) }
    guard isEnabled, let media = result.media, list.isComplete(arguments) else {
      // The sources of a timeline that it would play are not played.
      return layers.feeds.removeLast(layers.feeds.count - feedCount)
    }
    let end = (start ?? next).flatMap { start in result.length.map { start + $0 } }
    next = end.map { $0 - (use?.duration ?? .zero) }
    clips.append(
      Clip(
        name: name, media: media, start: start, arguments: arguments, effects: effects,
        transition: use, sound: sound, feed: layers.feeds.count, place: node.range,
        startPlace: node.member("start")?.value.range))
    layers.feeds.append(
      Feed(
        title: title, media: media, clip: clips.count - 1, within: within))
  }

  private mutating func transitionUse(of node: JSONNode) -> TransitionUse? {
    guard let member = node.member("transition") else { return nil }
    return layers.context.with(parameter: "transition") {
      transition.transition(member.value, in: &$0)
    }
  }

  private mutating func effects(
    of node: JSONNode, at place: Int, length: Time?, isEnabled: Bool
  ) -> [Layer] {
    guard let member = node.member("effects") else { return [] }
    return layers.decodeEffects(
      member.value, of: [place], "clip", from: nil, length: length, closing: length,
      isEnabled: isEnabled)
  }

  /// How long a clip is that says when it ends; nil where it does not, and where that is faulty.
  private mutating func span(of node: JSONNode, from start: Time?) -> Time? {
    guard let member = node.member("end"), let end = time("end", of: node) else { return nil }
    guard let start else {
      layers.context.error(
        "'end' does not say how long the clip is, because the end of the clip before is not known",
        at: member.value.range, hint: "give the clip a 'start', or a 'duration'")
      return nil
    }
    if end > start { return end - start }
    layers.context.error(
      "'end' must be after the clip's start, which is at \(start.inSeconds)",
      at: member.value.range)
    return nil
  }

  private func sourceLength(of node: JSONNode) -> Time? {
    guard let source = node.member("source")?.value else { return nil }
    let stream = source.string == "stdin" ? knowledge.streamLength : nil
    return knowledge.sourceLengths[source.range.lowerBound] ?? stream
  }

  private mutating func value<Value: ParameterValue>(
    _ type: Value.Type, _ key: String, of node: JSONNode
  ) -> Value? {
    guard let member = node.member(key) else { return nil }
    return layers.context.with(parameter: key) { $0.value(type, from: member.value) }
  }

  /// A time on the timeline that is not before it.
  private mutating func time(_ key: String, of node: JSONNode) -> Time? {
    guard let member = node.member(key) else { return nil }
    layers.context.origin = .zero
    defer { layers.context.origin = nil }
    let time = layers.context.with(parameter: key) { $0.absoluteTime(member.value) }
    guard let time, time < .zero else { return time }
    layers.context.error("\(key.quoted) cannot be negative", at: member.value.range)
    return nil
  }
}
