/// Reads lists of layers.
struct LayerDecoder {
  let vocabulary: Vocabulary
  let streamLength: Time?
  var context: DecodingContext
  /// Layers met that are not enabled.
  private(set) var disabled: [Layer] = []
  /// The sources of video layers met, after those of the clips.
  var feeds: [Feed] = []
  /// The parameters of each kind and effect, gathered at first use.
  private var lists: [String: ParameterList] = [:]

  /// The keys that every layer has, whatever its kind.
  static let builtIn = ["type", "name", "enabled", "start", "end", "duration", "in", "out"]

  /// The group that a list of layers belongs to.
  struct Group {
    let range: TimeRange
    /// Where the group's time ends for the movements of its children.
    let end: Time?
    let path: [Int]
    /// Whether the group, and all that it lies in, is used at all.
    let isEnabled: Bool
    /// Whether its layers are effects, so that they need not say so.
    var holdsEffects = false
  }

  init(vocabulary: Vocabulary, streamLength: Time?, context: DecodingContext) {
    self.vocabulary = vocabulary
    self.streamLength = streamLength
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
    for (place, element) in elements.enumerated() {
      guard hasRoom(for: element) else { break }
      guard let layer = decode(element, at: place, in: group) else { continue }
      if layer.isEnabled { layers.append(layer) } else { disabled.append(layer) }
    }
    return layers
  }

  /// Counts one more layer; false, and a fault for the first, where there are too many.
  private mutating func hasRoom(for node: JSONNode) -> Bool {
    if context.layersLeft > 0 {
      context.layersLeft -= 1
      return true
    }
    if context.layersLeft == 0 {
      context.layersLeft = -1
      context.error(
        "there are more layers than the memory allows that --memory gives", at: node.range,
        hint: "each takes some \(Document.layerBytes >> 10) KiB; part the timeline, or give more")
    }
    return false
  }

  /// Reads the effects of clip number `clip`, whose times count from the clip's start.
  mutating func decodeEffects(
    _ node: JSONNode, of clip: Int, length: Time?, isEnabled: Bool
  ) -> [Layer] {
    guard node.elements != nil else {
      context.with(parameter: "effects") { $0.mismatch(node, expected: "an array of effects") }
      return []
    }
    let others = disabled
    defer { disabled = others }
    let outer = (context.subject, context.stretch, context.duration)
    defer { (context.subject, context.stretch, context.duration) = outer }
    context.stretch = .layer
    return decodeList(
      node,
      in: Group(
        range: TimeRange(start: .zero, end: length), end: length, path: [clip],
        isEnabled: isEnabled, holdsEffects: true))
  }

  private mutating func decode(_ node: JSONNode, at place: Int, in group: Group?) -> Layer? {
    let isEffect = group?.holdsEffects ?? false
    guard let members = node.members else {
      if !node.isInvalid {
        let noun = isEffect ? "an effect" : "a layer"
        context.error("\(noun) is an object, not \(node.kindName)", at: node.range)
      }
      return nil
    }
    context.subject = "a layer"
    defer { context.subject = "the timeline" }
    guard let kind = isEffect ? decodeClipEffect(node) : decodeKind(node) else { return nil }
    context.subject = kind.subject
    let name = text("name", of: node)
    let isEnabled = node.member("enabled").flatMap { member in
      context.with(parameter: "enabled") { $0.value(Bool.self, from: member.value) }
    }
    let timing = LayerTiming.decode(
      node, group: group, streamLength: streamLength, in: &context)
    context.duration = timing.duration
    warnIfNeverOn(timing, in: group, at: node.member("start")?.value.range ?? kind.place)
    let others = reportNotYet(members, kind)
    let parameters = parameters(of: kind)
    let arguments = parameters.decode(members, at: kind.place, besides: others, in: &context)
    let media = kind.playsMedia ? decodeMedia(node, kind) : nil
    let changes = decodeChanges(node, timing)
    let inner = Group(
      range: timing.range, end: timing.end, path: (group?.path ?? []) + [place],
      isEnabled: (isEnabled ?? true) && (group?.isEnabled ?? true))
    let feed =
      inner.isEnabled ? media.map { addFeed($0, name: name, timing.range, in: group) } : nil
    let children = decodeChildren(node, kind, inner)
    guard parameters.isComplete(arguments), !kind.playsMedia || media != nil else { return nil }
    return Layer(
      kind: kind.name, effect: kind.effect, name: name, isEnabled: isEnabled ?? true,
      range: timing.range, arguments: arguments, media: media, feed: feed,
      entrance: changes.entrance, exit: changes.exit, children: children,
      place: node.range, path: inner.path)
  }

  private mutating func warnIfNeverOn(
    _ timing: LayerTiming, in group: Group?, at place: Range<Int>
  ) {
    guard !timing.isFaulty else { return }
    if let group, timing.range.intersection(group.range) == nil {
      let owner = group.holdsEffects ? "clip" : "group"
      context.diagnostics.warning(
        "\(context.subject) is never on while its \(owner) is", at: place,
        hint: "its times count from the \(owner)'s start")
    } else if let end = timing.range.end, end <= .zero {
      context.diagnostics.warning(
        "\(context.subject) is never on, for it ends before the stream starts", at: place)
    }
  }

  private mutating func text(_ key: String, of node: JSONNode) -> String? {
    guard let value = node.member(key)?.value else { return nil }
    return context.with(parameter: key) { $0.value(String.self, from: value) }
  }

  private mutating func decodeChildren(
    _ node: JSONNode, _ kind: LayerType, _ group: Group
  ) -> [Layer] {
    guard kind.isGroup else { return [] }
    guard let member = node.member("layers") else {
      context.error("\(kind.subject) needs 'layers'", at: kind.place)
      return []
    }
    return decodeList(member.value, in: group)
  }

  /// Reports what cannot be done yet, and gives the keys that are not parameters.
  private mutating func reportNotYet(_ members: [JSONMember], _ kind: LayerType) -> Set<String> {
    var others = Set(Self.builtIn)
    if kind.effect != nil { others.insert("effect") }
    if kind.isGroup { others.insert("layers") }
    if kind.playsMedia { others.formUnion(MediaKeys.names) }
    for member in members {
      guard let notYet = vocabulary.isNotYet(.layerKey, member.key) else { continue }
      if kind.declaration.parameters.contains(where: { $0.name == member.key }) { continue }
      others.insert(member.key)
      if let word = member.value.string, !notYet.known.isEmpty {
        if notYet.taken.contains(word) { continue }
        guard notYet.known.contains(word) else {
          context.with(parameter: member.key) {
            $0.unknown(word, at: member.value, names: notYet.known)
          }
          continue
        }
        context.error(
          "\(word.quoted) for \(member.key.quoted) is not supported yet", at: member.value.range,
          hint: "it takes \(notYet.taken.map(\.quoted).listed())")
      } else {
        context.error("\(member.key.quoted) is not supported yet", at: member.keyRange)
      }
    }
    return others
  }

  /// The parameters that go with a kind of layer.
  private mutating func parameters(of kind: LayerType) -> ParameterList {
    let key = kind.effect.map { "effect \($0)" } ?? kind.name
    if let list = lists[key] { return list }
    let common = kind.effect == nil ? vocabulary.layerCommon : vocabulary.effectCommon
    let list = ParameterList(kind.declaration.parameters + common)
    lists[key] = list
    return list
  }
}
