extension ClipDecoder {
  /// The timeline that a clip or a layer plays; nil where its source is something else.
  ///
  /// - Parameter host: the clip or the layer.
  mutating func ownTimeline(
    of node: JSONNode, at place: Int, as host: TimelineHost, isEnabled: Bool
  ) -> SourceTimeline? {
    guard let root = node.member(NestedTimeline.key)?.value else {
      if let given = node.member("vars") {
        layers.context.error(
          "'vars' needs a 'source' that is a timeline", at: given.keyRange,
          hint: "the values for this timeline's own variables stand in its own 'vars'")
      }
      return nil
    }
    let (outer, films, heard) = (layers.context, layers.films, layers.heard)
    defer {
      restore(outer)
      (layers.films, layers.heard) = (films, heard)
    }
    (layers.films, layers.heard) = ([], [])
    let played = PlayedTimeline(root, number: layers.context.innerTracks.count)
    layers.context.innerTracks.append([])
    layers.context.played = played
    let canvas = CanvasDecoder.decode(
      root.member("canvas")?.value, vocabulary, length: nil, in: &layers.context)
    layers.context.motionBlur = canvas[MotionBlur.onCanvas]
    layers.context.origin = nil
    layers.context.viewport = root.member("canvas")?.value.viewport ?? outer.viewport
    let hosts = within + [host]
    var track = ClipDecoder(
      vocabulary: vocabulary, knowledge: knowledge, within: hosts, layers: layers)
    if let clips = root.member("clips")?.value { track.decodeList(clips) }
    layers = track.layers
    let own = track.clips
    let end = own.isEmpty ? nil : knowledge.end(of: own)
    let list = root.member("layers").map {
      layers.decodeSource(
        $0.value, of: [place], within: hosts, end: own.isEmpty ? seenEnd(of: node) : end,
        isEnabled: isEnabled)
    }
    var document = Document.empty.with(
      canvas: canvas, canvasMembers: CanvasDecoder.members(root.member("canvas")?.value),
      clips: own, layers: list ?? [], films: layers.films)
    let timeline = SourceTimeline(document, end: end)
    layers.context.origin = nil
    let soundtrack = soundtrack(of: root, clips: own, length: timeline.length)
    layers.context.innerTracks[played.number] = soundtrack.tracks
    document.soundtrack = soundtrack.playing(layers.sounds)
    return SourceTimeline(document, end: end)
  }

  /// The sound of a timeline that is played; without clips it has no main sound.
  private mutating func soundtrack(
    of root: JSONNode, clips: [Clip], length: Time?
  ) -> Soundtrack {
    var sound = SoundDecoder.soundtrack(
      root.member("audio")?.value, length: length, hasMain: !clips.isEmpty,
      layers: layers.sounds, knowledge, vocabulary, in: &layers.context)
    if clips.isEmpty { sound.hasMain = false }
    for track in sound.tracks { refuseStream(track.media) }
    return sound
  }

  /// Reports standard input in a timeline that is a clip or a layer: only the outermost timeline
  /// plays it.
  mutating func refuseStream(_ media: MediaUse) {
    guard case .stdin = media.source else { return }
    layers.context.error(
      "standard input is no source in a timeline that another one plays", at: media.place,
      hint: "play it in the timeline that plays this one")
  }

  /// Sets everything back that belongs to the timeline around one.
  private mutating func restore(_ outer: DecodingContext) {
    layers.context.subject = outer.subject
    layers.context.stretch = outer.stretch
    layers.context.duration = outer.duration
    layers.context.origin = outer.origin
    layers.context.viewport = outer.viewport
    layers.context.motionBlur = outer.motionBlur
    layers.context.played = outer.played
  }

  /// Where the part of a timeline without clips ends that is seen, as far as the clip says it.
  private func seenEnd(of node: JSONNode) -> Time? {
    // Faults in these are reported where they are read for good.
    var probe = layers.context
    probe.origin = .zero
    func time(_ key: String) -> Time? {
      node.member(key).flatMap { probe.absoluteTime($0.value) }
    }
    let isPlain = ["speed", "loop", "freeze"].allSatisfy { node.member($0) == nil }
    let span = (time("start") ?? next).flatMap { start in time("end").map { $0 - start } }
    let length = isPlain ? (time("duration") ?? span).map { (time("in") ?? .zero) + $0 } : nil
    return time("out") ?? length
  }
}

extension Document.Knowledge {
  /// Where clips end, as far as the lengths of their sources are known.
  func end(of clips: [Clip]) -> Time? {
    let made = EditList.make(clips) { clip in
      let known = sourceLengths[clip.media.place.lowerBound]
      if case .stdin = clip.media.source { return known ?? streamLength }
      return known
    }
    return made.faults.hasErrors ? nil : made.list.end
  }
}
