import Bytes
import Timeline

/// Makes a cut of the main track of a timeline.
struct DocumentCut {
  let document: Document
  private let entries: [EditList.Entry]
  let rate: FrameRate
  let format: ExportFormat
  private let vocabulary: Vocabulary
  /// By the numbers of feeds, as far as they are known.
  let sourceRates: [FrameRate?]
  let finder: MediaFinder
  var log = ImportLog()

  /// The cut, and what of the timeline is not in it.
  static func cut(
    _ timeline: ExportedTimeline, for format: ExportFormat, finder: MediaFinder
  ) -> (cut: CutTimeline, log: ImportLog) {
    var maker = DocumentCut(
      document: timeline.document, entries: timeline.edit.entries, rate: timeline.rate,
      format: format, vocabulary: timeline.vocabulary, sourceRates: timeline.sourceRates,
      finder: finder)
    return (maker.cut(), maker.log)
  }

  private mutating func cut() -> CutTimeline {
    var cut = CutTimeline()
    (cut.name, cut.rate, cut.canvas) = (document.name ?? "", rate, canvas())
    var track = CutTrack(.picture)
    var end = Rational.zero
    for (index, entry) in entries.enumerated() {
      let clip = document.clips[entry.clip]
      guard let last = entry.range.end?.value else {
        log.error("the length of the clip is not known", at: clip.place.prefix)
        continue
      }
      let entering = index > 0 ? entries[index - 1].transition : nil
      let first = entering.map(cutTime) ?? entry.range.start.value
      if first > end { track.items.append(.gap(first - end)) }
      let limit = entry.transition.map(cutTime) ?? last
      note(clip)
      let inner = inner(clip, entry)
      track.items += pieces(clip, entry, from: first, to: limit).map { piece in
        inner.map { .nest(CutNest($0, as: piece)) } ?? .clip(piece)
      }
      if let overlap = entry.transition, let transition = clip.transition {
        track.items.append(.transition(change(transition, overlap)))
      }
      end = limit
    }
    noteRest()
    cut.tracks = [track]
    return cut
  }

  /// The cut of a timeline with clips that a clip plays; nil where it plays something else.
  private mutating func inner(_ clip: Clip, _ entry: EditList.Entry) -> CutTimeline? {
    guard case .timeline(_, let played) = clip.media.source, let edit = entry.inner else {
      return nil
    }
    var maker = DocumentCut(
      document: played.document, entries: edit.entries, rate: rate, format: format,
      vocabulary: vocabulary, sourceRates: sourceRates, finder: finder)
    maker.log = log
    let cut = maker.cut()
    log = maker.log
    return cut
  }

  /// When one of two clips that overlap ends: where the overlap begins in lists, and else in its
  /// middle, at a whole frame.
  private func cutTime(_ overlap: TimeRange) -> Rational {
    guard format == .otio, let duration = overlap.duration else { return overlap.start.value }
    let half = duration.value * Rational(reducing: 1, over: 2)
    return overlap.start.value + rate.seconds(Rational(reducing: frames(half).floor, over: 1))
  }

  private func frames(_ time: Rational) -> Rational {
    time * rate.exact
  }

  private mutating func change(_ use: TransitionUse, _ overlap: TimeRange) -> CutTransition {
    let cut = cutTime(overlap)
    let end = overlap.end?.value ?? cut
    var kind = CutChange.dissolve
    if !OTIOReader.isDissolve(use.type) { kind = .named(use.type, direction: direction(use)) }
    let settings = settings(use)
    let names = settings.map(\.key.quotedText).listed(joinedBy: "and")
    switch (format, kind) {
    case (.otio, .named(let name, _)):
      log.warn(
        "other programs show the transition \(name.quotedText) as a dissolve", at: use.place.prefix)
    case _ where settings.isEmpty: break
    case (.otio, .dissolve):
      log.warn("other programs do not see \(names) of a transition", at: use.place.prefix)
    case (.edl, _):
      log.warn("what a transition says of \(names) is not carried over", at: use.place.prefix)
    }
    return CutTransition(
      kind: kind, settings: settings, before: cut - overlap.start.value, after: end - cut,
      place: use.place.prefix)
  }

  /// The direction of a transition, if it is a word; nil where there is none.
  private func direction(_ use: TransitionUse) -> String? {
    use.members.first { $0.key == "direction" }?.value.string
  }

  /// What is written in a transition besides, with paths as those of clips are.
  private func settings(_ use: TransitionUse) -> TimelineDraft.Members {
    let parameters = vocabulary.transitions.first { $0.name == use.type }?.parameters ?? []
    return use.members.compactMap { member in
      if ["type", "duration"].contains(member.key) { return nil }
      if member.key == "direction", member.value.string != nil { return nil }
      let path = parameters.first { $0.name == member.key } as? Setting<Path>
      let value = path.map { JSONText.string(finder.assumed(use.arguments[$0].text)) }
      return (member.key, value ?? JSONText(member.value))
    }
  }

  /// What is written in the canvas, but for its rate, which is the cut's.
  private mutating func canvas() -> TimelineDraft.Members {
    let members = document.canvasMembers.filter {
      !["name", "enabled", "rate"].contains($0.key)
    }
    if let first = members.first {
      let names = members.map(\.key.quotedText).listed(joinedBy: "and")
      log.warn(
        format == .otio
          ? "other programs do not see \(names) of the canvas"
          : "what the canvas says of \(names) is not carried over", at: first.value.range.prefix)
    }
    return members.map { ($0.key, JSONText($0.value)) }
  }
}

extension DocumentCut {
  /// Says what of a clip is not in a cut.
  private mutating func note(_ clip: Clip) {
    let place = clip.place.prefix
    for parameter in vocabulary.clip.parameters where clip.arguments.isGiven(parameter) {
      log.warn("\(parameter.name.quotedText) of a clip is not carried over", at: place)
    }
    if let effect = clip.effects.first {
      log.warn("effects of clips are not carried over", at: effect.place.prefix)
    }
    let sound = clip.sound
    if sound.volume.constantValue != Gain.one || sound.fadeIn.duration > .zero
      || sound.fadeOut.duration > .zero
    {
      log.warn("volumes and fades of clips are not carried over", at: place)
    }
  }

  /// Says what else a timeline has beside its main track.
  private mutating func noteRest() {
    for layer in document.layers {
      log.warn("layers are not carried over", at: layer.place.prefix)
    }
    for track in document.soundtrack.tracks where track.media.source.timeline == nil {
      log.warn("tracks of sound are not carried over", at: track.place.prefix)
    }
  }
}
