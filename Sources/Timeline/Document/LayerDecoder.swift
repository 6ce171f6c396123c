/// Reads lists of layers.
struct LayerDecoder {
  let vocabulary: Vocabulary
  /// What is known of the stream, the film and the sources.
  let knowledge: Document.Knowledge
  var context: DecodingContext
  /// Layers met that are not enabled.
  private(set) var disabled: [Layer] = []
  /// The sources met of clips, of video layers, and of what is part of either.
  var feeds: [Feed] {
    _read { yield context.feeds }
    // In place: to set it would copy all of them for every clip.
    _modify { yield &context.feeds }
  }
  /// The timelines with clips met as layers of the timeline that is read.
  var films: [FilmLayer] = []
  /// The sounds of the video layers met that are heard, of the timeline that is read.
  var heard: [SoundTrack] = []
  /// What plays the timelines that are read, from the outside in; nothing for the timeline itself.
  private(set) var within: [TimelineHost] = []
  /// The matte that the layer read last names.
  var namedMatte: NamedMatte?
  /// The parameters of each kind and effect, gathered at first use.
  private var lists: [String: ParameterList] = [:]

  /// The keys that every layer has, whatever its kind.
  static let builtIn = ["type", "name", "enabled", "start", "end", "duration", "in", "out"]

  /// The keys of what happens to a layer with a picture before it meets what is below it.
  static let stageKeys = ["effects", "matte"]

  /// The group that a list of layers belongs to.
  struct Group {
    let range: TimeRange
    /// Where the group's time ends for the movements of its children.
    let end: Time?
    /// The same, whatever part of the film is made; nil where only the stream says it.
    let closing: Time?
    let path: [Int]
    /// Whether the group, and all that it lies in, is used at all.
    let isEnabled: Bool
    /// What its layers are effects of, so that they need not say that they are; nil for others.
    var effectsOf: String?
    /// From where ``range`` counts; nil where that is not known, as in clips.
    var base: TimeOrigin? = .zero
  }

  init(
    vocabulary: Vocabulary, knowledge: Document.Knowledge = Document.Knowledge(),
    context: DecodingContext
  ) {
    self.vocabulary = vocabulary
    self.knowledge = knowledge
    self.context = context
  }

  /// Reads the layers of the timeline or of a group; those not enabled are left out.
  mutating func decodeList(_ node: JSONNode, in group: Group?) -> [Layer] {
    guard let elements = node.elements else {
      context.with(parameter: "layers") { $0.mismatch(node, expected: "an array of layers") }
      return []
    }
    if (group?.path.count ?? 0) > Document.deepestGroup {
      context.error("groups are nested more than \(Document.deepestGroup) deep", at: node.range)
      return []
    }
    var layers: [Layer] = []
    var mattes: [Int: NamedMatte] = [:]
    for (place, element) in elements.enumerated() {
      guard hasRoom(for: element) else { break }
      namedMatte = nil
      guard let layer = decode(element, at: place, in: group) else { continue }
      if layer.isEnabled {
        mattes[layers.count] = namedMatte
        layers.append(layer)
      } else {
        disabled.append(layer)
      }
    }
    return resolve(mattes, in: layers)
  }

  /// Counts one more layer; false, and a fault for the first, where there are too many.
  mutating func hasRoom(for node: JSONNode) -> Bool {
    if context.layersLeft > 0 {
      context.layersLeft -= 1
      return true
    }
    if context.layersLeft == 0 {
      context.layersLeft = -1
      context.error(
        "there are more layers than fit into the memory that --memory allows", at: node.range,
        hint: "each takes about \(Document.layerBytes >> 10) KiB; split the timeline, or allow "
          + "more memory")
    }
    return false
  }

  /// Reads the effects of a clip or a layer, whose times count from its start.
  ///
  /// - Parameters:
  ///   - path: the clip's number, or the layer's places.
  ///   - owner: "clip" or "layer".
  ///   - base: where it starts, if that is known.
  ///   - length: how long it is for movements.
  ///   - closing: the same, whatever part of the film is made.
  mutating func decodeEffects(
    _ node: JSONNode, of path: [Int], _ owner: String, from base: TimeOrigin?, length: Time?,
    closing: Time?, isEnabled: Bool
  ) -> [Layer] {
    guard node.elements != nil else {
      context.with(parameter: "effects") { $0.mismatch(node, expected: "an array of effects") }
      return []
    }
    let others = disabled
    defer { disabled = others }
    let outer = (context.subject, context.stretch, context.duration, context.origin)
    defer { (context.subject, context.stretch, context.duration, context.origin) = outer }
    context.stretch = .layer
    return decodeList(
      node,
      in: Group(
        range: TimeRange(start: .zero, end: length), end: length, closing: closing, path: path,
        isEnabled: isEnabled, effectsOf: owner, base: base))
  }

  /// Reads the layers of a timeline that a clip or a layer plays, whose times count from its own
  /// start.
  ///
  /// - Parameters:
  ///   - hosts: what plays it and the timelines in which that stands, from the outside in.
  ///   - end: where the part that is seen ends, for layers without an end.
  mutating func decodeSource(
    _ node: JSONNode, of path: [Int], within hosts: [TimelineHost], end: Time?, isEnabled: Bool
  ) -> [Layer] {
    let others = (disabled, within)
    let outer = (context.subject, context.stretch, context.duration, context.origin)
    defer {
      (disabled, within) = others
      (context.subject, context.stretch, context.duration, context.origin) = outer
    }
    within = hosts
    context.stretch = .layer
    return decodeList(
      node,
      in: Group(
        range: TimeRange(start: .zero, end: nil), end: end, closing: end, path: path,
        isEnabled: isEnabled))
  }

  mutating func decode(_ node: JSONNode, at place: Int, in group: Group?) -> Layer? {
    let isEffect = group?.effectsOf != nil
    guard let members = node.members else {
      if !node.isInvalid {
        let noun = isEffect ? "an effect" : "a layer"
        let hint = isEffect ? node.spelt.map { "write { \"effect\": \($0) }" } : nil
        context.error("\(noun) is an object, not \(node.kindName)", at: node.range, hint: hint)
      }
      return nil
    }
    context.subject = "a layer"
    defer { context.subject = "the timeline" }
    guard
      let kind = isEffect
        ? decodeOwnEffect(node, of: group?.effectsOf ?? "") : decodeKind(node)
    else { return nil }
    context.subject = kind.subject
    let name = text("name", of: node)
    let isEnabled = node.member("enabled").flatMap { member in
      context.with(parameter: "enabled") { $0.value(Bool.self, from: member.value) }
    }
    let base: TimeOrigin? = group == nil ? .zero : group?.base
    context.origin = base.map { $0 + (group?.range.start ?? .zero) }
    let given = LayerTiming.decode(
      node, group: group, streamLength: knowledge.streamLength,
      filmLength: knowledge.filmLength, in: &context)
    let timing = node.member("out")?.value.members == nil ? given : given.closed
    context.duration = timing.duration
    context.origin = base.map { $0 + timing.range.start }
    warnIfNeverOn(timing, in: group, at: node.member("start")?.value.range ?? kind.place)
    let inner = Group(
      range: timing.range, end: timing.end, closing: timing.closing,
      path: (group?.path ?? []) + [place],
      isEnabled: (isEnabled ?? true) && (group?.isEnabled ?? true), base: base)
    let player = context.player
    defer { context.player = player }
    context.player = self.player(of: kind, name: name, inner, in: group)
    let others = builtInKeys(of: kind)
    let parameters = parameters(of: kind)
    let arguments = parameters.decode(members, at: kind.place, besides: others, in: &context)
    let source = decodeSource(node, kind, name: name, inner, in: group)
    let (media, feed) = (source?.media, source?.feed)
    var changes = decodeChanges(node, timing)
    let children = decodeChildren(node, kind, inner)
    if kind.effect == nil { decodeStages(node, inner, timing, &changes) }
    guard parameters.isComplete(arguments), !kind.playsMedia || media != nil else { return nil }
    return Layer(
      kind: kind.name, effect: kind.effect, name: name, isEnabled: isEnabled ?? true,
      range: timing.range, arguments: arguments, media: media, feed: feed,
      changes: changes, children: children, timeline: timelineName(of: node, kind),
      place: node.range, path: inner.path)
  }

  /// Reads what happens to a layer with a picture: its effects, and its matte.
  private mutating func decodeStages(
    _ node: JSONNode, _ group: Group, _ timing: LayerTiming, _ changes: inout LayerChanges
  ) {
    if let member = node.member("effects") {
      changes.effects = decodeEffects(
        member.value, of: group.path, "layer", from: group.base.map { $0 + timing.range.start },
        length: timing.duration,
        closing: timing.closing.map { max($0 - timing.range.start, .zero) },
        isEnabled: group.isEnabled)
    }
    // What lists within have named is theirs.
    namedMatte = nil
    guard let member = node.member("matte") else { return }
    let matte = decodeMatte(member.value, in: group)
    changes.matte = matte.own
    namedMatte = matte.named
  }

  private mutating func warnIfNeverOn(
    _ timing: LayerTiming, in group: Group?, at place: Range<Int>
  ) {
    guard !timing.isFaulty else { return }
    if let group, timing.range.intersection(group.range) == nil {
      let owner = group.effectsOf ?? "group"
      context.diagnostics.warning(
        "\(context.subject) is never on while its \(owner) is", at: place,
        hint: "its times count from the \(owner)'s start")
    } else if let end = timing.range.end, end <= .zero {
      context.diagnostics.warning(
        "\(context.subject) is never on, because it ends before the stream starts", at: place)
    }
  }

  /// The file of the timeline that a layer is; empty for one that stands there, nil for other
  /// layers.
  private func timelineName(of node: JSONNode, _ kind: LayerType) -> String? {
    kind.isFilm || kind.isTimeline ? node.member("source")?.value.string ?? "" : nil
  }

  private mutating func text(_ key: String, of node: JSONNode) -> String? {
    guard let value = node.member(key)?.value else { return nil }
    return context.with(parameter: key) { $0.value(String.self, from: value) }
  }

  private mutating func decodeChildren(
    _ node: JSONNode, _ kind: LayerType, _ group: Group
  ) -> [Layer] {
    guard kind.isGroup else { return [] }
    var group = group
    if kind.isTimeline {
      // Its files begin with it; the tracks that are heard are those around it.
      group.base?.own = .zero - group.range.start
      let audio = node.member(NestedTimeline.key)?.value.member("audio")?.value
      context.silentTracks.formUnion(NestedTimeline.trackNames(audio))
    }
    guard let member = node.member("layers") else {
      context.error("\(kind.subject) needs 'layers'", at: kind.place)
      return []
    }
    return decodeList(member.value, in: group)
  }

  /// The keys of a layer that are not parameters.
  private func builtInKeys(of kind: LayerType) -> Set<String> {
    var keys = Set(Self.builtIn)
    if kind.effect == nil { keys.formUnion(Self.stageKeys) } else { keys.insert("effect") }
    if kind.isGroup { keys.insert("layers") }
    if kind.playsMedia { keys.formUnion(MediaKeys.names.union(ClipKeys.sound.map(\.name))) }
    if kind.isFilm { keys.formUnion(NestedTimeline.filmNames) }
    if kind.isTimeline { keys.formUnion(["source", NestedTimeline.key]) }
    return keys
  }

  /// The parameters that go with a kind of layer.
  private mutating func parameters(of kind: LayerType) -> ParameterList {
    let key = kind.effect.map { "effect \($0)" } ?? kind.name
    if let list = lists[key] { return list }
    let common = kind.effect == nil ? vocabulary.layerCommon : vocabulary.effectCommon
    // What a timeline with clips is has been read by now.
    let own = kind.isFilm ? [] : kind.declaration.parameters
    let list = ParameterList(own + common)
    lists[key] = list
    return list
  }
}
