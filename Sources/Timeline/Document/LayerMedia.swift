import Bytes

extension LayerDecoder {
  /// Reads what a layer plays, and notes it where the layer is used; nil where it plays nothing,
  /// and where it has no source.
  ///
  /// The context's duration is how long the layer is on.
  ///
  /// - Parameters:
  ///   - own: what the layer is as a group.
  ///   - group: in which it stands.
  mutating func decodeSource(
    _ node: JSONNode, _ kind: LayerType, name: String?, _ own: Group, in group: Group?
  ) -> (media: MediaUse, feed: Int?)? {
    guard kind.playsMedia else { return nil }
    let feedCount = feeds.count
    let timeline =
      kind.isFilm ? decodeFilm(node, at: own.path.last ?? 0, isEnabled: own.isEnabled) : nil
    let decoder = MediaDecoder(
      node: node, source: SourceParameter(generators: vocabulary.generators), isClip: false,
      place: kind.place, timeline: timeline)
    let media = decoder.decode(
      length: timeline?.length, layer: context.duration, in: &context
    ).media
    let sound = ClipSound.decode(node, in: &context)
    let isHeard = !kind.isFilm && isHeard(node, media?.source, kind)
    guard let media, own.isEnabled else {
      // The sources of a film that is not shown are not played.
      feeds.removeLast(feeds.count - feedCount)
      return media.map { ($0, nil) }
    }
    let seen = own.seen(in: group)
    let named = name.map { "the \(kind.name) layer \($0.quoted)" }
    // Those of a timeline that is played begin with the place of what plays it.
    let places = own.path.dropFirst(within.isEmpty ? 0 : 1).map { "\($0 + 1)" }
    let film = FilmLayer(
      name: name,
      title: named ?? "layer \(places.joined(separator: ".")) (\(kind.name))",
      media: media, range: seen, sound: sound, place: node.range)
    if kind.isFilm { films.append(film) }
    if isHeard { heard.append(film.track) }
    feeds.append(
      Feed(title: named ?? "a \(kind.name) layer", media: media, layerRange: seen, within: within))
    return (media, feeds.count - 1)
  }

  /// Whether a video layer is heard; says which keys of its sound do nothing.
  private mutating func isHeard(
    _ node: JSONNode, _ source: MediaSource?, _ kind: LayerType
  ) -> Bool {
    let given = ClipKeys.sound.compactMap { node.member($0.name) }
    guard let source, let first = given.first else { return false }
    switch source {
    case .stdin, .file: break
    case .image, .color, .generator, .timeline:
      context.diagnostics.warning(
        "\(first.key.quoted) has no effect, because the source has no sound", at: first.keyRange)
      return false
    }
    guard node.member(ClipKeys.volume.name) == nil else { return true }
    context.diagnostics.warning(
      "\(first.key.quoted) has no effect, because \(kind.subject) without 'volume' is silent",
      at: first.keyRange, hint: "write \"volume\": 1 to hear it")
    return false
  }

  /// What plays the films that a layer's parameters name; nil for one that is not used.
  ///
  /// - Parameters:
  ///   - own: what the layer is as a group.
  ///   - group: in which it stands.
  func player(
    of kind: LayerType, name: String?, _ own: Group, in group: Group?
  ) -> FilmPlayer? {
    guard own.isEnabled else { return nil }
    if group?.effectsOf != nil { return context.player?.within(own.range) }
    return FilmPlayer(
      title: name.map { "the \(kind.name) layer \($0.quoted)" } ?? kind.subject,
      range: own.seen(in: group), clip: nil, within: within)
  }

  /// Reads the timeline that a layer plays.
  private mutating func decodeFilm(
    _ node: JSONNode, at place: Int, isEnabled: Bool
  ) -> SourceTimeline? {
    let number = films.count
    var track = ClipDecoder(
      vocabulary: vocabulary, knowledge: knowledge, within: within, layers: self)
    var film = track.ownTimeline(of: node, at: place, as: .film(number), isEnabled: isEnabled)
    film?.number = number
    self = track.layers
    return film
  }

  /// Reads how a layer comes and goes: `in` and `out`, where they hold no times of a source.
  mutating func decodeChanges(_ node: JSONNode, _ timing: LayerTiming) -> LayerChanges {
    let entrance = decodeChange("in", of: node)
    var exit = decodeChange("out", of: node)
    guard !timing.isFaulty else { return LayerChanges(entrance: entrance, exit: exit) }
    if let change = exit, timing.range.end == nil, let member = node.member("out") {
      context.error(
        "'out' needs to know when the layer ends", at: member.keyRange,
        hint: "give the layer an 'end' or a 'duration'")
      exit = change.duration == .zero ? exit : nil
    }
    guard let length = timing.range.duration else {
      return LayerChanges(entrance: entrance, exit: exit)
    }
    let sum = (entrance?.duration ?? .zero) + (exit?.duration ?? .zero)
    guard sum > length, let place = (exit ?? entrance)?.place else {
      return LayerChanges(entrance: entrance, exit: exit)
    }
    let words = [entrance.map { _ in "'in'" }, exit.map { _ in "'out'" }].compactMap { $0 }
    context.error(
      "\(words.listed(joinedBy: "and")) \(words.count == 2 ? "together take" : "takes")"
        + " \(sum.inSeconds), but the layer lasts \(length.inSeconds)", at: place)
    return LayerChanges()
  }

  private mutating func decodeChange(_ key: String, of node: JSONNode) -> TransitionUse? {
    guard let value = node.member(key)?.value else { return nil }
    let playsMedia = ["video", NestedTimeline.declaration.name].contains(
      node.member("type")?.value.string)
    if playsMedia, value.members == nil { return nil }
    let parameter = LayerPassages.parameter(key, vocabulary.transitions)
    return context.with(parameter: key) { context in
      if value.members == nil {
        let time = key == "in" ? "start" : "end"
        context.mismatch(
          value, expected: "a transition",
          hint: "the time when the layer \(key == "in" ? "starts" : "ends") is its '\(time)'")
        return nil
      }
      if let sound = value.member(TransitionParameter.sound.name) {
        context.diagnostics.warning(
          "'sound' has no effect here: the sound of a layer has 'fadeIn' and 'fadeOut'",
          at: sound.keyRange)
      }
      return parameter.transition(value, in: &context)
    }
  }
}

extension LayerDecoder.Group {
  /// When a layer plays what it plays: a group ends its layers, and where a layer starts is where
  /// its source does.
  fileprivate func seen(in group: LayerDecoder.Group?) -> TimeRange {
    let ends = [range.end, group?.range.end].compactMap { $0 }
    return TimeRange(start: range.start, end: ends.min())
  }
}

/// The keys of a layer's coming and going.
enum LayerPassages {
  static func parameter(_ key: String, _ transitions: [Declaration]) -> TransitionParameter {
    TransitionParameter(
      name: key,
      help: key == "in"
        ? "How the layer enters, from its start on." : "How the layer exits, up to its end.",
      transitions: transitions)
  }
}

extension Time {
  /// The time as messages give it: "2.5 s", "0.367 s".
  var inSeconds: String {
    let exact = exactDescription
    guard exact.contains("/") else { return "\(exact) s" }
    let thousandths = (value * Rational(1000)).rounded
    let rounded = Rational(reducing: thousandths, over: 1000)
    return "\(Time(rounded).exactDescription) s"
  }
}
