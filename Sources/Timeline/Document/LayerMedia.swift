import Bytes

extension LayerDecoder {
  /// Reads what a video layer plays; nil when it has no source.
  ///
  /// The context's duration is how long the layer is on.
  mutating func decodeMedia(_ node: JSONNode, _ kind: LayerType) -> MediaUse? {
    let decoder = MediaDecoder(
      node: node, source: SourceParameter(generators: vocabulary.generators), isClip: false,
      place: kind.place)
    return decoder.decode(length: nil, layer: context.duration, in: &context).media
  }

  /// Notes a source; its number is the result.
  mutating func addFeed(
    _ media: MediaUse, name: String?, _ range: TimeRange, in group: Group?
  ) -> Int {
    let title = name.map { "the video layer \($0.quoted)" } ?? "a video layer"
    // A group ends its layers; where a layer starts is where its source does.
    let ends = [range.end, group?.range.end].compactMap { $0 }
    let seen = TimeRange(start: range.start, end: ends.min())
    feeds.append(Feed(title: title, media: media, layerRange: seen, within: within))
    return feeds.count - 1
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
    let playsMedia = node.member("type")?.value.string == "video"
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
          "'sound' has no effect here, because layers have no sound: that of a film is heard from "
            + "a clip or from a track of 'audio'", at: sound.keyRange)
      }
      return parameter.transition(value, in: &context)
    }
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
    let thousandths = (value * Rational(1000) + Rational(reducing: 1, over: 2)).floor
    let rounded = Rational(reducing: thousandths, over: 1000)
    return "\(Time(rounded).exactDescription) s"
  }
}
